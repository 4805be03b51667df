import { sql, type NotNull } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { DayRange, EolState } from '@/domain/eol/proximity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { EVIDENCE } from '@/server/evidence/sql';
import { ESTIMATED_FROM, stateAsOf, stateBackOn } from '@/server/catalog/sql';
import { heldSoftware } from '@/server/holding/sql';
import { cyclesAt, type Past } from '@/server/past/sql';
import { heldIn, heldInThen, isIn, mayHaveBeenIn, type Scope } from './sql';

export type StateCounts = Record<EolState, number>;

/** A day, and the instant at which its findings are looked at. */
export interface Moment {
  readonly day: Day;
  readonly at: Date;
}

/**
 * Counts software found open somewhere by state: now as of today, and then as of the day of then.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), for each a probe of
 * finding_interval_open_software_idx, and where that finds none, one of finding_interval_closed_software_idx from then on:
 * however many times have ended before, none of them is read.
 */
export async function statesNowAndThen(
  organizationId: OrganizationId,
  db: Database,
  today: Day,
  then: Moment,
  scope: Scope | null = null,
): Promise<{ now: StateCounts; then: StateCounts }> {
  const own = anyOrganization(organizationId);
  const had = sql`seen.opened_at < ${then.at}::timestamptz`;
  const hasEnded = sql`seen.closed_at >= ${then.at}::timestamptz`;
  const wasHeld = scope
    ? sql<boolean>`s.id IN (
      SELECT seen.software_id FROM image_tag i
      JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = i.id
      JOIN finding_interval seen ON seen.organization_id = ${own} AND seen.finding_id = f.id
      WHERE i.organization_id = ${own} AND ${mayHaveBeenIn(own, scope)} AND ${had}
        AND (seen.closed_at IS NULL OR ${hasEnded}))`
    : sql<boolean>`(EXISTS (
      SELECT FROM finding_interval seen
      WHERE seen.organization_id = ${own} AND seen.software_id = s.id AND ${had} AND seen.closed_at IS NULL OFFSET 0)
      OR EXISTS (
      SELECT FROM finding_interval seen
      WHERE seen.organization_id = ${own} AND seen.software_id = s.id AND ${hasEnded} AND ${had} OFFSET 0))`;
  const held = scope ? heldIn(own, scope) : heldSoftware(own);
  const isHeldNow = sql<boolean>`s.id IN (SELECT held.software_id FROM ${held} held)`;
  const rows = await db.sql
    .selectFrom((of) =>
      of
        .selectFrom('software as s')
        .innerJoin('softwareCycle as c', (join) =>
          join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
        )
        .select([stateAsOf(today).as('state'), stateBackOn(then.day).as('stateThen')])
        .select([isHeldNow.as('isHeld'), wasHeld.as('wasHeld')])
        .where('s.organizationId', '=', own)
        .as('software'),
    )
    .select(['state', 'stateThen', 'isHeld', 'wasHeld'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['state', 'stateThen', 'isHeld', 'wasHeld'])
    .execute();
  const counts = { now: noneYet(), then: noneYet() };
  for (const { state, stateThen, isHeld, wasHeld, count } of rows) {
    if (isHeld) counts.now[state] += count;
    if (wasHeld) counts.then[stateThen] += count;
  }
  return counts;
}

/**
 * Counts software found open when a day was over by state, by the ends that were known then. Plan: as the lists of
 * software as of a day.
 */
export async function statesThen(
  organizationId: OrganizationId,
  db: Database,
  past: Past,
  scope: Scope | null,
): Promise<StateCounts> {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom((of) =>
      of
        .selectFrom(cyclesAt(own, past))
        .innerJoin('software as s', (join) =>
          join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
        )
        .innerJoin(heldInThen(own, past, scope).as('held'), 'held.softwareId', 's.id')
        .select(stateAsOf(past.day).as('state'))
        .as('software'),
    )
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('state')
    .execute();
  const counts = noneYet();
  for (const { state, count } of rows) counts[state] += count;
  return counts;
}

const noneYet = (): StateCounts => ({ ended: 0, soon: 0, next: 0, later: 0, unknown: 0 });

/** What stands in one row: the package types of one release cycle, or all that an organization holds of a product. */
export type Grouping = 'cycle' | 'product';

/** The orders in which groups are pointed out. */
const GROUP_ORDERS = {
  latest: sql`max(eol_on) DESC, min(sort_key), key`,
  earliest: sql`min(eol_on), min(sort_key), key`,
  images: sql`sum(images) DESC, min(eol_on), min(sort_key), key`,
} as const;

export interface EndingQuery {
  /** Software that ended on an unknown day is in where there is no first day. */
  readonly range: DayRange;
  readonly by: Grouping;
  readonly order: keyof typeof GROUP_ORDERS;
  readonly limit: number;
}

/** Of so many times as many as are shown the images are counted once each: the sum of what their software counts is more. */
const CANDIDATES = 3;

/** Software that is one story, and the number of image tags that hold any of it. */
export interface EndingGroup {
  readonly softwareIds: readonly string[];
  readonly images: number;
}

/**
 * Finds the first groups of software with an end in a range, in the order of the query. Those that most images hold are
 * looked for among those with the largest sums, since an image may hold several of one.
 *
 * Plan: software_cycle by (organization, eol_on), its software by (organization, cycle), the kept counts of what is held,
 * grouped by hash; then for each group that is shown, of more than one software, its images once by
 * finding_open_software_idx.
 */
export async function endingGroups(
  organizationId: OrganizationId,
  db: Database,
  { range: { after, until }, by, order, limit }: EndingQuery,
  scope: Scope | null,
): Promise<EndingGroup[]> {
  const own = anyOrganization(organizationId);
  const key = by === 'product' ? sql`c.product_key` : sql`c.id`;
  const first = after === null ? sql`true` : sql`c.eol_on > ${after}::date AND c.eol_on_known`;
  const last = until === null ? sql`true` : sql`c.eol_on <= ${until}::date`;
  const held = scope ? heldIn(own, scope) : heldSoftware(own);
  const counts = scope
    ? sql`AND f.image_tag_id IN (
        SELECT i.id FROM image_tag i WHERE i.organization_id = ${own} AND ${isIn(own, scope)})`
    : sql``;
  const { rows } = await sql<EndingGroup>`
    SELECT first.software_ids,
           CASE WHEN cardinality(first.software_ids) = 1 THEN first.images ELSE (
             SELECT count(DISTINCT f.image_tag_id) FROM finding f
              WHERE f.organization_id = ${own} AND f.software_id = ANY(first.software_ids) AND f.is_open ${counts}
           ) END AS images
      FROM (
        SELECT array_agg(id ORDER BY images DESC, eol_on, cycle, artifact_type, id) AS software_ids, sum(images)::int AS images,
               row_number() OVER (ORDER BY ${GROUP_ORDERS[order]}) AS position
          FROM (
            SELECT s.id, ${key} AS key, c.sort_key, c.eol_on, c.cycle, s.artifact_type, held.images
              FROM software_cycle c
              JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
              JOIN ${held} held ON held.software_id = s.id
             WHERE c.organization_id = ${own} AND c.eol_on IS NOT NULL AND ${first} AND ${last}
               AND held.images > 0
          ) ending
         GROUP BY key ORDER BY position LIMIT ${order === 'images' ? limit * CANDIDATES : limit}
      ) first
     ORDER BY ${order === 'images' ? sql`images DESC, first.position` : sql`first.position`}
     LIMIT ${limit}`.execute(db.sql);
  return rows;
}

export type EndingSoftware = Awaited<ReturnType<typeof endingSoftware>>[number];

/** Reads software by its ids, with the number of image tags that hold it. Plan: primary keys, and the counts above. */
export function endingSoftware(
  organizationId: OrganizationId,
  db: Database,
  softwareIds: readonly string[],
  scope: Scope | null,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .innerJoin(
      (scope ? heldIn(own, scope) : heldSoftware(own)).as('held'),
      'held.softwareId',
      's.id',
    )
    .select(['s.id', 'c.productName', 'c.cycle', 's.artifactType', 'c.eolOn', 'c.eolOnKnown'])
    .select([ESTIMATED_FROM, EVIDENCE, SUPPORT, SUPPORT_ELSEWHERE, 'held.images'])
    .$narrowType<{ eolOn: NotNull }>()
    .where('c.organizationId', '=', own)
    .where('c.eolOn', 'is not', null)
    .where(({ eb, fn, val }) => eb('s.id', '=', fn.any(val(softwareIds))))
    .execute();
}
