import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import type { Nullable } from 'nuqs';
import { CONTRACT_SCOPES, CONTRACT_SORTS, CONTRACT_STATES } from '@/domain/contract/contract';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the list of contracts in the address. */
const contractsParsers = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(CONTRACT_STATES),
  vendor: parseAsString,
  scope: parseAsStringLiteral(CONTRACT_SCOPES),
  project: parseAsId,
  team: parseAsId,
  sort: parseAsStringLiteral(CONTRACT_SORTS).withDefault('end'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  ...pageParsers,
};

export type ContractsParams = inferParserType<typeof contractsParsers>;

export const loadContractsParams = /* @__PURE__ */ createLoader(contractsParsers);
const serialize = createSerializer(contractsParsers);

/** Longer than any name. */
const LONGEST_NAME = 1_024;

/** Turns the address into the input of `contract.list`. */
export function toContractsQuery(params: ContractsParams) {
  const { q, state, vendor, scope, project, team, sort, dir, page, size } = params;
  return {
    ...{ search: searchText(q), state, scope, sort, direction: dir, page, size },
    // An empty name is no condition.
    vendor: vendor?.replaceAll('\0', '').slice(0, LONGEST_NAME) || null,
    ...{ project_id: project, team_id: team },
  };
}

/** Builds the address of the list of contracts in a state; what is left out takes its default. */
export function contractsHref(params: Partial<Nullable<ContractsParams>> = {}): string {
  return serialize(hrefs.contracts(), params);
}

/** Links to the filtered list as a file, all pages of it. */
export function contractsExportHref({ page: _page, size: _size, ...params }: ContractsParams) {
  return serialize(hrefs.exports.contracts, params);
}

/** Tells whether any filter is set. */
export function isFiltered({ q, state, vendor, scope, project, team }: ContractsParams): boolean {
  const isChosen = [state, vendor, scope, project, team].some((one) => one !== null);
  return isChosen || searchText(q) !== null;
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  ...{ q: null, state: null, vendor: null, scope: null },
  ...{ project: null, team: null, page: null },
} as const;

export type ContractsState = ListState<ContractsParams>;

/** Reads and writes the list's state in the address. */
export function useContractsParams(): ContractsState {
  return useListParams(contractsParsers);
}
