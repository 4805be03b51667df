import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { allLeft, type Left } from './left';
import { beginningOf, type Step, type Walk } from './scans';

/** What of the documents has come of a step. */
export interface DocumentStep extends Step {
  /** As they were stored. */
  readonly bytes: number;
}

/** What is stored once for all scans and images that hold it. */
export type DocumentKind = 'inventory' | 'sbom';

const COLUMNS = { inventory: sql`inventory_id`, sbom: sql`sbom_id` } as const;
/** The columns of their contents. */
export const CONTENTS = { inventory: sql`component_ids`, sbom: sql`compressed` } as const;
export const TABLES = { inventory: sql`inventory`, sbom: sql`sbom` } as const;

/**
 * Tells whether nobody holds a document any more of those that are left: no image as it is now, and no scan, or none since
 * an instant.
 * Plan: one probe of (organization, inventory or SBOM) of both tables.
 */
export function isUnheld(
  own: RawBuilder<string>,
  kind: DocumentKind,
  id: RawBuilder<unknown>,
  since: Date | null,
  left: Left = allLeft(own),
): RawBuilder<boolean> {
  const column = COLUMNS[kind];
  const isRecent = since === null ? sql`` : sql`AND s.accepted_at >= ${since}::timestamptz`;
  return sql<boolean>`NOT EXISTS (
      SELECT FROM image_tag i WHERE i.organization_id = ${own} AND i.${column} = ${id}
         AND ${left.image})
    AND NOT EXISTS (
      SELECT FROM ${left.scans} AND s.${column} = ${id} ${isRecent})`;
}

/** Finds those of some documents that nobody holds, with the last that was looked at. */
export async function findUnheld(
  organizationId: OrganizationId,
  db: Transaction,
  kind: DocumentKind,
  walk: Walk,
  since: Date | null,
): Promise<{ readonly ids: string[]; readonly last: string | null }> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ ids: string[]; last: string | null }>`
    WITH walked AS MATERIALIZED (
      SELECT d.id FROM ${TABLES[kind]} d
       WHERE d.organization_id = ${own} AND d.id > ${beginningOf(walk)}
       ORDER BY d.id LIMIT ${walk.rows})
    SELECT ARRAY(SELECT walked.id FROM walked
                  WHERE ${isUnheld(own, kind, sql`walked.id`, since)} ORDER BY walked.id) AS ids,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(db.sql);
  return rows[0] ?? { ids: [], last: null };
}

/**
 * Deletes those of some documents that nobody holds once they are locked. An upload that has found one holds it by a lock
 * of its own, and is waited for by nobody: the next run comes again.
 * @param since scans before let go of them; null: a scan holds them however old it is
 */
export async function deleteUnheld(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: DocumentKind,
  ids: readonly string[],
  since: Date | null,
): Promise<{ readonly removed: number; readonly bytes: number }> {
  const own = anyOrganization(organizationId);
  const [table, column] = [TABLES[kind], COLUMNS[kind]];
  const { rows: locked } = await sql<{ id: string }>`
    SELECT d.id FROM ${table} d
     WHERE d.organization_id = ${own} AND d.id = ANY(${ids}::uuid[])
     ORDER BY d.id FOR UPDATE SKIP LOCKED`.execute(tx.sql);
  const given = sql`${locked.map(({ id }) => id)}::uuid[]`;
  // Now nobody can come to hold one: whoever came before the lock is seen by the next statement.
  if (since !== null)
    await sql`
      UPDATE scan s SET ${column} = NULL
       WHERE s.organization_id = ${own} AND s.${column} = ANY(${given})
         AND s.accepted_at < ${since}::timestamptz`.execute(tx.sql);
  const { rows } = await sql<{ removed: number; bytes: number }>`
    WITH gone AS (
      DELETE FROM ${table} d
       WHERE d.organization_id = ${own} AND d.id = ANY(${given})
         AND ${isUnheld(own, kind, sql`d.id`, null)}
      RETURNING pg_column_size(d.${CONTENTS[kind]}) AS bytes)
    SELECT count(*)::int AS removed, coalesce(sum(bytes), 0)::int8 AS bytes FROM gone`.execute(
    tx.sql,
  );
  return rows[0] ?? { removed: 0, bytes: 0 };
}
