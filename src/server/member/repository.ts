import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly joinedAt: Date;
  /** Whether it was shown that the address is theirs. */
  readonly isEmailVerified: boolean;
}

const SELECT_MEMBERS = `
SELECT m.user_id AS "userId", u.email, u.name, m.role, m.joined_at AS "joinedAt",
       u.email_proven_at IS NOT NULL AS "isEmailVerified"
  FROM membership m JOIN app_user u ON u.id = m.user_id
 WHERE m.organization_id = $1`;

/** By name, then e-mail. Plan: membership by the front of its primary key, then app_user's. */
export function findMembers(organizationId: OrganizationId, db: Transaction): Promise<MemberRow[]> {
  return db.query<MemberRow>(`${SELECT_MEMBERS} ORDER BY lower(u.name), u.email`, [organizationId]);
}

/** Plan: two primary keys. */
export async function findMember(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<MemberRow | null> {
  const [row] = await db.query<MemberRow>(`${SELECT_MEMBERS} AND m.user_id = $2`, [
    organizationId,
    userId,
  ]);
  return row ?? null;
}

/** @param email lower case. Plan: app_user's e-mail, then membership's primary key. */
export async function hasMemberWithEmail(
  organizationId: OrganizationId,
  db: Transaction,
  email: string,
): Promise<boolean> {
  const rows = await db.query(`${SELECT_MEMBERS} AND u.email = $2`, [organizationId, email]);
  return rows.length > 0;
}

/** Whether anybody but this person is an admin. Plan: membership by the front of its primary key. */
export async function hasOtherAdmin(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM membership
                     WHERE organization_id = $1 AND user_id <> $2 AND role = 'admin') AS found`,
    [organizationId, userId],
  );
  return row?.found ?? false;
}

export async function deleteMembership(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.query('DELETE FROM membership WHERE organization_id = $1 AND user_id = $2', [
    organizationId,
    userId,
  ]);
}

export async function updateMemberRole(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
  role: PersonRole,
): Promise<void> {
  await tx.query('UPDATE membership SET role = $3 WHERE organization_id = $1 AND user_id = $2', [
    organizationId,
    userId,
    role,
  ]);
}
