import type { OrganizationId } from '@/server/auth/organization-id';
import type { EndReason } from '@/domain/api-key/api-key';
import type { Transaction } from '@/server/db';

/** Older ones make room: calls from ever new networks must not fill the disk. */
const MAX_REFUSED = 1_000;

export interface RefusedKeyUse {
  readonly apiKeyId: string;
  readonly network: string;
  readonly reason: EndReason;
  readonly at: Date;
  readonly count: number;
  readonly path: string;
}

/** Adds to what is known of a key that no longer holds; true when there was nothing. Plan: primary key. */
export async function recordRefusedKey(
  organizationId: OrganizationId,
  db: Transaction,
  { apiKeyId, network, reason, at, count, path }: RefusedKeyUse,
): Promise<boolean> {
  const [row] = await db.query<{ isNew: boolean }>(
    `INSERT INTO refused_key AS known (organization_id, api_key_id, network, reason, first_at, last_at, count, path)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7)
     ON CONFLICT (organization_id, api_key_id, network, reason) DO UPDATE
       SET last_at = greatest(known.last_at, excluded.last_at),
           count = least(known.count::bigint + excluded.count, 2147483647)::int, path = excluded.path
     RETURNING xmax = 0 AS "isNew"`,
    [organizationId, apiKeyId, network, reason, at, count, path],
  );
  return row?.isNew ?? false;
}

/** Keeps the newest thousand. Plan: an index range behind last_at. */
export async function pruneRefusedKeys(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<void> {
  await db.query(
    `DELETE FROM refused_key
      WHERE organization_id = $1 AND (api_key_id, network, reason) IN (
        SELECT api_key_id, network, reason FROM refused_key WHERE organization_id = $1
         ORDER BY last_at DESC OFFSET ${String(MAX_REFUSED)})`,
    [organizationId],
  );
}

/** When a key read the policies from a network. Plan: primary key. */
export async function recordPolicyRead(
  organizationId: OrganizationId,
  db: Transaction,
  { apiKeyId, network, at }: Pick<RefusedKeyUse, 'apiKeyId' | 'network' | 'at'>,
): Promise<void> {
  await db.query(
    `INSERT INTO policy_read AS known (organization_id, api_key_id, network, read_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, api_key_id, network) DO UPDATE
       SET read_at = greatest(known.read_at, excluded.read_at)`,
    [organizationId, apiKeyId, network, at],
  );
}

/** Drops what says nothing any more. Plan: index (organization, read_at). */
export async function forgetPolicyReads(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
): Promise<void> {
  await db.query('DELETE FROM policy_read WHERE organization_id = $1 AND read_at < $2', [
    organizationId,
    before,
  ]);
}

/** Whether there are policies, and whether a key has read them from a network. Plan: two primary keys. */
export async function findPolicyRead(
  organizationId: OrganizationId,
  db: Transaction,
  { apiKeyId, network, since }: { apiKeyId: string; network: string; since: Date },
): Promise<{ readonly hasPolicies: boolean; readonly isRead: boolean }> {
  const [row] = await db.query<{ hasPolicies: boolean; isRead: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM policy WHERE organization_id = $1) AS "hasPolicies",
            EXISTS (SELECT 1 FROM policy_read
                     WHERE organization_id = $1 AND api_key_id = $2 AND network = $3 AND read_at >= $4) AS "isRead"`,
    [organizationId, apiKeyId, network, since],
  );
  return row ?? { hasPolicies: false, isRead: false };
}

export interface RefusedKeyRow {
  readonly apiKeyId: string;
  readonly keyName: string;
  readonly network: string;
  readonly reason: EndReason;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly count: number;
  readonly path: string;
}

/**
 * Keys that are used although they no longer hold, last used first. $1 organization, $2 since when, null for any;
 * $3 how many. Plan: index (organization, last_at), keys by primary key.
 */
export function findRefusedKeys(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date | null,
  limit: number,
): Promise<(RefusedKeyRow & { readonly total: number })[]> {
  return db.query(
    `SELECT r.api_key_id AS "apiKeyId", k.name AS "keyName", r.network, r.reason, r.first_at AS "firstAt",
            r.last_at AS "lastAt", r.count, r.path, count(*) OVER ()::int AS total
       FROM refused_key r
       JOIN api_key k ON k.organization_id = r.organization_id AND k.id = r.api_key_id
      WHERE r.organization_id = $1 AND ($2::timestamptz IS NULL OR r.last_at >= $2)
      ORDER BY r.last_at DESC, r.api_key_id, r.network, r.reason
      LIMIT $3`,
    [organizationId, since, limit],
  );
}
