import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number];

function selectMembers(organizationId: OrganizationId, db: Transaction) {
  return (
    db.sql
      .selectFrom('membership as m')
      .innerJoin('appUser as u', 'u.id', 'm.userId')
      .select(['m.userId', 'u.email', 'u.name', 'm.role', 'm.joinedAt'])
      // Whether it was shown that the address is theirs.
      .select((eb) =>
        eb('u.emailProvenAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
      )
      .where('m.organizationId', '=', anyOrganization(organizationId))
  );
}

/** Finds members by name, then e-mail. Plan: membership by the front of its primary key, then app_user's. */
export function findMembers(organizationId: OrganizationId, db: Transaction) {
  return selectMembers(organizationId, db)
    .orderBy(({ fn }) => fn('lower', ['u.name']))
    .orderBy('u.email')
    .execute();
}

/** Plan: two primary keys. */
export async function findMember(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<MemberRow | null> {
  const row = await selectMembers(organizationId, db)
    .where('m.userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Tells whether anybody but this person is an admin. Plan: membership by the front of its primary key. */
export async function hasOtherAdmin(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const where = { userId: { not: userId }, role: 'admin' } as const;
  const other = await tx
    .of(organizationId)
    .membership.findFirst({ where, select: { userId: true } });
  return other !== null;
}

export async function deleteMembership(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.of(organizationId).membership.deleteMany({ where: { userId } });
}

export async function updateMemberRole(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
  role: PersonRole,
): Promise<void> {
  await tx.of(organizationId).membership.updateMany({ where: { userId }, data: { role } });
}
