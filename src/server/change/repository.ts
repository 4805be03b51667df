import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Deletes the changes of an organization that no reading looks at any more; what `findChanges` finds stays the same. Those
 * with numbers that the cluster has not given out yet came with a copy of another one. They are found before they are
 * deleted: in a database that is spread, a transaction's number is that of the machine that has the organization, and only
 * what selects is asked there.
 * @returns how many
 */
export async function deleteOldChanges(
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
