import type { PersonRole, Role } from '@/domain/roles/permissions';
import type { Transaction } from '@/server/db';

export interface KeyRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly role: Role;
  readonly created_by_user_id: string | null;
  readonly last_used_at: Date | null;
  readonly secret_sha256: Buffer;
  /** Null while the key holds. */
  readonly ended: EndReason | null;
}

/** Why a key that was given out holds no longer. */
export const END_REASONS = ['rotated', 'revoked', 'expired'] as const;
export type EndReason = (typeof END_REASONS)[number];

/**
 * The keys that have a secret with this public id, and whether they hold at `now`. Nearly always one; the digest
 * decides.
 * Plan: api_key_secret_publicId index, then the primary key of api_key.
 */
export function findKeys(db: Transaction, publicId: string, now: Date): Promise<KeyRow[]> {
  return db.query<KeyRow>(
    `SELECT k.id, k.organization_id, k.name, k.role, k.created_by_user_id, k.last_used_at, s.secret_sha256,
            CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
                 WHEN s.ends_at <= $2 THEN 'rotated'
                 WHEN k.expires_at <= $2 THEN 'expired' END AS ended
       FROM api_key_secret s
       JOIN api_key k ON k.organization_id = s.organization_id AND k.id = s.api_key_id
      WHERE s.public_id = $1`,
    [publicId, now],
  );
}

/** Notes that a key was used, unless another request has within the last minute. */
export async function touchKey(db: Transaction, key: KeyRow, now: Date): Promise<void> {
  await db.query(
    `UPDATE api_key SET last_used_at = $3
      WHERE organization_id = $1 AND id = $2
        AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
    [key.organization_id, key.id, now],
  );
}

export interface SessionRow {
  readonly session_id: string;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  /** Null together with `role`: no organization is active, or the person is no longer a member of it. */
  readonly organization_id: string | null;
  readonly role: PersonRole | null;
}

/**
 * The session with its person and the membership that it acts under, as they are now.
 * Plan: the primary keys of user_session, app_user and membership.
 */
export async function findSession(
  db: Transaction,
  id: string,
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(
    `SELECT s.id AS session_id, s.last_seen_at, s.expires_at, u.id AS user_id, u.name, u.email,
            m.organization_id, m.role
       FROM user_session s
       JOIN app_user u ON u.id = s.user_id
       LEFT JOIN membership m ON m.organization_id = s.active_organization_id AND m.user_id = s.user_id
      WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`,
    [id, now],
  );
  return row ?? null;
}

/** Notes that a session was used, unless another request has within the last minute. */
export async function touchSession(db: Transaction, id: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE user_session SET last_seen_at = $2
      WHERE id = $1 AND last_seen_at < $2::timestamptz - interval '1 minute'`,
    [id, now],
  );
}

/** How a request names an organization: by its id, or by its id at the identity provider. */
export type NamedBy = { readonly id: string } | { readonly idpId: string };

/** One statement for both ways of naming, each with the index of its own column. */
function named(by: NamedBy): { readonly column: 'id' | 'idp_id'; readonly value: string } {
  return 'id' in by ? { column: 'id', value: by.id } : { column: 'idp_id', value: by.idpId };
}

/** The named organization with a person's role there; null when they are not a member. Plan: two unique keys. */
export async function findNamedForPerson(
  db: Transaction,
  by: NamedBy,
  userId: string,
): Promise<{ readonly id: string; readonly role: PersonRole } | null> {
  const { column, value } = named(by);
  const [row] = await db.query<{ id: string; role: PersonRole }>(
    `SELECT o.id, m.role FROM organization o
       JOIN membership m ON m.organization_id = o.id AND m.user_id = $2
      WHERE o.${column} = $1`,
    [value, userId],
  );
  return row ?? null;
}

/** The named organization, if it is a key's own or the key created it. Plan: a unique key. */
export async function findNamedForKey(
  db: Transaction,
  by: NamedBy,
  key: { readonly apiKeyId: string; readonly organizationId: string },
): Promise<{ readonly id: string } | null> {
  const { column, value } = named(by);
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM organization
      WHERE ${column} = $1 AND (id = $2 OR created_by_api_key_id = $3)`,
    [value, key.organizationId, key.apiKeyId],
  );
  return row ?? null;
}
