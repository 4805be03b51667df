import { sql, type RawBuilder } from 'kysely';
import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** Part of a walk through the rows of a table in the order of their ids. */
export interface Walk {
  /** Ids up to this one are done; null: none. */
  readonly after: string | null;
  /** Rows that are looked at. */
  readonly rows: number;
}

/** What a step of a walk has come to. */
export interface Step {
  readonly removed: number;
  /** The last row that was looked at; null: there was none. */
  readonly last: string | null;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** The id from which a walk goes on. */
export const beginningOf = ({ after }: Walk) => sql<string>`${after ?? NIL}::uuid`;

/** What the rule for scans says: those from before an instant go, but for the newest of each image. */
export interface ScanRule {
  readonly before: Date;
  readonly newest: number;
}

/**
 * The scans of some images, known as `i`, that go by a rule: not the newest of each nor its latest one, but of deleted
 * images all of them. So the scans of an image that are left are always its newest, and every change that its history
 * tells is told of the right one.
 */
export function oldScans(
  own: RawBuilder<string>,
  images: RawBuilder<unknown>,
  { before, newest }: ScanRule,
): RawBuilder<unknown> {
  return sql`
    SELECT i.id AS image_tag_id, s.id, s.accepted_at
      FROM ${images} i
     CROSS JOIN LATERAL (
       SELECT s.id, s.accepted_at FROM scan s
        WHERE s.organization_id = ${own} AND s.image_tag_id = i.id
        ORDER BY s.accepted_at DESC, s.id DESC
       OFFSET CASE WHEN ${isKept('i')} THEN ${newest}::int ELSE 0 END) s
     WHERE s.accepted_at < ${before}::timestamptz
       AND (NOT ${isKept('i')} OR s.id <> i.latest_scan_id)`;
}

/** Tells whether an image was deleted before an instant, and not retired; never null. */
export function wasDeleted(imageTag: string, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(NOT ${isKept(imageTag)}
    AND ${sql.ref(`${imageTag}.deleted_at`)} < ${before}::timestamptz)`;
}

/**
 * Deletes the scans of some images that go by a rule, the oldest first. `removed` at the limit: there may be more of these
 * images.
 *
 * Plan: the images by primary key, the scans of each by (organization, image tag, acceptance) from the index alone, those
 * to be deleted by primary key: 0.6 s for all of 100,000 images with 10 scans each.
 */
export async function deleteScans(
  organizationId: OrganizationId,
  tx: Transaction,
  walk: Walk,
  { limit, ...rule }: ScanRule & { readonly limit: number },
): Promise<Step> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Step>`
    WITH walked AS MATERIALIZED (
      SELECT i.id, i.latest_scan_id, i.deleted_at, i.retired_at FROM image_tag i
       WHERE i.organization_id = ${own} AND i.id > ${beginningOf(walk)}
       ORDER BY i.id LIMIT ${walk.rows}),
    old AS MATERIALIZED (${oldScans(own, sql`walked`, rule)}
       ORDER BY i.id, s.accepted_at, s.id LIMIT ${limit}),
    gone AS (
      DELETE FROM scan s USING old WHERE s.organization_id = ${own} AND s.id = old.id RETURNING s.id)
    SELECT (SELECT count(*) FROM gone)::int AS removed,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(tx.sql);
  return rows[0] ?? { removed: 0, last: null };
}

/**
 * Has images that were deleted before an instant let go of their inventory and SBOM, which nothing shows any more.
 * Plan: a scan of the organization's images.
 */
export async function releaseDeleted(
  organizationId: OrganizationId,
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const { numAffectedRows = 0n } = await sql`
    UPDATE image_tag SET inventory_id = NULL, sbom_id = NULL
     WHERE organization_id = ${own} AND id IN (
       SELECT i.id FROM image_tag i
        WHERE i.organization_id = ${own} AND ${wasDeleted('i', before)}
          AND (i.inventory_id IS NOT NULL OR i.sbom_id IS NOT NULL)
        ORDER BY i.id LIMIT ${limit} FOR NO KEY UPDATE)`.execute(tx.sql);
  return Number(numAffectedRows);
}

/**
 * Has deleted images let go of their SBOM: the rule for documents spares what an image has now, and nobody sees what they had. Their
 * inventory waits for the rule for scans. Plan: a scan of the organization's images.
 */
export async function releaseSboms(
  organizationId: OrganizationId,
  tx: Transaction,
  limit: number,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const { numAffectedRows = 0n } = await sql`
    UPDATE image_tag SET sbom_id = NULL
     WHERE organization_id = ${own} AND id IN (
       SELECT i.id FROM image_tag i
        WHERE i.organization_id = ${own} AND NOT ${isKept('i')} AND i.sbom_id IS NOT NULL
        ORDER BY i.id LIMIT ${limit} FOR NO KEY UPDATE)`.execute(tx.sql);
  return Number(numAffectedRows);
}
