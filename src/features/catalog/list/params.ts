import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { PRODUCT_CATEGORIES } from '@/domain/catalog/catalog';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsColumns, searchText } from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the catalog's list in the address: the same for the server's first view and the browser. */
export const catalogParsers = {
  q: parseAsString.withDefault(''),
  kind: parseAsStringLiteral(PRODUCT_CATEGORIES),
  /** `here`: only what some image holds. */
  use: parseAsStringLiteral(['all', 'here']).withDefault('all'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type CatalogParams = inferParserType<typeof catalogParsers>;

export const loadCatalogParams = /* @__PURE__ */ createLoader(catalogParsers);
const serialize = createSerializer(catalogParsers);

/** The address of the catalog's list in a state; what is left out takes its default. */
export function catalogHref(params: Partial<CatalogParams> = {}): string {
  return serialize(hrefs.catalog(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function catalogExportHref({ q, kind, use }: CatalogParams): string {
  return serialize(hrefs.exports.catalog, { q, kind, use });
}

/** Whether the list leaves anything out. */
export function isFiltered({ q, kind, use }: CatalogParams): boolean {
  return searchText(q) !== null || kind !== null || use === 'here';
}

/** Query values without any filter. */
export const NO_FILTERS = { q: null, kind: null, use: null, page: null } as const;

/** The question that an address puts to `catalog.listForDashboard`. */
export function toCatalogQuery({ page, size, ...params }: CatalogParams) {
  const { inUse, ...conditions } = toCatalogConditions(params);
  return { ...conditions, in_use: inUse, page, size };
}

/** Which products an address asks for. */
export function toCatalogConditions({ q, kind, use }: Pick<CatalogParams, 'q' | 'kind' | 'use'>) {
  return { search: searchText(q), category: kind, inUse: use === 'here' };
}

export type CatalogState = ListState<CatalogParams>;

/** Reads and writes the list's state in the address. */
export function useCatalogParams(): CatalogState {
  return useListParams(catalogParsers);
}
