import { type RawBuilder, sql } from 'kysely';
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

/** Whoever was a member: the id that they have or had, and addresses, in lower case. */
export interface FormerPerson {
  readonly userId: string;
  readonly emails: readonly string[];
}

/** What is kept of the address of a person of this id. The migration that made the table says the same. */
const digestOf = (userId: RawBuilder<string>, email: string) =>
  sql<Buffer>`sha256(convert_to(${userId}::text || ${email}::text, 'UTF8'))`;

/** Notes that a person left, or did so once more. Plan: primary key. */
export async function upsertFormerMember(
  organizationId: OrganizationId,
  tx: Transaction,
  { userId, email, leftAt }: { readonly userId: string; readonly email: string; leftAt: Date },
): Promise<void> {
  await tx.sql
    .insertInto('formerMember')
    .values({ organizationId, userId, emailSha256: digestOf(sql`${userId}`, email), leftAt })
    .onConflict((known) =>
      known.columns(['organizationId', 'userId']).doUpdateSet(({ ref }) => ({
        emailSha256: ref('excluded.emailSha256'),
        leftAt: ref('excluded.leftAt'),
      })),
    )
    .execute();
}

/** The rows of a person: by the id, or by an address where they had another id. */
const isOf = ({ userId, emails }: FormerPerson) => {
  const own = sql<string>`${sql.ref('userId')}`;
  const known = emails.map((email) => sql`${sql.ref('emailSha256')} = ${digestOf(own, email)}`);
  return sql<boolean>`(${sql.join([sql`${own} = ${userId}`, ...known], sql` OR `)})`;
};

/**
 * Tells whether a person was a member and left, or was removed. Plan: former_member by the front of its primary key; each
 * row's digest is made, of some thousands in some milliseconds.
 */
export async function isFormerMember(
  organizationId: OrganizationId,
  db: Transaction,
  person: FormerPerson,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('formerMember')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where(isOf(person))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Forgets that a person left, who is a member again. They are found first, as Citus takes no change by a function of a column that
 * depends on settings, such as convert_to; the caller has locked the organization. Plan: as {@link isFormerMember}.
 */
export async function deleteFormerMember(
  organizationId: OrganizationId,
  tx: Transaction,
  person: FormerPerson,
): Promise<void> {
  const rows = await tx.sql
    .selectFrom('formerMember')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where(isOf(person))
    .execute();
  if (rows.length === 0) return;
  const userIds = rows.map(({ userId }) => userId);
  await tx.of(organizationId).formerMember.deleteMany({ where: { userId: { in: userIds } } });
}
