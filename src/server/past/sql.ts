import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { TableRow } from '@/server/platform/db/sql';

/**
 * Pieces of SQL on how things were when a day was over. What was held then follows from the times in which findings were
 * open, and what was known of its end from facts. See .github/decisions/0089-why-and-since-when.md.
 */

/** A UTC day that is over. */
export interface Past {
  readonly day: Day;
  /** The instant at which it was over. */
  readonly before: Date;
}

/** Tells whether times `opened_at` and `closed_at` of a relation hold the end of a day. */
export function holds(relation: string, { before }: Pick<Past, 'before'>): RawBuilder<boolean> {
  const [opened, closed] = [sql.ref(`${relation}.openedAt`), sql.ref(`${relation}.closedAt`)];
  return sql<boolean>`(${opened} < ${before}::timestamptz
    AND (${closed} IS NULL OR ${closed} >= ${before}::timestamptz))`;
}

/**
 * Tells whether times of a relation hold the end of a day, as {@link holds} does; what was there before anybody kept it, and
 * since when nobody kept, was always there until it went.
 */
export function isKnownToHold(relation: string, past: Pick<Past, 'before'>): RawBuilder<boolean> {
  const [closed, known] = [sql.ref(`${relation}.closedAt`), sql.ref(`${relation}.knownBefore`)];
  return sql<boolean>`(${holds(relation, past)}
    OR ${known} AND (${closed} IS NULL OR ${closed} >= ${past.before}::timestamptz))`;
}

/** Tells whether finding `f` was open at the end of a day. Plan: one probe of finding_interval by (organization, finding). */
export function wasOpen(own: RawBuilder<string>, past: Pick<Past, 'before'>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM finding_interval seen
    WHERE seen.organization_id = ${own} AND seen.finding_id = f.id AND ${holds('seen', past)})`;
}

/** What was found in images when a day was over. */
interface HeldThen {
  imageTagId: string;
  projectId: string;
  softwareId: string;
}

/**
 * What images held when a day was over, also of images that are gone by now. Plan: the organization's intervals by software
 * and time, their findings and image tags by hash.
 * @param images which image tags `i` count
 */
export function heldThen(
  own: RawBuilder<string>,
  past: Past,
  images: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<HeldThen> {
  return sql`(
  SELECT f.image_tag_id, i.project_id, f.software_id
    FROM finding_interval seen
    JOIN finding f ON f.organization_id = ${own} AND f.id = seen.finding_id
    JOIN image_tag i ON i.organization_id = ${own} AND i.id = f.image_tag_id
   WHERE seen.organization_id = ${own} AND ${holds('seen', past)} AND ${images})`;
}

/** Which images and software count: as conditions on `project_id`, `software_id` and image tags `i`. */
interface ChoiceThen {
  readonly projects?: RawBuilder<boolean> | undefined;
  readonly software?: RawBuilder<boolean> | undefined;
  readonly images?: RawBuilder<boolean> | undefined;
}

interface HoldingThen {
  projectId: string;
  softwareId: string;
  images: number;
}

/** Counts the images of each project that held each software when a day was over. Plan: as {@link heldThen}. */
export function holdingsThen(
  own: RawBuilder<string>,
  past: Past,
  { projects = sql<boolean>`true`, software = sql<boolean>`true`, images }: ChoiceThen,
): RawBuilder<HoldingThen> {
  return sql`(
  SELECT project_id, software_id, count(*)::int AS images FROM ${heldThen(own, past, images)} held
   WHERE ${projects} AND ${software} GROUP BY project_id, software_id)`;
}

/** Counts the images that held each software when a day was over, of all that some did. Plan: as {@link heldThen}. */
export function heldSoftwareThen(
  own: RawBuilder<string>,
  past: Past,
  choice: ChoiceThen,
): RawBuilder<{ softwareId: string; images: number }> {
  return sql`(
  SELECT each.software_id, sum(each.images)::int AS images FROM ${holdingsThen(own, past, choice)} each GROUP BY each.software_id)`;
}

/** A release cycle as lists read it. */
export type CycleRow = TableRow<'softwareCycle'>;

/**
 * The organization's release cycles as `c`: as they are, or with the ends that counted when a day was over. Where a contract
 * covers one that began later, or was entered later, it is what it is under the contract that covered it then, of the same
 * place or of all, or without one. A cycle whose end has never changed, most of all, has no fact, and was as it is; of what was
 * so before anybody kept it, the oldest fact is the nearest to the truth.
 *
 * Plan: the organization's cycles, some hundreds to thousands; of each one probe of the facts' primary key.
 */
export function cyclesAt(own: RawBuilder<string>, past: Past | null) {
  return (past ? cyclesThen(own, past) : sql<CycleRow>`software_cycle`).as('c');
}

/** Columns that no fact is about. */
const PLAIN = sql.join(
  [
    ...(['organization_id', 'id', 'product_name', 'product_key', 'cycle', 'cycle_key'] as const),
    ...(['product_permalink', 'search_text', 'sort_key', 'lts', 'released_on'] as const),
    ...(['latest_release', 'latest_released_on', 'first_seen_on', 'updated_at'] as const),
    ...(['scanner_eol_on', 'scanner_ended', 'scanner_eol_is_plain', 'upstream_id'] as const),
    ...(['catalog_eol_on', 'catalog_ended', 'override_eol_on'] as const),
  ].map((name) => sql.ref(`v.${name}`)),
);

/** From which day on it was known that a contract covers anything. */
const countedFrom = (contract: 'k' | 'other') =>
  sql`greatest(${sql.ref(`${contract}.starts_on`)}, (${sql.ref(`${contract}.created_at`)} AT TIME ZONE 'UTC')::date)`;

function cyclesThen(own: RawBuilder<string>, { day }: Past): RawBuilder<CycleRow> {
  const said = (column: string) =>
    sql`CASE WHEN fact.software_cycle_id IS NULL THEN b.${sql.ref(column)} ELSE fact.${sql.ref(column)} END AS ${sql.ref(column)}`;
  const columns = [
    ...(['eol_on', 'eol_on_known', 'eol_source', 'upstream_eol_on'] as const),
    ...(['upstream_eol_on_known', 'covered_from', 'covered_until'] as const),
  ];
  return sql`(
  SELECT ${PLAIN}, b.contract_id, b.upstream_eol_source, ${sql.join(columns.map(said))},
         CASE WHEN fact.software_cycle_id IS NULL THEN b.catalog_inferred_from
              ELSE fact.inferred_from END AS catalog_inferred_from
    FROM software_cycle v
    LEFT JOIN contract k ON k.organization_id = ${own} AND k.id = v.contract_id
    LEFT JOIN LATERAL (
      SELECT w.id FROM software_cycle w
        JOIN contract other ON other.organization_id = ${own} AND other.id = w.contract_id
         AND (other.scope = 'organization' OR other.project_id = k.project_id OR other.team_id = k.team_id)
       WHERE w.organization_id = ${own} AND w.upstream_id = v.upstream_id
         AND ${countedFrom('k')} > ${day}::date AND ${countedFrom('other')} <= ${day}::date
       ORDER BY other.ends_on DESC, other.id
       LIMIT 1
    ) earlier ON true
    JOIN LATERAL (
      SELECT each.* FROM software_cycle each
       WHERE each.organization_id = ${own}
         AND each.id = coalesce(earlier.id, CASE WHEN ${countedFrom('k')} > ${day}::date THEN v.upstream_id END, v.id)
       LIMIT 1
    ) b ON true
    LEFT JOIN LATERAL (
      SELECT f.* FROM software_cycle_fact f
       WHERE f.organization_id = ${own} AND f.software_cycle_id = b.id
       ORDER BY f.learnt_on <= ${day}::date DESC,
                CASE WHEN f.learnt_on <= ${day}::date THEN f.learnt_on END DESC, f.learnt_on
       LIMIT 1
    ) fact ON true
   WHERE v.organization_id = ${own})`;
}

/** An image tag as lists read it. */
export interface ImageRow extends ImageColumns {
  /** Null: nothing of it from before a day is kept any more. */
  readonly latestScanAt: Date | null;
}

type ImageColumns = Pick<
  TableRow<'imageTag'>,
  | 'organizationId'
  | 'id'
  | 'projectId'
  | 'kind'
  | 'name'
  | 'tag'
  | 'canonicalName'
  | 'searchText'
  | 'sortKey'
  | 'digest'
  | 'labels'
  | 'verified'
  | 'softwareIds'
  | 'firstScanAt'
  | 'lastRunAt'
  | 'deletedAt'
  | 'retiredAt'
>;

/**
 * The organization's image tags as `i`: as they are, or those that counted when a day was over, with what they held then.
 * Of one that was retired by then, and has come back since, a row of its retirement tells.
 *
 * Plan: as {@link heldThen}, its rows gathered by image tag; of each image the last scan before by its index.
 */
export function imagesAt(own: RawBuilder<string>, past: Past | null) {
  return (past ? imagesThen(own, past) : sql<ImageRow>`image_tag`).as('i');
}

/** Tells whether image tag `v` counted when a day was over. Plan: of each one probe of its retirements. */
export function wasCounted(
  own: RawBuilder<string>,
  past: Pick<Past, 'before'>,
): RawBuilder<boolean> {
  const before = sql`${past.before}::timestamptz`;
  return sql<boolean>`(v.first_scan_at < ${before}
     AND (v.deleted_at IS NULL OR v.deleted_at >= ${before})
     AND NOT EXISTS (
       SELECT FROM image_retirement r
        WHERE r.organization_id = ${own} AND r.image_tag_id = v.id AND r.retired_at < ${before}
          AND (r.ended_at IS NULL OR r.ended_at >= ${before})))`;
}

/** The last scan of image tag `v` before a day was over, `at` null where it is not kept. Plan: one probe of its scans. */
export function lastScanThen(
  own: RawBuilder<string>,
  { before }: Pick<Past, 'before'>,
): RawBuilder<{ at: Date | null }> {
  return sql`(
      SELECT max(s.accepted_at) AS at FROM scan s
       WHERE s.organization_id = ${own} AND s.image_tag_id = v.id AND s.accepted_at < ${before}::timestamptz)`;
}

function imagesThen(own: RawBuilder<string>, past: Past): RawBuilder<ImageRow> {
  return sql`(
  SELECT v.organization_id, v.id, v.project_id, v.kind, v.name, v.tag, v.canonical_name, v.search_text, v.sort_key,
         v.digest, v.labels, v.verified, coalesce(held.software_ids, '{}') AS software_ids,
         v.first_scan_at, scanned.at AS latest_scan_at, NULL::timestamptz AS last_run_at,
         NULL::timestamptz AS deleted_at, NULL::timestamptz AS retired_at
    FROM image_tag v
    LEFT JOIN (
      SELECT each.image_tag_id, array_agg(DISTINCT each.software_id) AS software_ids
        FROM ${heldThen(own, past)} each GROUP BY each.image_tag_id
    ) held ON held.image_tag_id = v.id
    LEFT JOIN LATERAL ${lastScanThen(own, past)} scanned ON true
   WHERE v.organization_id = ${own} AND ${wasCounted(own, past)})`;
}
