import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { EOL_STATES } from '@/domain/eol/proximity';
import { FINDING_SORTS } from '@/domain/finding/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import {
  pageParsers,
  parseAsColumns,
  parseAsId,
  parseAsOwner,
  searchText,
} from '@/lib/page-params';

/** The state of the findings list in the address: the same for the server's first view and the browser. */
export const findingsParsers = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(EOL_STATES),
  /** An artifact type. */
  type: parseAsString,
  /** The name of a product, to the letter. */
  product: parseAsString,
  /** The id of a project. */
  project: parseAsId,
  owner: parseAsOwner,
  sort: parseAsStringLiteral(FINDING_SORTS).withDefault('end'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type FindingsParams = inferParserType<typeof findingsParsers>;

export const loadFindingsParams = /* @__PURE__ */ createLoader(findingsParsers);
const serialize = createSerializer(findingsParsers);

/** Builds the address of the findings list in a state; what is left out takes its default. */
export function findingsHref(params: Partial<FindingsParams> = {}): string {
  return serialize(hrefs.findings(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function findingsExportHref(params: FindingsParams): string {
  return serialize(hrefs.exports.findings, {
    ...params,
    ...{ columns: null, page: null, size: null },
  });
}

/** Tells whether a filter is set. */
export function isFiltered({ q, state, type, product, project, owner }: FindingsParams): boolean {
  const chosen = [state, type, product, project, owner];
  return searchText(q) !== null || chosen.some((one) => one !== null);
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  ...{ q: null, state: null, type: null, product: null, project: null, owner: null },
  page: null,
} as const;

/** Turns the address into the input of `finding.list`. */
export function toFindingsQuery({ q, state, type, product, project, ...rest }: FindingsParams) {
  const { owner, sort, dir, page, size } = rest;
  return {
    ...{ search: searchText(q), state, artifact_type: type, product_name: product },
    ...{ project_id: project, owner, sort, direction: dir, page, size },
  };
}

/** Turns the address into the question of the list as a file. */
export function toFindingsConditions({ q, state, type, product, ...rest }: FindingsParams) {
  const { project, owner, sort, dir } = rest;
  return {
    ...{ search: searchText(q), state, artifactType: type, productName: product },
    ...{ projectId: project, owner, sort, direction: dir },
  };
}

export interface FindingsState {
  readonly params: FindingsParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<FindingsParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<FindingsParams>>) => void;
}

/** Reads and writes the list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useFindingsParams(): FindingsState {
  const [params, write] = useQueryStates(findingsParsers, { history: 'push', scroll: false });
  const setParams = useCallback<FindingsState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<FindingsState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
