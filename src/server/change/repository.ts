import { sql } from 'kysely';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** What a snapshot of the database sees of an organization's changes. */
export interface SeenChanges {
  /** The last one before the oldest transaction that was still under way; null: none. */
  readonly settled: string | null;
  /** How many of the later ones had ended. */
  readonly unsettled: string;
}

/**
 * Finds what tells one state of an organization from another. The newest change alone does not: transactions end in another
 * order than they begin, so that one may be seen after a newer one. But all that are older than the oldest one under way have
 * ended. So between two snapshots with a change between them, either the last of those is another one, or it is the same and
 * more of the later ones are seen. Plan: one entry of the primary key, and those of the last moments.
 */
export async function findChanges(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<SeenChanges> {
  const { rows } = await sql<SeenChanges>`
    SELECT (SELECT transaction_id FROM organization_change
             WHERE organization_id = ${organizationId} AND transaction_id < oldest
             ORDER BY transaction_id DESC LIMIT 1)::text AS settled,
           (SELECT count(*) FROM organization_change
             WHERE organization_id = ${organizationId} AND transaction_id >= oldest)::text AS unsettled
      FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest OFFSET 0) AS now`.execute(
    db.sql,
  );
  return rows[0] ?? { settled: null, unsettled: '0' };
}

/**
 * Deletes the changes that no reading looks at any more, of all organizations; what {@link findChanges} finds stays the same.
 * Those with numbers that the cluster has not given out yet came with a copy of another one. One organization after the
 * other, and found before they are deleted: in a database that is spread, a transaction's number is that of the machine
 * that has the organization, and only what selects is asked there.
 */
export async function deleteOldChanges(db: Transaction): Promise<number> {
  let deleted = 0;
  for (const { id } of await db.prisma.organization.findMany({ select: { id: true } }))
    deleted += await deleteOldChangesOf(mintOrganizationId(id), db);
  return deleted;
}

async function deleteOldChangesOf(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const { rows } = await sql<{ transactionId: number }>`
    SELECT change.transaction_id FROM organization_change AS change,
           (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest,
                   pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next OFFSET 0) AS now
     WHERE change.organization_id = ${organizationId}
       AND (change.transaction_id >= next
            OR change.transaction_id < oldest
               AND EXISTS (SELECT FROM organization_change AS newer
                            WHERE newer.organization_id = ${organizationId}
                              AND newer.transaction_id > change.transaction_id
                              AND newer.transaction_id < oldest))`.execute(db.sql);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.transactionId);
  const { numAffectedRows } = await sql`
    DELETE FROM organization_change
     WHERE organization_id = ${organizationId} AND transaction_id = ANY(${ids}::bigint[])`.execute(
    db.sql,
  );
  return Number(numAffectedRows ?? 0);
}
