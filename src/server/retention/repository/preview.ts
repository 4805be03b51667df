import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { isForgotten } from '@/server/channel/sql';
import { isKept } from '@/server/inventory/sql';
import { CONTENTS, type DocumentKind, isUnheld, TABLES } from './documents';
import {
  deletedImages,
  endedFindings,
  oldCleanIntervals,
  oldFindings,
  oldIntervals,
} from './history';
import { allLeft, type Left } from './left';
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
function goneScans(own: RawBuilder<string>, rule: ScanRule): RawBuilder<unknown> {
  const images = sql`(
    SELECT t.id, t.latest_scan_id, t.deleted_at, t.retired_at
      FROM image_tag t WHERE t.organization_id = ${own})`;
  return oldScans(own, images, rule);
}

/**
 * Has the next statements of a transaction read each side of a join once. Where the planner takes what goes for a few rows,
 * such as findings of deleted images, it would look through all other rows that go for each of them. With as much memory as
 * 100,000 images take, so that few of these go through files, where the server does not give more.
 */
export async function joinWholes(tx: Transaction): Promise<void> {
  await sql`SET LOCAL enable_nestloop = off`.execute(tx.sql);
  await sql`
    SELECT set_config('work_mem', '64MB', true)
     WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')`.execute(tx.sql);
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

/** What goes since scans do, or with them: what those that are left still hold, or tell of, stays. */
export interface Following {
  /** Null: SBOMs stay. `since`: scans before let go of them; null: one that is left holds them however old it is. */
  readonly sboms: { readonly since: Date | null } | null;
  readonly inventories: boolean;
  /** The rule's instant, and up to when history may go; null: it stays. */
  readonly history: { readonly before: Date; readonly bound: Date } | null;
}

export const FOLLOWING_KINDS = ['sboms', 'inventories', 'intervals', 'findings'] as const;
export type FollowingKind = (typeof FOLLOWING_KINDS)[number];

/** What statements have before they count, each with its name: see {@link previewFollowing}. */
interface Counting {
  readonly own: RawBuilder<string>;
  readonly now: Date;
  readonly left: Left;
}

/**
 * Counts what goes with the scans or after them, of the kinds that are asked for. In one statement: which scans go, and which
 * are left, is found out once for all of them.
 *
 * Plan, after {@link joinWholes}: the scans without those that go (`left_scan`), and when each image was first scanned of these
 * (`first_left`): it is enough to know who tells of a time, however often an image is scanned. The documents without those
 * that images hold or these scans; the times that ended before without those of which the first scan tells; the findings of
 * deleted images (`ended`) without those that have a time which stays.
 */
export async function previewFollowing(
  organizationId: OrganizationId,
  db: Transaction,
  { sboms, inventories, history }: Following,
  { now, scans }: Ahead,
): Promise<ReadonlyMap<FollowingKind, WouldGo>> {
  const own = anyOrganization(organizationId);
  const counting = { own, now, left: leftThen(own, scans) };
  const found = scans === null ? [] : leftScans(own, scans);
  const counts: RawBuilder<unknown>[] = [];
  if (sboms)
    counts.push(
      countDocuments('sbom', sboms.since, { ...counting, left: ofSboms(sboms, counting.left) }),
    );
  if (inventories) counts.push(countDocuments('inventory', null, counting));
  if (history) {
    found.push(...oldHistory(history, counting));
    counts.push(countIntervals(counting), countFindings(counting));
  }
  if (counts.length === 0) return new Map();
  const tables = found.length === 0 ? sql`` : sql`WITH ${sql.join(found, sql`, `)}`;
  const { rows } = await sql<WouldGo & { readonly kind: FollowingKind }>`
    ${tables} ${sql.join(counts, sql` UNION ALL `)}`.execute(db.sql);
  return new Map(rows.map(({ kind, ...wouldGo }) => [kind, wouldGo]));
}

/** What is left once the scans that go and what deleted images hold are gone. */
function leftThen(own: RawBuilder<string>, rule: ScanRule | null): Left {
  if (rule === null) return allLeft(own);
  return { scans: sql`left_scan s WHERE true`, image: sql`NOT ${wasDeleted('i', rule.before)}` };
}

/** By a rule of their own deleted images hold none, however short ago that was. */
function ofSboms({ since }: NonNullable<Following['sboms']>, left: Left): Left {
  return since === null ? left : { ...left, image: isKept('i') };
}

function leftScans(own: RawBuilder<string>, rule: ScanRule): RawBuilder<unknown>[] {
  return [
    sql`gone AS MATERIALIZED (${goneScans(own, rule)})`,
    sql`left_scan AS MATERIALIZED (
      SELECT s.image_tag_id, s.accepted_at, s.inventory_id, s.sbom_id FROM scan s
       WHERE s.organization_id = ${own} AND NOT EXISTS (SELECT FROM gone WHERE gone.id = s.id))`,
  ];
}

/** Counts the documents of a kind that nobody holds then. */
function countDocuments(
  kind: DocumentKind,
  since: Date | null,
  { own, now, left }: Counting,
): RawBuilder<unknown> {
  return sql`
    SELECT ${sql.lit(kind === 'sbom' ? 'sboms' : 'inventories')} AS kind, count(*)::int AS rows,
           min(d.created_at) AS oldest,
           coalesce(sum(pg_column_size(d.${CONTENTS[kind]})), 0)::int8 AS bytes,
           (SELECT count(*) FROM ${TABLES[kind]} n WHERE n.organization_id = ${own}
              AND n.created_at >= ${monthBefore(now)})::int AS per_month
      FROM ${TABLES[kind]} d
     WHERE d.organization_id = ${own} AND ${isUnheld(own, kind, sql`d.id`, since, left)}`;
}

/**
 * The times that go, in which findings were open or images had none, and the findings of deleted images that have none left
 * then.
 */
function oldHistory(
  { before, bound }: NonNullable<Following['history']>,
  { own, left }: Counting,
): RawBuilder<unknown>[] {
  const ofTable = (table: 'finding_interval' | 'clean_interval') =>
    sql`(SELECT t.* FROM ${sql.raw(table)} t WHERE t.organization_id = ${own})`;
  const first = { scans: sql`first_left s WHERE true` };
  const deleted = sql`(${deletedImages(own, before)})`;
  return [
    sql`first_left AS MATERIALIZED (
      SELECT first.image_tag_id, min(first.accepted_at) AS accepted_at
        FROM (SELECT s.image_tag_id, s.accepted_at FROM ${left.scans}) first
       GROUP BY first.image_tag_id)`,
    sql`old_interval AS MATERIALIZED (${oldIntervals(own, ofTable('finding_interval'), bound, first)})`,
    sql`old_clean AS (${oldCleanIntervals(own, ofTable('clean_interval'), bound, first)})`,
    sql`ended AS MATERIALIZED (${endedFindings(own, deleted)})`,
    // Only then is it asked which of these go: they are few of all, as a rule.
    sql`time_of_ended AS MATERIALIZED (
      SELECT v.id, v.finding_id FROM ended
        JOIN finding_interval v ON v.organization_id = ${own} AND v.finding_id = ended.id)`,
    sql`old_finding AS (${oldFindings(
      sql`ended`,
      sql`time_of_ended v WHERE NOT EXISTS (SELECT FROM old_interval o WHERE o.id = v.id)`,
    )})`,
  ];
}

function countIntervals({ own, now }: Counting): RawBuilder<unknown> {
  const part = (from: string, table: 'finding_interval' | 'clean_interval') => sql`
    SELECT count(*) AS rows, min(old.opened_at) AS oldest, count(*) * ${rowBytes(table)} AS bytes,
           (SELECT count(*) FROM ${sql.raw(table)} n WHERE n.organization_id = ${own}
              AND n.closed_at >= ${monthBefore(now)}) AS per_month
      FROM ${sql.raw(from)} old`;
  return sql`
    SELECT 'intervals' AS kind, sum(part.rows)::int AS rows, min(part.oldest) AS oldest,
           sum(part.bytes)::int8 AS bytes, sum(part.per_month)::int AS per_month
      FROM (${part('old_interval', 'finding_interval')}
            UNION ALL ${part('old_clean', 'clean_interval')}) part`;
}

function countFindings({ own, now }: Counting): RawBuilder<unknown> {
  return sql`
    SELECT 'findings' AS kind, count(*)::int AS rows, min(old.first_seen_at) AS oldest,
           (count(*) * ${rowBytes('finding')})::int8 AS bytes,
           (SELECT count(*) FROM image_tag i
              JOIN finding n ON n.organization_id = ${own} AND n.image_tag_id = i.id
             WHERE i.organization_id = ${own} AND NOT ${isKept('i')}
               AND i.deleted_at >= ${monthBefore(now)} AND NOT n.is_open)::int AS per_month
      FROM old_finding old`;
}

/** Records of which each goes by itself. */
interface Records {
  readonly table: 'refused_upload' | 'message' | 'audit_event';
  /** When one came. */
  readonly at: RawBuilder<unknown>;
  /** Whether one goes, known as `r`. */
  readonly isOld: RawBuilder<boolean>;
}

async function counted(db: Transaction, statement: RawBuilder<WouldGo>): Promise<WouldGo> {
  const { rows } = await statement.execute(db.sql);
  return rows[0] ?? NOTHING;
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
