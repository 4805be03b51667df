import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { SORT_DIRECTIONS } from '@/domain/list';
import { PLAN_SORTS } from '@/domain/plan/list';
import { PLAN_STATES } from '@/domain/plan/plan';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId, parseAsOwner, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the plans in the address: the same for the server's first view and the browser. */
const plansParsers = {
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(['board', 'table']).withDefault('board'),
  state: parseAsStringLiteral(PLAN_STATES),
  overdue: parseAsBoolean,
  product: parseAsString,
  project: parseAsId,
  team: parseAsId,
  owner: parseAsOwner,
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
export function plansExportHref(params: PlansParams) {
  const { q, state, overdue, product, project, team, owner, sort, dir } = params;
  const conditions = { q, state, overdue, product, project, team, owner };
  return serialize(hrefs.exports.plans, { ...conditions, sort, dir });
}

/** Tells whether any filter is set. */
export function isFiltered(params: PlansParams): boolean {
  const { q, state, overdue, product, project, team, owner } = params;
  const chosen = [state, overdue, product, project, team, owner];
  return searchText(q) !== null || chosen.some((one) => one !== null);
}

export const NO_FILTERS = {
  q: null,
  state: null,
  overdue: null,
  product: null,
  project: null,
  team: null,
  owner: null,
  page: null,
};

/** Turns the address into the input of `plan.list`. */
export function toPlansQuery({ view, page, size, ...params }: PlansParams) {
  const { q, state, overdue, product, project, team, owner, sort, dir } = params;
  const onBoard = view === 'board';
  return {
    ...{ search: searchText(q), state, product_name: product, project_id: project, team_id: team },
    ...{ owner, overdue: overdue === null ? null : (`${overdue}` as const) },
    sort: onBoard ? ('due' as const) : sort,
    direction: onBoard ? ('asc' as const) : dir,
    page: onBoard ? 1 : page,
    size: onBoard ? MOST_ON_BOARD : size,
  };
}

export type PlansState = ListState<PlansParams>;

/** Reads and writes the list's state in the address. */
export function usePlansParams(): PlansState {
  return useListParams(plansParsers);
}
