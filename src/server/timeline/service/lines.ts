import { adviceOn } from '@/domain/advice/advice';
import { catalogFactsOf, type CatalogView } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import { horizonRange, LINES_AT_A_TIME, type Horizon } from '@/domain/timeline/list';
import { toSupport } from '@/server/coverage/dto';
import { pastOf } from '@/server/past/service';
import { ownerScope } from '@/server/team/service/owners';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { allTimelineRows, type TimelineFileRow } from '../repository/all-rows';
import { softwareHeldBy, type TimelineFilter } from '../repository/held';
import {
  imagesOfLines,
  timelineCounts,
  timelineRows,
  topLines,
  type LineChoice,
  type TimelineRow,
} from '../repository/lines';
import { plannedDays, waivedDays } from '../repository/marks';

/** Which images count; software that none of them holds is left out. */
export interface ImageQuery extends OwnerQuery {
  readonly projectId?: string | null | undefined;
  readonly label?: LabelFilter | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
}

export interface TimelineQuery extends ImageQuery {
  readonly artifactType?: string | null | undefined;
  readonly states?: readonly EolState[] | null | undefined;
  readonly within?: Horizon | null | undefined;
}

/** Lines from a place on; without one, those around the first that is still to end. */
export interface LinesQuery extends TimelineQuery {
  readonly from?: number | null | undefined;
  readonly size?: number | undefined;
}

/** Lists lines of the timeline with how many there are, and the numbers of cycles by state, whatever states are asked for. */
export async function listTimeline(
  deps: Deps,
  organizationId: OrganizationId,
  { from, size = LINES_AT_A_TIME, ...query }: LinesQuery,
) {
  const filter = await withHeld(deps, organizationId, await toFilter(deps, organizationId, query));
  const counts = await timelineCounts(organizationId, deps.db, filter);
  const { total, first, cycles, ...states } = counts;
  const ofToday = Math.min(first ?? 0, Math.max(0, (total ?? 0) - 1));
  const start = from ?? Math.floor(ofToday / size) * size;
  const lines = await readLines(deps, organizationId, filter, { from: start, size });
  return {
    lines: lines.map(({ line }) => line),
    from: start,
    first: first ?? 0,
    total: total ?? 0,
    cycles,
    states,
  };
}

/** Lists, of the lines with an end to come, those that most images hold, in the order of the timeline, each with their number, and says what is left out. */
export async function listTopLines(
  deps: Deps,
  organizationId: OrganizationId,
  { limit, ...query }: TimelineQuery & { readonly limit: number },
) {
  const filter = await withHeld(deps, organizationId, await toFilter(deps, organizationId, query));
  const [top, counts] = await Promise.all([
    topLines(organizationId, deps.db, filter, limit),
    timelineCounts(organizationId, deps.db, filter),
  ]);
  const { total, cycles, ended, soon, next, later, unknown } = counts;
  const placed = new Map(top.map((line) => [line.productKey, line]));
  const read = await readLines(deps, organizationId, filter, { productKeys: [...placed.keys()] });
  const lines = read.flatMap(({ key, line }) => {
    const at = placed.get(key);
    return at ? [{ line: { ...line, images: at.images }, at }] : [];
  });
  const shown = lines.filter(({ at }) => at.place <= limit);
  const others = lines.filter(({ at }) => at.place > limit);
  return {
    lines: shown.map(({ line }) => line),
    rest: restOf(others, (total ?? 0) - shown.length),
    total: total ?? 0,
    cycles,
    states: { ended, soon, next, later, unknown },
  };
}

interface PlacedLine {
  readonly line: { readonly productName: string; readonly images: number };
  readonly at: { readonly place: number; readonly nextOn: Day | null };
}

/** Says of so many lines that are left out when the first of them ends, and which of them most images hold. */
function restOf(others: readonly PlacedLine[], count: number) {
  // Sorting keeps the order of places where ends, or numbers, are equal.
  const inPlace = others.toSorted((one, other) => one.at.place - other.at.place);
  const [first] = inPlace.toSorted((one, other) => byNextEnd(one.at.nextOn, other.at.nextOn));
  const [largest] = inPlace.toSorted((one, other) => other.line.images - one.line.images);
  if (!first || !largest) return null;
  const { productName, images } = largest.line;
  return { lines: count, from: first.at.nextOn, largest: { productName, images } };
}

function byNextEnd(one: Day | null, other: Day | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}

/** Rows that are in memory at once while all of them are read. */
const BATCH_ROWS = 500;

/** Reads the rows of all lines in their order, in batches and of one moment, each with the number of images that hold it. */
export function timelineForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: TimelineQuery,
) {
  return timelineInBatches(deps, organizationId, query, BATCH_ROWS);
}

/** The same, so many rows in each batch. */
export async function* timelineInBatches(
  deps: Deps,
  organizationId: OrganizationId,
  query: TimelineQuery,
  batchRows: number,
) {
  const filter = await toFilter(deps, organizationId, query);
  const view = await deps.catalog.forOrganization(organizationId);
  const statement = allTimelineRows(organizationId, deps.db, filter);
  const ofToday = (row: TimelineFileRow) => (filter.past ? {} : factsOf(row, view, filter.today));
  for await (const rows of deps.db.batches(statement, batchRows)) {
    yield rows.map((row) => ({
      ...toPastItem(row, view, filter.today),
      ...ofToday(row),
      images: row.images,
    }));
  }
}

/** Counts the images that hold what is asked for of some products, and each software of it. */
export async function countImagesOfLines(
  deps: Deps,
  organizationId: OrganizationId,
  { productNames, ...query }: TimelineQuery & { readonly productNames: readonly string[] },
) {
  const { db } = deps;
  const names = new Map(productNames.map((name) => [identityOf(name), name]));
  const filter = await toFilter(deps, organizationId, query);
  if (names.size === 0) return { lines: [], software: [] };
  const { software, lines } = await imagesOfLines(organizationId, db, filter, [...names.keys()]);
  return {
    software,
    lines: lines.flatMap(({ productKey, images }) => {
      const productName = names.get(productKey);
      return productName === undefined ? [] : [{ productName, images }];
    }),
  };
}

async function toFilter(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  query: TimelineQuery,
): Promise<TimelineFilter> {
  const { projectId, label, artifactType, states, within } = query;
  const past = await pastOf({ db, clock }, organizationId, query.asOf, 'asOf');
  const today = past?.day ?? dayOf(clock.now());
  return {
    past,
    projectId: projectId ?? null,
    label: label ? toLabelCondition(label) : null,
    owner: await ownerScope({ db }, organizationId, query),
    artifactType: artifactType ?? null,
    states: states && states.length > 0 ? states : null,
    range: within ? horizonRange(within, today) : null,
    today,
    heldIds: null,
  };
}

/** Reads what the images with a label hold, once for all statements of an answer: nothing is kept of labels. */
async function withHeld(
  { db }: Deps,
  organizationId: OrganizationId,
  filter: TimelineFilter,
): Promise<TimelineFilter> {
  if (!filter.label || filter.past) return filter;
  return { ...filter, heldIds: await softwareHeldBy(organizationId, db, filter) };
}

async function readLines(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  filter: TimelineFilter,
  choice: LineChoice,
) {
  const [rows, view] = await Promise.all([
    timelineRows(organizationId, db, filter, choice),
    catalog.forOrganization(organizationId),
  ]);
  // What is planned and waived, what the catalog says and where to move are questions of today.
  const days = await markedDays(db, organizationId, filter.past ? [] : rows, filter.today);
  return [...Map.groupBy(rows, ({ position }) => position).values()].flatMap((ofLine) => {
    const [head] = ofLine;
    if (!head) return [];
    const items = ofLine.map((row) => ({
      ...(filter.past ? toPastItem : toTimelineItem)(row, view, filter.today),
      ...days(cycleKeyOf(row)),
    }));
    const { productName, cycles } = head;
    return [{ key: head.productKey, line: { productName, cycles, items } }];
  });
}

/** A covered cycle has a key of its own; plans and waivers are for the one that it stands for. */
const cycleKeyOf = ({ productName, cycle }: TimelineRow) => identityOf(productName, cycle);

async function markedDays(
  db: Deps['db'],
  organizationId: OrganizationId,
  rows: readonly TimelineRow[],
  today: Day,
) {
  const keys = [...new Set(rows.map(cycleKeyOf))];
  const [plans, waivers] =
    keys.length === 0
      ? [[], []]
      : await Promise.all([
          plannedDays(organizationId, db, keys),
          waivedDays(organizationId, db, keys, today),
        ]);
  const planned = Map.groupBy(plans, ({ cycleKey }) => cycleKey);
  const waived = Map.groupBy(waivers, ({ cycleKey }) => cycleKey);
  const bare = ({ day, count }: { readonly day: Day; readonly count: number }) => ({ day, count });
  return (key: string) => ({
    plans: (planned.get(key) ?? []).map(bare),
    waivers: (waived.get(key) ?? []).map(bare),
  });
}

/** What the catalog says of a row, and where to move: it is told of today alone. */
function factsOf(row: TimelineFileRow | TimelineRow, view: CatalogView, today: Day) {
  return {
    support: catalogFactsOf(view, row, today)?.support ?? [],
    advice: adviceOn(view, row, today),
  };
}

function toTimelineItem(row: TimelineRow, view: CatalogView, today: Day) {
  return {
    ...toPastItem(row, view, today),
    contractElsewhere: row.supportElsewhere,
    ...factsOf(row, view, today),
  };
}

/** What is told of a row whatever day it is as of. When a cycle was released is known better today, if anything. */
function toPastItem(row: TimelineFileRow | TimelineRow, view: CatalogView, today: Day) {
  return {
    id: row.id,
    productName: row.productName,
    cycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    state: row.state,
    releaseDate: row.releasedOn ?? catalogFactsOf(view, row, today)?.releaseDate ?? null,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    estimatedFrom: row.estimatedFrom,
    evidence: row.evidence,
    contract: toSupport(row.support),
    contractElsewhere: null,
    support: [],
    advice: null,
  };
}
