import {
  createLoader,
  createParser,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import type { Nullable } from 'nuqs';
import { parseDay } from '@/domain/eol/calendar';
import { SORT_DIRECTIONS } from '@/domain/list';
import { WAIVER_SORTS } from '@/domain/waiver/list';
import { WAIVER_SCOPES, WAIVER_STATES } from '@/domain/waiver/waiver';
import { hrefs } from '@/features/hrefs';
import {
  pageParsers,
  parseAsColumns,
  parseAsId,
  parseAsOwner,
  searchText,
} from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the list of waivers in the address. */
export const waiversParsers = {
  q: parseAsString.withDefault(''),
  /** What waits for the reader alone. */
  show: parseAsStringLiteral(['waiting']),
  state: parseAsStringLiteral(WAIVER_STATES),
  scope: parseAsStringLiteral(WAIVER_SCOPES),
  /** Names to the letter. */
  product: parseAsString,
  cycle: parseAsString,
  project: parseAsString,
  team: parseAsId,
  owner: parseAsOwner,
  /** A UTC day: those whose last one is earlier. */
  before: createParser({ parse: parseDay, serialize: String }),
  sort: parseAsStringLiteral(WAIVER_SORTS).withDefault('asked'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type WaiversParams = inferParserType<typeof waiversParsers>;

export const loadWaiversParams = /* @__PURE__ */ createLoader(waiversParsers);
const serialize = createSerializer(waiversParsers);

/** Builds the address of the list of waivers in a state; what is left out takes its default. */
export function waiversHref(params: Partial<Nullable<WaiversParams>> = {}): string {
  return serialize(hrefs.waivers(), params);
}

/** Turns the address into the input of `waiver.list`. */
export function toWaiversQuery(params: WaiversParams) {
  const { q, show, state, scope, product, cycle, project, team, owner, before } = params;
  const { sort, dir, page, size } = params;
  return {
    ...{ search: searchText(q), state, scope, cycle, sort, direction: dir, page, size },
    ...{ product_name: nameIn(product), project_name: nameIn(project), ends_before: before },
    team_id: team,
    owner,
    waiting: show === 'waiting' ? ('true' as const) : null,
  };
}

/** Turns the address into the conditions of the same list as a file. */
export function toWaiversConditions(params: WaiversParams) {
  const { q, state, scope, product, cycle, project, team, owner, before, sort, dir } = params;
  return {
    ...{ search: searchText(q), state, scope, cycle, sort, direction: dir },
    ...{ productName: product, projectName: project, teamId: team, owner, endsBefore: before },
  };
}

/** Links to the filtered list as a file, all pages of it; null: a file holds no reader's own queue. */
export function waiversExportHref(params: WaiversParams) {
  const address = { ...params, ...{ columns: null, page: null, size: null } };
  return params.show === null ? serialize(hrefs.exports.waivers, address) : null;
}

/** Longer than any name. */
const LONGEST_NAME = 1_024;

function nameIn(text: string | null): string | null {
  return text?.slice(0, LONGEST_NAME) ?? null;
}

/** Tells whether any filter is set. */
export function isFiltered(params: WaiversParams): boolean {
  const { q, show, state, scope, product, cycle, project, team, owner, before } = params;
  const isChosen = [show, state, scope, product, cycle, project, team, owner, before].some(
    (one) => one !== null,
  );
  return isChosen || searchText(q) !== null;
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  ...{ q: null, show: null, state: null, scope: null },
  ...{ product: null, cycle: null, project: null, team: null, owner: null, before: null },
  page: null,
} as const;

export type WaiversState = ListState<WaiversParams>;

/** Reads and writes the list's state in the address. */
export function useWaiversParams(): WaiversState {
  return useListParams(waiversParsers);
}
