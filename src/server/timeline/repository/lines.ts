import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { CoveringPlace } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { MAX_ROWS_OF_LINE } from '@/domain/timeline/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ESTIMATED_FROM, stateAsOf } from '@/server/catalog/sql';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { evidenceAt } from '@/server/evidence/sql';
import { heldProducts, heldSoftware, imagesHoldingAnyOf } from '@/server/holding/sql';
import { cyclesAt } from '@/server/past/sql';
import { countsFor, endsInRange, isFound, isHeldBy, isListed, type TimelineFilter } from './held';

/** A line is all that is in use of one product: its cycles, each as every package type that it is found as. */

/** Ended altogether; still to end; of no known end. In this order they stand on the timeline. */
const RANK = sql<number>`CASE WHEN lines.next_on IS NOT NULL THEN 1
  WHEN lines.last_on IS NOT NULL THEN 0 ELSE 2 END`;

/** Software `s` of the type that is asked for, with its cycle `c`. */
function softwareOf(own: RawBuilder<string>, db: Database, { artifactType, past }: TimelineFilter) {
  const software = db.sql
    .selectFrom(cyclesAt(own, past))
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .where('c.organizationId', '=', own);
  return artifactType === null ? software : software.where('s.artifactType', '=', artifactType);
}

/** The same, with what tells its line and its place there. */
export function placedSoftware(own: RawBuilder<string>, db: Database, filter: TimelineFilter) {
  return softwareOf(own, db, filter)
    .select(['s.id', 's.artifactType', 'c.id as cycleId', 'c.cycle', 'c.productKey'])
    .select(['c.sortKey', 'c.eolOn', stateAsOf(filter.today).as('state')]);
}

interface Used {
  readonly productKey: string;
  readonly sortKey: string;
  readonly eolOn: Day | null;
  readonly state: EolState;
}

/**
 * What counts as one release cycle. As of a day before a contract began, those that it tells apart by now were one: names
 * tell them.
 */
const countedCycle = ({ past }: TimelineFilter) =>
  past ? sql`(used.product_key, used.cycle)` : sql.ref('used.cycleId');

/** The lines of software in use, `used`, with their next end to come and their last one. */
export function linesOfUsed(filter: TimelineFilter) {
  return expressionBuilder<{ used: Used }>()
    .selectFrom('used')
    .select('used.productKey')
    .select(({ fn }) => [
      fn.min('used.sortKey').as('sortKey'),
      fn.count<number>(countedCycle(filter)).distinct().as('cycles'),
      fn.min('used.eolOn').filterWhere('used.state', '<>', 'ended').as('nextOn'),
      fn.max('used.eolOn').filterWhere('used.state', '=', 'ended').as('lastOn'),
    ])
    .where(isListed(filter))
    .groupBy('used.productKey');
}

/**
 * Software in use as `used`, and its lines as `lines`.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), and for each what
 * {@link isHeldBy} says. Nothing is counted, so it costs the same whatever the number of images.
 */
function withLines(organizationId: OrganizationId, db: Database, filter: TimelineFilter) {
  const own = anyOrganization(organizationId);
  return db.sql
    .with(
      (cte) => cte('used').materialized(),
      () => placedSoftware(own, db, filter).where(isHeldBy(filter, own)),
    )
    .with('lines', () => linesOfUsed(filter));
}

/** Counts lines, those that have ended altogether, and cycles: of each state whatever states are asked for. */
export function timelineCounts(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
) {
  return withLines(organizationId, db, filter)
    .selectFrom('used')
    .select(({ fn, selectFrom }) => {
      const cycles = fn.count<number>(countedCycle(filter)).distinct();
      const inRange = cycles.filterWhere(endsInRange(filter));
      const lines = selectFrom('lines').select(fn.countAll<number>().as('count'));
      return [
        lines.$asScalar().as('total'),
        lines.where(RANK, '=', 0).$asScalar().as('first'),
        cycles.filterWhere(isListed(filter)).as('cycles'),
        inRange.filterWhere('used.state', '=', 'ended').as('ended'),
        inRange.filterWhere('used.state', '=', 'soon').as('soon'),
        inRange.filterWhere('used.state', '=', 'next').as('next'),
        inRange.filterWhere('used.state', '=', 'later').as('later'),
        inRange.filterWhere('used.state', '=', 'unknown').as('unknown'),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Where else contracts covered it is not asked of a day before. */
const NO_SUPPORT_ELSEWHERE = sql<CoveringPlace | null>`NULL`.as('supportElsewhere');

/** Which lines are read: so many from a place on, or those of some products. */
export type LineChoice =
  { readonly from: number; readonly size: number } | { readonly productKeys: readonly string[] };

/** The order of the timeline. */
export const PLACE_OF_LINE = sql`${RANK}, coalesce(lines.next_on, lines.last_on), lines.sort_key, lines.product_key`;
/** The order of software in a line. */
export const PLACE_IN_LINE = sql`used.eol_on NULLS LAST, used.sort_key, used.cycle, used.artifact_type, used.id`;

export type TimelineRow = Awaited<ReturnType<typeof timelineRows>>[number];

/**
 * Reads the rows of some lines, in the order of the timeline: what has ended altogether by its last end, then the others by
 * their next one, no known end last; in a line by end. At most {@link MAX_ROWS_OF_LINE} rows of a line; of more, those that
 * ended first are left out, so that what is still to end is there.
 */
export function timelineRows(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  choice: LineChoice,
) {
  const own = anyOrganization(organizationId);
  const isChosen =
    'from' in choice
      ? sql<boolean>`placed.position >= ${choice.from} AND placed.position < ${choice.from + choice.size}`
      : sql<boolean>`placed.product_key = ANY(${choice.productKeys}::uuid[])`;
  return withLines(organizationId, db, filter)
    .with('placed', (of) =>
      of
        .selectFrom('lines')
        .select(['lines.productKey', 'lines.cycles'])
        .select(
          sql<number>`(row_number() OVER (ORDER BY ${PLACE_OF_LINE}) - 1)::int`.as('position'),
        ),
    )
    .with('rows', (of) =>
      of
        .selectFrom('used')
        .innerJoin('placed', 'placed.productKey', 'used.productKey')
        .select(['used.id', 'used.artifactType', 'used.cycleId', 'used.state'])
        .select(['placed.position', 'placed.cycles'])
        .select([
          numberInLine(PLACE_IN_LINE).as('number'),
          numberInLine(sql`used.state = 'ended', CASE used.state WHEN 'ended' THEN used.eol_on END DESC,
            ${PLACE_IN_LINE}`).as('rank'),
        ])
        .where(isListed(filter))
        .where(isChosen),
    )
    .selectFrom('rows')
    .innerJoin(cyclesAt(own, filter.past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 'rows.cycleId'),
    )
    .select(['rows.id', 'rows.artifactType', 'rows.state', 'rows.position', 'rows.cycles'])
    .select(['c.productName', 'c.cycle', 'c.productKey', 'c.lts', 'c.releasedOn'])
    .select(['c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM, evidenceAt(filter.past), SUPPORT])
    .select(filter.past ? NO_SUPPORT_ELSEWHERE : SUPPORT_ELSEWHERE)
    .where('rows.rank', '<=', MAX_ROWS_OF_LINE)
    .orderBy('rows.position')
    .orderBy('rows.number')
    .execute();
}

/** Numbers the rows of each line in an order. */
function numberInLine(order: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`row_number() OVER (PARTITION BY used.product_key ORDER BY ${order})::int`;
}

/**
 * Finds the lines that most images hold, of equal ones those that end soonest; after these, of the others the one that ends
 * first and the one that most images hold. What has no end to come is last.
 *
 * Plan: an index-only walk of finding_open_software_idx for the software that is asked for, its image tags counted once a
 * product. With a filter on images each entry's image tag by primary key as well.
 */
export function topLines(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  limit: number,
) {
  const own = anyOrganization(organizationId);
  const counts = countsFor(filter, own);
  return withLines(organizationId, db, filter)
    .with('counted', (of) =>
      of
        .selectFrom('used')
        .innerJoin('finding as f', (join) =>
          join
            .on('f.organizationId', '=', own)
            .onRef('f.softwareId', '=', 'used.id')
            .on(isFound(filter, own)),
        )
        .select('used.productKey')
        .select(({ fn }) => fn.count<number>('f.imageTagId').distinct().as('images'))
        .where(isListed(filter))
        .where(isImageCounted(counts, own))
        .groupBy('used.productKey'),
    )
    .with('placed', (of) =>
      of
        .selectFrom('counted')
        .innerJoin('lines', 'lines.productKey', 'counted.productKey')
        .select(['counted.productKey', 'counted.images', 'lines.nextOn'])
        .select(
          sql<number>`(row_number() OVER (ORDER BY lines.next_on IS NULL, counted.images DESC, lines.next_on,
            lines.sort_key, lines.product_key))::int`.as('place'),
        ),
    )
    .selectFrom('placed')
    .selectAll()
    .where(({ eb, or, selectFrom }) => {
      const rest = selectFrom('placed as rest')
        .select('rest.place')
        .where('rest.place', '>', limit)
        .limit(1);
      const first = rest.orderBy('rest.nextOn', (by) => by.asc().nullsLast());
      const largest = rest.orderBy('rest.images', 'desc');
      return or([
        eb('placed.place', '<=', limit),
        eb('placed.place', '=', first.orderBy('rest.place')),
        eb('placed.place', '=', largest.orderBy('rest.place')),
      ]);
    })
    .orderBy('placed.place')
    .execute();
}

function isImageCounted(
  counts: ReturnType<typeof countsFor>,
  own: ReturnType<typeof anyOrganization>,
) {
  if (!counts) return sql<boolean>`true`;
  return sql<boolean>`EXISTS (
    SELECT FROM image_tag i WHERE i.organization_id = ${own} AND i.id = f.image_tag_id AND ${counts})`;
}

/**
 * Counts the images that hold each software of some products that is asked for, and any of that of each product: an image
 * once.
 */
export function imagesOfLines(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  productKeys: readonly string[],
) {
  const isAboutAll =
    filter.past === null && countsFor(filter, anyOrganization(organizationId)) === null;
  return (isAboutAll ? keptImagesOfLines : countedImagesOfLines)(
    organizationId,
    db,
    filter,
    productKeys,
  );
}

/**
 * Of all images. Plan: the kept counts of software and products; where only part of a product is asked for, of more than one
 * software, its images by finding_open_software_idx.
 */
export async function keptImagesOfLines(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  productKeys: readonly string[],
) {
  const own = anyOrganization(organizationId);
  const listed = isListed(filter);
  const used = db.sql.with('used', () =>
    softwareOf(own, db, { ...filter, artifactType: null })
      .innerJoin(heldSoftware(own).as('held'), 'held.softwareId', 's.id')
      .select(['s.id', 's.artifactType', 'c.productKey', 'c.eolOn', 'held.images'])
      .select(stateAsOf(filter.today).as('state'))
      .where('c.productKey', 'in', productKeys),
  );
  const isAsked =
    filter.artifactType === null
      ? listed
      : sql<boolean>`(${listed} AND used.artifact_type = ${filter.artifactType})`;
  const lines = used
    .with('grouped', (of) =>
      of
        .selectFrom('used')
        .select('used.productKey')
        .select([
          sql<string[]>`array_agg(used.id) FILTER (WHERE ${isAsked})`.as('softwareIds'),
          sql<number>`min(used.images) FILTER (WHERE ${isAsked})`.as('heldImages'),
          // What has no known end is in no range, and of that SQL says neither yes nor no.
          sql<boolean>`bool_and(${isAsked} IS TRUE)`.as('isWhole'),
        ])
        .groupBy('used.productKey')
        .having(sql<boolean>`bool_or(${isAsked})`),
    )
    .selectFrom('grouped')
    .leftJoin(heldProducts(own).as('product'), 'product.productKey', 'grouped.productKey')
    .select('grouped.productKey')
    .select(
      imagesHoldingAnyOf(own, {
        softwareIds: sql`grouped.software_ids`,
        images: sql`grouped.held_images`,
        ofProduct: sql`CASE WHEN grouped.is_whole THEN product.images END`,
      }).as('images'),
    );
  const [software, counted] = await Promise.all([
    used.selectFrom('used').select(['used.id', 'used.images']).where(isAsked).execute(),
    lines.execute(),
  ]);
  return { software, lines: counted };
}

/** Of some images, or of those of a day before. Plan: as {@link topLines}. */
export async function countedImagesOfLines(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  productKeys: readonly string[],
) {
  const own = anyOrganization(organizationId);
  const found = db.sql
    .with('used', () =>
      softwareOf(own, db, filter)
        .select(['s.id', 'c.productKey', 'c.eolOn', stateAsOf(filter.today).as('state')])
        .where('c.productKey', 'in', productKeys),
    )
    .selectFrom('used')
    .innerJoin('finding as f', (join) =>
      join
        .on('f.organizationId', '=', own)
        .onRef('f.softwareId', '=', 'used.id')
        .on(isFound(filter, own)),
    )
    .where(isListed(filter))
    .where(isImageCounted(countsFor(filter, own), own));
  const [software, lines] = await Promise.all([
    found
      .select('used.id')
      .select(({ fn }) => fn.countAll<number>().as('images'))
      .groupBy('used.id')
      .execute(),
    found
      .select('used.productKey')
      .select(({ fn }) => fn.count<number>('f.imageTagId').distinct().as('images'))
      .groupBy('used.productKey')
      .execute(),
  ]);
  return { software, lines };
}
