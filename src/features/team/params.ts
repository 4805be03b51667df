import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import type { TableSort } from '@/components/data-table/columns';
import { SORT_DIRECTIONS } from '@/domain/list';
import { TEAM_SORTS } from '@/domain/team/list';
import { hrefs } from '@/features/hrefs';
import { pageParsers, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the list of teams in the address: the same for the server's first view and the browser. */
const teamsParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(TEAM_SORTS).withDefault('name'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  ...pageParsers,
};

export type TeamsParams = inferParserType<typeof teamsParsers>;

export const loadTeamsParams = /* @__PURE__ */ createLoader(teamsParsers);
const serialize = createSerializer(teamsParsers);

/** Builds the address of the list of teams in a state; what is left out takes its default. */
export function teamsHref(params: Partial<TeamsParams> = {}): string {
  return serialize(hrefs.teams, params);
}

/** Builds the address of the list as a file: all its pages. */
export function teamsExportHref({ q, sort, dir }: TeamsParams): string {
  return serialize(hrefs.exports.teams, { q, sort, dir });
}

/** Turns the address into the input of `team.list`. */
export function toTeamsQuery({ q, sort, dir, page, size }: TeamsParams) {
  return { search: searchText(q), sort, direction: dir, page, size };
}

export type TeamsState = ListState<TeamsParams>;

/** Reads and writes the list's state in the address. */
export function useTeamsParams(): TeamsState {
  return useListParams(teamsParsers);
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: TeamsParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: TEAM_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
