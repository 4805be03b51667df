import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { isKept } from '@/server/inventory/sql';
import { isUnheld } from './documents';

/** What of one kind would go. */
export interface WouldGo {
  readonly rows: number;
  /** Of the oldest of them; null: nothing goes. */
  readonly oldest: Date | null;
  /** What they take as they are stored, about; null where nobody has counted the table yet. */
  readonly bytes: number | null;
  /** What came in the thirty days before now: in the long run as much goes each month. */
  readonly perMonth: number;
}

/** An image whose scans would go. */
export interface ExampleRow {
  readonly id: string;
  readonly name: string;
  readonly projectName: string;
  readonly scans: number;
  readonly oldest: Date;
}

interface Bounds {
  readonly before: Date;
  readonly now: Date;
}

const NOTHING: WouldGo = { rows: 0, oldest: null, bytes: null, perMonth: 0 };

/** Bytes of a row of a table with its part of the indexes, as PostgreSQL estimates it; null before its first count. */
const rowBytes = (table: string) => sql<number | null>`(
  SELECT CASE WHEN reltuples > 0 THEN pg_total_relation_size(oid) / reltuples END
    FROM pg_class WHERE oid = ${table}::regclass)`;

const monthBefore = (now: Date) => sql`${now}::timestamptz - interval '30 days'`;

/** The scans that would go, by image, as `deleteScans` finds them. Plan: as there, for all images at once. */
const goneScans = (own: RawBuilder<string>, before: Date, newest: number) => sql`
  SELECT i.id, count(*) AS scans, min(s.accepted_at) AS oldest
    FROM image_tag i
   CROSS JOIN LATERAL (
     SELECT s.id, s.accepted_at FROM scan s
      WHERE s.organization_id = ${own} AND s.image_tag_id = i.id
      ORDER BY s.accepted_at DESC, s.id DESC
     OFFSET CASE WHEN i.deleted_at IS NOT NULL AND i.retired_at IS NULL THEN 0 ELSE ${newest}::int END) s
   WHERE i.organization_id = ${own} AND s.accepted_at < ${before}::timestamptz
     AND (i.deleted_at IS NOT NULL AND i.retired_at IS NULL OR s.id <> i.latest_scan_id)
   GROUP BY i.id`;

/** Counts the scans that would go, and names images that lose the most. */
export async function previewScans(
  organizationId: OrganizationId,
  db: Transaction,
  { before, now, newest, limit }: Bounds & { readonly newest: number; readonly limit: number },
): Promise<{ readonly scans: WouldGo; readonly examples: ExampleRow[] }> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<
    { readonly [Name in keyof ExampleRow]: ExampleRow[Name] | null } & {
      readonly total: number;
      readonly oldestOfAll: Date | null;
      readonly bytes: number | null;
      readonly perMonth: number;
    }
  >`
    WITH gone AS MATERIALIZED (${goneScans(own, before, newest)}),
    most AS (
      SELECT gone.* FROM gone JOIN image_tag i ON i.organization_id = ${own} AND i.id = gone.id
       WHERE ${isKept('i')} ORDER BY scans DESC, id LIMIT ${limit}),
    total AS (
      SELECT coalesce(sum(scans), 0)::int AS total, min(oldest) AS oldest_of_all,
             (coalesce(sum(scans), 0) * ${rowBytes('scan')})::int8 AS bytes
        FROM gone)
    SELECT total.*, most.id, most.scans::int AS scans, most.oldest, p.name AS project_name,
           CASE i.kind WHEN 'directory' THEN i.name ELSE i.name || ':' || i.tag END AS name,
           (SELECT count(*) FROM scan s WHERE s.organization_id = ${own}
              AND s.accepted_at >= ${monthBefore(now)})::int AS per_month
      FROM total
      LEFT JOIN most ON true
      LEFT JOIN image_tag i ON i.organization_id = ${own} AND i.id = most.id
      LEFT JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
     ORDER BY most.scans DESC, most.id`.execute(db.sql);
  const [first] = rows;
  if (!first) return { scans: NOTHING, examples: [] };
  const { total, oldestOfAll, bytes, perMonth } = first;
  return {
    scans: { rows: total, oldest: oldestOfAll, bytes, perMonth },
    examples: rows.flatMap(({ id, name, projectName, scans, oldest }) =>
      id === null || name === null || projectName === null || scans === null || oldest === null
        ? []
        : { id, name, projectName, scans, oldest },
    ),
  };
}

async function counted(db: Transaction, statement: RawBuilder<WouldGo>): Promise<WouldGo> {
  const { rows } = await statement.execute(db.sql);
  return rows[0] ?? NOTHING;
}

/** Counts the SBOMs that no image holds and no scan since an instant. Plan: as `findUnheld`, for all at once. */
export function previewSboms(
  organizationId: OrganizationId,
  db: Transaction,
  { before, now }: Bounds,
): Promise<WouldGo> {
  const own = anyOrganization(organizationId);
  return counted(
    db,
    sql`
    SELECT count(*)::int AS rows, min(d.created_at) AS oldest,
           coalesce(sum(pg_column_size(d.compressed)), 0)::int8 AS bytes,
           (SELECT count(*) FROM sbom n WHERE n.organization_id = ${own}
              AND n.created_at >= ${monthBefore(now)})::int AS per_month
      FROM sbom d
     WHERE d.organization_id = ${own} AND d.created_at < ${before}::timestamptz
       AND ${isUnheld(own, 'sbom', sql`d.id`, before)}`,
  );
}

/** Counts the times of findings that ended before an instant. Plan: a scan of the organization's intervals. */
export function previewIntervals(
  organizationId: OrganizationId,
  db: Transaction,
  { before, now }: Bounds,
): Promise<WouldGo> {
  const own = anyOrganization(organizationId);
  return counted(
    db,
    sql`
    SELECT count(*) FILTER (WHERE v.closed_at < ${before}::timestamptz)::int AS rows,
           min(v.opened_at) FILTER (WHERE v.closed_at < ${before}::timestamptz) AS oldest,
           (count(*) FILTER (WHERE v.closed_at < ${before}::timestamptz)
              * ${rowBytes('finding_interval')})::int8 AS bytes,
           count(*) FILTER (WHERE v.closed_at >= ${monthBefore(now)})::int AS per_month
      FROM finding_interval v
     WHERE v.organization_id = ${own} AND v.closed_at IS NOT NULL`,
  );
}

const RECORDS = {
  refused_upload: sql`refused_at`,
  message: sql`created_at`,
  audit_event: sql`at`,
} as const;

/** Counts records from before an instant. Plan: by (organization, time) where there is such an index; else a scan of them. */
export function previewRecords(
  organizationId: OrganizationId,
  db: Transaction,
  table: keyof typeof RECORDS,
  { before, now }: Bounds,
): Promise<WouldGo> {
  const own = anyOrganization(organizationId);
  const [name, at] = [sql.raw(table), RECORDS[table]];
  return counted(
    db,
    sql`
    SELECT old.rows, old.oldest, (old.rows * ${rowBytes(table)})::int8 AS bytes,
           (SELECT count(*) FROM ${name} WHERE organization_id = ${own}
              AND ${at} >= ${monthBefore(now)})::int AS per_month
      FROM (SELECT count(*)::int AS rows, min(${at}) AS oldest FROM ${name}
             WHERE organization_id = ${own} AND ${at} < ${before}::timestamptz) old`,
  );
}
