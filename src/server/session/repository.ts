import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface NewSessionRow {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
  readonly remoteAddress: string;
}

/**
 * Adds a session that acts in the organization in which the person was last active, else the one joined
 * first, else none. Plan: indexes on membership (user_id) and user_session (user_id, last_seen_at).
 */
export async function insertSession(db: Transaction, session: NewSessionRow): Promise<void> {
  await db.query(
    `INSERT INTO user_session (id, user_id, created_at, last_seen_at, expires_at, user_agent, remote_address,
                               active_organization_id)
     VALUES ($1, $2, $3, $3, $4, $5, $6, (
       SELECT m.organization_id
         FROM membership m
         LEFT JOIN LATERAL (
           SELECT max(s.last_seen_at) AS at FROM user_session s
            WHERE s.user_id = m.user_id AND s.active_organization_id = m.organization_id
         ) used ON true
        WHERE m.user_id = $2
        ORDER BY used.at DESC NULLS LAST, m.joined_at, m.organization_id
        LIMIT 1))`,
    [
      session.id,
      session.userId,
      session.createdAt,
      session.expiresAt,
      session.userAgent,
      session.remoteAddress,
    ],
  );
}

export async function markSessionRevoked(db: Transaction, id: string, at: Date): Promise<void> {
  await db.query('UPDATE user_session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
    id,
    at,
  ]);
}

/**
 * Opens a session that goes on from another: the same person, browser and active organization, another id.
 * Plan: primary key.
 */
export async function copySession(
  tx: Transaction,
  from: string,
  to: { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO user_session (id, user_id, created_at, last_seen_at, expires_at, user_agent, remote_address,
                               active_organization_id)
     SELECT $2, user_id, $3, $3, $4, user_agent, remote_address, active_organization_id
       FROM user_session WHERE id = $1`,
    [from, to.id, to.createdAt, to.expiresAt],
  );
  // What signing out at the provider needs goes along.
  await tx.query('UPDATE provider_session SET session_id = $2 WHERE session_id = $1', [
    from,
    to.id,
  ]);
}

export interface OwnSessionRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
  readonly remoteAddress: string;
}

/**
 * The sessions of a person that hold at `now`, those used last first. Plan: user_session
 * (user_id, last_seen_at) in order, stopping after the limit.
 */
export function findSessionsOf(
  db: Transaction,
  userId: string,
  now: Date,
  limit: number,
): Promise<OwnSessionRow[]> {
  return db.query<OwnSessionRow>(
    `SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_agent AS "userAgent",
            remote_address AS "remoteAddress"
       FROM user_session
      WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
      ORDER BY last_seen_at DESC, id DESC LIMIT $3`,
    [userId, now, limit],
  );
}

/** Ends one session of a person; false when they have none with this id that holds. Plan: primary key. */
export async function revokeSessionOf(
  tx: Transaction,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE user_session SET revoked_at = $3
      WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id`,
    [id, userId, at],
  );
  return rows.length === 1;
}

/**
 * Ends a person's sessions. Plan: user_session (user_id, last_seen_at).
 *
 * @param exceptId the one that stays; null: none
 * @returns how many held until now
 */
export async function revokeSessionsOf(
  tx: Transaction,
  userId: string,
  exceptId: string | null,
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE user_session SET revoked_at = $3
      WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid AND revoked_at IS NULL AND expires_at > $3
      RETURNING id`,
    [userId, exceptId, at],
  );
  return rows.length;
}

/** Makes a session act in an organization; false when its person is not a member there. */
export async function updateActiveOrganization(
  organizationId: OrganizationId,
  db: Transaction,
  sessionId: string,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE user_session s SET active_organization_id = $1
      WHERE s.id = $2
        AND EXISTS (SELECT FROM membership m WHERE m.organization_id = $1 AND m.user_id = s.user_id)
      RETURNING s.id`,
    [organizationId, sessionId],
  );
  return rows.length === 1;
}

/**
 * Ends a person's sessions that act in an organization. Plan: user_session (user_id, last_seen_at).
 */
export async function revokeSessionsIn(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE user_session SET revoked_at = $3
      WHERE user_id = $2 AND active_organization_id = $1 AND revoked_at IS NULL`,
    [organizationId, userId, at],
  );
}

/**
 * Makes sessions of members that act in an organization act in the one that their person joined first beside
 * it, else in none. Runs while the memberships still stand.
 *
 * @param userId one member; null: all of them. Plan: membership by organization, then user_session (user_id).
 */
export async function moveSessionsOff(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE user_session s
        SET active_organization_id = (
              SELECT o.organization_id FROM membership o
               WHERE o.user_id = s.user_id AND o.organization_id <> $1
               ORDER BY o.joined_at, o.organization_id
               LIMIT 1)
       FROM membership m
      WHERE m.organization_id = $1 AND ($2::uuid IS NULL OR m.user_id = $2)
        AND s.user_id = m.user_id AND s.active_organization_id = $1`,
    [organizationId, userId],
  );
}
