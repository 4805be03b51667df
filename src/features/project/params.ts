import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableSort } from '@/components/data-table/columns';
import { PROJECT_SORTS } from '@/domain/project/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsColumns, parseAsOwner, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the projects list in the address: the same for the server's first view and the browser. */
export const projectsParsers = {
  q: parseAsString.withDefault(''),
  owner: parseAsOwner,
  sort: parseAsStringLiteral(PROJECT_SORTS).withDefault('ended'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type ProjectsParams = inferParserType<typeof projectsParsers>;

export const loadProjectsParams = /* @__PURE__ */ createLoader(projectsParsers);
const serialize = createSerializer(projectsParsers);

/** Builds the address of the projects list in a state; what is left out takes its default. */
export function projectsHref(params: Partial<ProjectsParams> = {}): string {
  return serialize(hrefs.projects(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function projectsExportHref({ q, owner, sort, dir }: ProjectsParams): string {
  return serialize(hrefs.exports.projects, { q, owner, sort, dir });
}

/** Turns the address into the input of `project.listForDashboard`. */
export function toProjectsQuery({ q, owner, sort, dir, page, size }: ProjectsParams) {
  return { search: searchText(q), owner, sort, direction: dir, page, size };
}

/** Tells whether a filter is set. */
export function isFiltered({ q, owner }: ProjectsParams): boolean {
  return searchText(q) !== null || owner !== null;
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = { q: null, owner: null, page: null } as const;

export type ProjectsState = ListState<ProjectsParams>;

/** Reads and writes the list's state in the address. */
export function useProjectsParams(): ProjectsState {
  return useListParams(projectsParsers);
}

/** Under which the reader's columns are kept. */
export const PROJECTS_TABLE = 'projects';

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: ProjectsState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: ProjectsParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: PROJECT_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
