import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { isForgotten } from '@/server/channel/sql';
import { isKept } from '@/server/inventory/sql';
import { CONTENTS, type DocumentKind, isUnheld, TABLES } from './documents';
import { deletedImages, oldCleanIntervals, oldFindings, oldIntervals } from './history';
import { ALL_LEFT, type Left } from './left';
import { isOldEntry, isOldRefusal } from './records';
import { oldScans, type ScanRule, wasDeleted } from './scans';

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

/** What a preview is made for. */
export interface Ahead {
  readonly now: Date;
  /** The rule for scans, which go first; null: they stay. */
  readonly scans: ScanRule | null;
}

const NOTHING: WouldGo = { rows: 0, oldest: null, bytes: null, perMonth: 0 };

/** Bytes of a row of a table with its part of the indexes, as PostgreSQL estimates it; null before its first count. */
const rowBytes = (table: string) => sql<number | null>`(
  SELECT CASE WHEN reltuples > 0 THEN pg_total_relation_size(oid) / reltuples END
    FROM pg_class WHERE oid = ${table}::regclass)`;

const monthBefore = (now: Date) => sql`${now}::timestamptz - interval '30 days'`;

/** The scans that go, of all images at once. Plan: as `deleteScans`. */
function goneScans(own: RawBuilder<string>, rule: ScanRule | null): RawBuilder<unknown> {
  if (rule === null) return sql`SELECT NULL::uuid AS id WHERE false`;
  const images = sql`(
    SELECT t.id, t.latest_scan_id, t.deleted_at, t.retired_at
      FROM image_tag t WHERE t.organization_id = ${own})`;
  return oldScans(own, images, rule);
}

/** What is left once the scans that go, which a statement knows as `gone`, and what deleted images hold are gone. */
function leftThen(rule: ScanRule | null): Left {
  if (rule === null) return ALL_LEFT;
  return {
    scan: sql`NOT EXISTS (SELECT FROM gone WHERE gone.id = s.id)`,
    image: sql`NOT ${wasDeleted('i', rule.before)}`,
  };
}

/**
 * Has the next statements of a transaction read each side of a join once. Where the planner takes what goes for a few rows,
 * such as findings of deleted images, it would look through all other rows that go for each of them.
 */
export async function joinWholes(tx: Transaction): Promise<void> {
  await sql`SET LOCAL enable_nestloop = off`.execute(tx.sql);
}

/** Counts the scans that would go, and names images that lose the most. */
export async function previewScans(
  organizationId: OrganizationId,
  db: Transaction,
  rule: ScanRule,
  { now, limit }: { readonly now: Date; readonly limit: number },
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
    WITH gone AS MATERIALIZED (
      SELECT old.image_tag_id AS id, count(*) AS scans, min(old.accepted_at) AS oldest
        FROM (${goneScans(own, rule)}) old GROUP BY old.image_tag_id),
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

/**
 * Counts the documents of a kind that nobody holds then.
 * @param since scans before let go of them; null: a scan that is left holds them however old it is
 *
 * Plan, after {@link joinWholes}: the documents, without those that images hold, without those that scans hold which are
 * not among the ones that go.
 */
export function previewDocuments(
  organizationId: OrganizationId,
  db: Transaction,
  kind: DocumentKind,
  since: Date | null,
  { now, scans }: Ahead,
): Promise<WouldGo> {
  const own = anyOrganization(organizationId);
  return counted(
    db,
    sql`
    WITH gone AS MATERIALIZED (${goneScans(own, scans)})
    SELECT count(*)::int AS rows, min(d.created_at) AS oldest,
           coalesce(sum(pg_column_size(d.${CONTENTS[kind]})), 0)::int8 AS bytes,
           (SELECT count(*) FROM ${TABLES[kind]} n WHERE n.organization_id = ${own}
              AND n.created_at >= ${monthBefore(now)})::int AS per_month
      FROM ${TABLES[kind]} d
     WHERE d.organization_id = ${own} AND ${isUnheld(own, kind, sql`d.id`, since, leftThen(scans))}`,
  );
}

/**
 * Counts the times that go, in which findings were open or images had none, and the findings of deleted images that have
 * none left then.
 * @param before the rule's instant
 * @param bound up to when history may go
 *
 * Plan, after {@link joinWholes}: the times that ended before, without those of which a scan is left, which is looked for
 * among all that do not go; then the findings of deleted images, without those that have another time.
 */
export async function previewHistory(
  organizationId: OrganizationId,
  db: Transaction,
  { before, bound }: { readonly before: Date; readonly bound: Date },
  { now, scans }: Ahead,
): Promise<(WouldGo & { readonly kind: 'intervals' | 'findings' })[]> {
  const own = anyOrganization(organizationId);
  const left = leftThen(scans);
  const ofTable = (table: 'finding_interval' | 'clean_interval') =>
    sql`(SELECT t.* FROM ${sql.raw(table)} t WHERE t.organization_id = ${own})`;
  const counts = (from: string, table: 'finding_interval' | 'clean_interval') => sql`
    SELECT count(*) AS rows, min(old.opened_at) AS oldest, count(*) * ${rowBytes(table)} AS bytes,
           (SELECT count(*) FROM ${sql.raw(table)} n WHERE n.organization_id = ${own}
              AND n.closed_at >= ${monthBefore(now)}) AS per_month
      FROM ${sql.raw(from)} old`;
  const isLeft = sql<boolean>`NOT EXISTS (SELECT FROM old_interval o WHERE o.id = v.id)`;
  const deleted = sql`(${deletedImages(own, before)})`;
  const { rows } = await sql<WouldGo & { readonly kind: 'intervals' | 'findings' }>`
    WITH gone AS MATERIALIZED (${goneScans(own, scans)}),
    old_interval AS MATERIALIZED (${oldIntervals(own, ofTable('finding_interval'), bound, left)}),
    old_clean AS (${oldCleanIntervals(own, ofTable('clean_interval'), bound, left)}),
    old_finding AS (${oldFindings(own, deleted, isLeft)})
    SELECT 'intervals' AS kind, sum(part.rows)::int AS rows, min(part.oldest) AS oldest,
           sum(part.bytes)::int8 AS bytes, sum(part.per_month)::int AS per_month
      FROM (${counts('old_interval', 'finding_interval')}
            UNION ALL ${counts('old_clean', 'clean_interval')}) part
    UNION ALL
    SELECT 'findings', count(*)::int, min(old.first_seen_at), (count(*) * ${rowBytes('finding')})::int8,
           (SELECT count(*) FROM image_tag i
              JOIN finding n ON n.organization_id = ${own} AND n.image_tag_id = i.id
             WHERE i.organization_id = ${own} AND NOT ${isKept('i')}
               AND i.deleted_at >= ${monthBefore(now)} AND NOT n.is_open)::int
      FROM old_finding old`.execute(db.sql);
  return rows;
}

/** Records of which each goes by itself. */
interface Records {
  readonly table: 'refused_upload' | 'message' | 'audit_event';
  /** When one came. */
  readonly at: RawBuilder<unknown>;
  /** Whether one goes, known as `r`. */
  readonly isOld: RawBuilder<boolean>;
}

/** Counts the records that go. Plan: by (organization, time) where there is such an index; else a scan of them. */
function previewRecords(
  organizationId: OrganizationId,
  db: Transaction,
  { table, at, isOld }: Records,
  now: Date,
): Promise<WouldGo> {
  const own = anyOrganization(organizationId);
  const name = sql.raw(table);
  return counted(
    db,
    sql`
    SELECT old.rows, old.oldest, (old.rows * ${rowBytes(table)})::int8 AS bytes,
           (SELECT count(*) FROM ${name} r WHERE r.organization_id = ${own}
              AND ${at} >= ${monthBefore(now)})::int AS per_month
      FROM (SELECT count(*)::int AS rows, min(${at}) AS oldest FROM ${name} r
             WHERE r.organization_id = ${own} AND ${isOld}) old`,
  );
}

/** Counts the records of refused uploads from before an instant. */
export function previewRefused(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
  now: Date,
): Promise<WouldGo> {
  const [at, isOld] = [sql`r.refused_at`, isOldRefusal(before)];
  return previewRecords(organizationId, db, { table: 'refused_upload', at, isOld }, now);
}

/** Counts the messages that are forgotten by a rule. */
export function previewMessages(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
  now: Date,
): Promise<WouldGo> {
  const isOld = isForgotten(anyOrganization(organizationId), 'r', before);
  return previewRecords(
    organizationId,
    db,
    { table: 'message', at: sql`r.created_at`, isOld },
    now,
  );
}

/** Counts the entries of the trail that go by a rule of some days. */
export function previewEntries(
  organizationId: OrganizationId,
  db: Transaction,
  { before, days }: { readonly before: Date; readonly days: number },
  now: Date,
): Promise<WouldGo> {
  const [at, isOld] = [sql`r.at`, isOldEntry(before, days)];
  return previewRecords(organizationId, db, { table: 'audit_event', at, isOld }, now);
}
