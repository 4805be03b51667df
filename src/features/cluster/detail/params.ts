import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { WORKLOAD_CHOICES, WORKLOAD_SORTS } from '@/domain/cluster/list';
import { EOL_STATES } from '@/domain/eol/proximity';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsColumns, parseAsOwner, searchText } from '@/lib/page-params';

export const CLUSTER_TABS = ['runs', 'nodes'] as const;
export type ClusterTab = (typeof CLUSTER_TABS)[number];

/** The state of a cluster's page in the address. */
const clusterPageParsers = {
  tab: parseAsStringLiteral(CLUSTER_TABS).withDefault('runs'),
  /** The text that workloads are searched for. */
  q: parseAsString.withDefault(''),
  /** Workloads whose image holds software of this state, and none that ends earlier. */
  state: parseAsStringLiteral(EOL_STATES),
  namespace: parseAsString,
  show: parseAsStringLiteral(WORKLOAD_CHOICES),
  /** Whose images run: what else of the page is counted follows it. */
  owner: parseAsOwner,
  sort: parseAsStringLiteral(WORKLOAD_SORTS).withDefault('ended'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  /** Of what runs. */
  columns: parseAsColumns,
  ...pageParsers,
};

export type ClusterPageParams = inferParserType<typeof clusterPageParsers>;

export const loadClusterPageParams = /* @__PURE__ */ createLoader(clusterPageParsers);
const serialize = createSerializer(clusterPageParsers);

/** Builds the address of a cluster's page in a state; what is left out takes its default. */
export function clusterHref(id: string, params: Partial<Nullable<ClusterPageParams>> = {}): string {
  return serialize(hrefs.cluster(id), params);
}

/** Builds the address of what runs as a file: all its pages. */
export function workloadsExportHref(id: string, params: ClusterPageParams): string {
  return serialize(hrefs.exports.workloads(id), {
    ...params,
    ...{ tab: null, columns: null, page: null, size: null },
  });
}

/** Tells whether something leaves rows out beside their state and owner. */
export function isNarrowed({ q, namespace, show }: ClusterPageParams): boolean {
  return searchText(q) !== null || namespace !== null || show !== null;
}

/** Tells whether a filter is set. */
export function isFiltered({ q, state, namespace, show, owner }: ClusterPageParams): boolean {
  return searchText(q) !== null || [state, namespace, show, owner].some((one) => one !== null);
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  q: null,
  state: null,
  namespace: null,
  show: null,
  owner: null,
  page: null,
} as const;

/** Turns the address into the input of `cluster.workloads`. */
export function toWorkloadsQuery(id: string, params: ClusterPageParams) {
  const { q, state, namespace, show, owner, sort, dir, page, size } = params;
  const search = searchText(q);
  return { id, search, state, namespace, show, owner, sort, direction: dir, page, size };
}

export interface ClusterPageState {
  readonly params: ClusterPageParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<ClusterPageParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<ClusterPageParams>>) => void;
}

/** Reads and writes the page's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useClusterPageParams(): ClusterPageState {
  const [params, write] = useQueryStates(clusterPageParsers, { history: 'push', scroll: false });
  const setParams = useCallback<ClusterPageState['setParams']>(
    // The server counts what is of an owner; everything else is the browser's.
    (changes) => void write(changes, { shallow: !('owner' in changes) }),
    [write],
  );
  const setFilter = useCallback<ClusterPageState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
