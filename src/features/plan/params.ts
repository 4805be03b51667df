import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { SORT_DIRECTIONS } from '@/domain/list';
import { PLAN_SORTS } from '@/domain/plan/list';
import { PLAN_STATES } from '@/domain/plan/plan';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId, searchText } from '@/lib/page-params';

/** The state of the plans in the address: the same for the server's first view and the browser. */
const plansParsers = {
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(['board', 'table']).withDefault('board'),
  state: parseAsStringLiteral(PLAN_STATES),
  product: parseAsString,
  project: parseAsId,
  team: parseAsId,
  sort: parseAsStringLiteral(PLAN_SORTS).withDefault('due'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  ...pageParsers,
};

export type PlansParams = inferParserType<typeof plansParsers>;

/** The largest page that lists give: a board has no pages. */
export const MOST_ON_BOARD = 100;

export const loadPlansParams = /* @__PURE__ */ createLoader(plansParsers);
const serialize = createSerializer(plansParsers);

/** Builds the address of the plans in a state; what is left out takes its default. */
export function plansHref(params: Partial<PlansParams> = {}): string {
  return serialize(hrefs.plans(), params);
}

/** Links to the filtered plans as a file, all pages of them. */
export function plansExportHref({ q, state, product, project, team, sort, dir }: PlansParams) {
  return serialize(hrefs.exports.plans, { q, state, product, project, team, sort, dir });
}

/** Tells whether any filter is set. */
export function isFiltered({ q, state, product, project, team }: PlansParams): boolean {
  return searchText(q) !== null || [state, product, project, team].some((one) => one !== null);
}

export const NO_FILTERS = {
  q: null,
  state: null,
  product: null,
  project: null,
  team: null,
  page: null,
};

/** Turns the address into the input of `plan.list`. */
export function toPlansQuery({ view, page, size, ...params }: PlansParams) {
  const { q, state, product, project, team, sort, dir } = params;
  const onBoard = view === 'board';
  return {
    ...{ search: searchText(q), state, product_name: product, project_id: project, team_id: team },
    sort: onBoard ? ('due' as const) : sort,
    direction: onBoard ? ('asc' as const) : dir,
    page: onBoard ? 1 : page,
    size: onBoard ? MOST_ON_BOARD : size,
  };
}

export interface PlansState {
  readonly params: PlansParams;
  readonly setParams: (changes: Partial<Nullable<PlansParams>>) => void;
}

/** Reads and writes the state in the address. Every change is an entry in the history, so that Back undoes it. */
export function usePlansParams(): PlansState {
  const [params, write] = useQueryStates(plansParsers, { history: 'push', scroll: false });
  const setParams = useCallback<PlansState['setParams']>((changes) => void write(changes), [write]);
  return { params, setParams };
}
