import { createLoader, createSerializer, parseAsString, type inferParserType } from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsOwner, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the clusters list in the address: the same for the server's first view and the browser. */
const clustersParsers = {
  q: parseAsString.withDefault(''),
  owner: parseAsOwner,
  ...pageParsers,
};

export type ClustersParams = inferParserType<typeof clustersParsers>;

export const loadClustersParams = /* @__PURE__ */ createLoader(clustersParsers);
const serialize = createSerializer(clustersParsers);

/** Builds the address of the clusters list in a state; what is left out takes its default. */
export function clustersHref(params: Partial<ClustersParams> = {}): string {
  return serialize(hrefs.clusters, params);
}

/** Turns the address into the input of `cluster.list`. */
export function toClustersQuery({ q, owner, page, size }: ClustersParams) {
  return { search: searchText(q), owner, page, size };
}

/** Tells whether a filter is set. */
export function isFiltered({ q, owner }: ClustersParams): boolean {
  return searchText(q) !== null || owner !== null;
}

/** Clears every filter. */
export const NO_FILTERS = { q: null, owner: null, page: null } as const;

export type ClustersState = ListState<ClustersParams>;

/** Reads and writes the list's state in the address. */
export function useClustersParams(): ClustersState {
  return useListParams(clustersParsers);
}
