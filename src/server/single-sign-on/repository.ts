import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Who somebody is at a provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The person linked to an identity, whose use is noted. Plan: the table's primary key. */
export async function findLinkedUser(
  tx: Transaction,
  { issuer, subject }: Identity,
  at: Date,
): Promise<string | null> {
  const [row] = await tx.query<{ userId: string }>(
    `UPDATE user_identity SET last_used_at = $3 WHERE issuer = $1 AND subject = $2
     RETURNING user_id AS "userId"`,
    [issuer, subject, at],
  );
  return row?.userId ?? null;
}

/** Plan: user_identity (user_id, issuer). */
export async function hasIdentityAt(
  tx: Transaction,
  userId: string,
  issuer: string,
): Promise<boolean> {
  const rows = await tx.query('SELECT FROM user_identity WHERE user_id = $1 AND issuer = $2', [
    userId,
    issuer,
  ]);
  return rows.length > 0;
}

/** Links an identity to a person; false when either has been linked meanwhile. */
export async function insertIdentity(
  tx: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO user_identity (issuer, subject, user_id, created_at, last_used_at)
     VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING RETURNING user_id`,
    [issuer, subject, userId, at],
  );
  return rows.length === 1;
}

/**
 * Whether any organization waits for this address. Plan: invitation (email).
 * @param email lower case
 */
export async function isInvitedAnywhere(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM invitation
      WHERE email = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2 LIMIT 1`,
    [email, now],
  );
  return rows.length > 0;
}

/** Plan: organization's unique idp_id. */
export async function findOrganizationByIdpId(
  db: Transaction,
  idpId: string,
): Promise<OrganizationId | null> {
  const [row] = await db.query<{ id: OrganizationId }>(
    'SELECT id FROM organization WHERE idp_id = $1',
    [idpId],
  );
  return row?.id ?? null;
}

/**
 * Whether somebody was a member once and was removed or left: the audit trail knows, and keeps it. Asked of
 * people who are not members, so seldom. Plan: audit_event by the front of its primary key.
 */
export async function hasLeft(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM audit_event
      WHERE organization_id = $1 AND subject_id = $2 AND subject_kind = 'user'
        AND action = 'member.remove'
      LIMIT 1`,
    [organizationId, userId],
  );
  return rows.length > 0;
}

export async function insertProviderSession(
  db: Transaction,
  sessionId: string,
  sealedIdToken: string,
): Promise<void> {
  await db.query('INSERT INTO provider_session (session_id, sealed_id_token) VALUES ($1, $2)', [
    sessionId,
    sealedIdToken,
  ]);
}

/** Takes what was kept of a session: it serves once. */
export async function takeProviderSession(
  db: Transaction,
  sessionId: string,
): Promise<string | null> {
  const [row] = await db.query<{ sealedIdToken: string }>(
    `DELETE FROM provider_session WHERE session_id = $1 RETURNING sealed_id_token AS "sealedIdToken"`,
    [sessionId],
  );
  return row?.sealedIdToken ?? null;
}
