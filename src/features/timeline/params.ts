import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import { HORIZONS, MAX_ROWS_OF_LINE, type Horizon } from '@/domain/timeline/list';
import {
  labelParsers,
  NO_LABEL,
  pageParsers,
  parseAsColumns,
  parseAsId,
  parseAsOwner,
} from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';
import { labelFilterOf } from '@/domain/image/list';
import { ZOOMS } from './layout/scale';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import type { TimelineLine } from './words';

const parseAsHorizon = createParser({ parse: horizonNamed, serialize: String });

/** Reads a horizon as addresses write it; null: none is called so. */
export function horizonNamed(text: string | null): Horizon | null {
  return HORIZONS.find((one) => String(one) === text) ?? null;
}

/** State of the timeline, as the URL holds it: the same for the server's first view and the browser. */
export const timelineParsers = {
  as: parseAsStringLiteral(['chart', 'table']).withDefault('chart'),
  zoom: parseAsStringLiteral(ZOOMS).withDefault('quarter'),
  /** The day in the middle of what the reader has moved to; null: where the chart begins by itself. */
  at: parseAsDay,
  /** Names of products whose lines are open. */
  open: parseAsArrayOf(parseAsString).withDefault([]),
  /** None: all of them. */
  state: parseAsArrayOf(parseAsStringLiteral(EOL_STATES)).withDefault([]),
  /** Only what ends within so many months, or in a quarter. */
  within: parseAsHorizon,
  /** The id of a project. */
  project: parseAsId,
  owner: parseAsOwner,
  /** An artifact type. */
  type: parseAsString,
  /** As of the end of a day, by what was known of ends then. */
  as_of: parseAsDay,
  ...labelParsers,
  /** Of the table. */
  columns: parseAsColumns,
  ...pageParsers,
};

const { at: _at, open: _open, ...viewed } = timelineParsers;
/** What a saved view keeps: a day that somebody has moved to, and lines that they have opened, are not meant later. */
export const viewedParsers = viewed;

export type TimelineParams = inferParserType<typeof timelineParsers>;

export const loadTimelineParams = /* @__PURE__ */ createLoader(timelineParsers);
const serialize = createSerializer(timelineParsers);

/** Makes the address of the timeline in a state; what is left out takes its default. */
export function timelineHref(params: Partial<TimelineParams> = {}): string {
  return serialize(hrefs.timeline, params);
}

/** Builds the address of the table as a file: all its pages. */
export function timelineExportHref(params: TimelineParams): string {
  return serialize(hrefs.exports.timeline, {
    ...params,
    ...{ as: null, zoom: null, at: null, open: null, columns: null, page: null, size: null },
  });
}

/**
 * Writes the day in the middle into the address of the page: at once, and with no entry in the history. What
 * `setParams` writes waits for a moment, and a change of the address calls back whoever pressed a link meanwhile.
 */
export function keepMiddleDay(at: TimelineParams['at']): void {
  window.history.replaceState(null, '', serialize(window.location.href, { at }));
}

/** Says whether the timeline leaves anything out. */
export function isFiltered({
  state,
  within,
  project,
  owner,
  type,
  label,
  as_of: asOf,
}: TimelineParams): boolean {
  const chosen = [within, project, owner, type, label, asOf];
  return state.length > 0 || chosen.some((one) => one !== null);
}

/** Clears every filter and keeps the picture. */
export const NO_FILTERS = {
  state: null,
  within: null,
  project: null,
  owner: null,
  type: null,
  as_of: null,
  ...NO_LABEL,
  page: null,
} as const;

/** Makes the part of queries that says which images count. */
function toImageQuery({ project, owner, ...params }: TimelineParams) {
  return { projectId: project, owner, label: labelFilterOf(params), asOf: params.as_of };
}

/** Makes the query of `timeline.list` from the URL. */
export function toTimelineQuery(params: TimelineParams) {
  const { state, within, type } = params;
  return {
    ...toImageQuery(params),
    artifactType: type,
    states: state.length === 0 ? null : state,
    within,
  };
}

/** Makes the query of what is shown: the lines around what ends next for the chart, a page of them for the table. */
export function toShownQuery(params: TimelineParams) {
  const { as, page, size } = params;
  const query = toTimelineQuery(params);
  return as === 'table' ? { ...query, from: (page - 1) * size, size } : query;
}

/** Picks, of the numbers of all states, those of the states that are shown. */
export function shownStates(
  counts: Readonly<Partial<Record<EolState, number>>>,
  { state }: TimelineParams,
): Readonly<Partial<Record<EolState, number>>> {
  if (state.length === 0) return counts;
  return Object.fromEntries(state.map((one) => [one, counts[one] ?? 0]));
}

/** Picks the conditions that a list of images shares with the timeline, for links to what it counts. */
export function imageConditions({ project, owner, as_of, ...params }: TimelineParams) {
  const { label, labelIs, labelValue } = params;
  const conditions = { project, owner, as_of };
  return label === null ? conditions : { ...conditions, label, labelIs, labelValue };
}

/**
 * Builds the address of the images that hold what is shown of a line: of the whole product, where nothing of it is left
 * out. Null where it is of more software than an address names.
 */
export function imagesOfLine(params: TimelineParams, line: TimelineLine): string | null {
  const { state, within, type } = params;
  const conditions = imageConditions(params);
  if (state.length === 0 && within === null && type === null) {
    return hrefs.images({ ...conditions, product: line.productName });
  }
  // Of a line with so many rows there may be more.
  if (line.items.length >= MAX_ROWS_OF_LINE) return null;
  return hrefs.images({ ...conditions, software: line.items.map(({ id }) => id).join(',') });
}

export type TimelineState = ListState<TimelineParams>;

/** Reads and writes the list's state in the address. */
export function useTimelineParams(): TimelineState {
  return useListParams(timelineParsers);
}
