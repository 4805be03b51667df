import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { PRODUCT_CATEGORIES } from '@/domain/catalog/catalog';
import { hrefs } from '@/features/hrefs';
import { pageParsers, searchText } from '@/lib/page-params';

/** The state of the catalog's list in the address: the same for the server's first view and the browser. */
export const catalogParsers = {
  q: parseAsString.withDefault(''),
  kind: parseAsStringLiteral(PRODUCT_CATEGORIES),
  /** `here`: only what some image holds. */
  use: parseAsStringLiteral(['all', 'here']).withDefault('all'),
  ...pageParsers,
};

export type CatalogParams = inferParserType<typeof catalogParsers>;

export const loadCatalogParams = /* @__PURE__ */ createLoader(catalogParsers);
const serialize = createSerializer(catalogParsers);

/** The address of the catalog's list in a state; what is left out takes its default. */
export function catalogHref(params: Partial<CatalogParams> = {}): string {
  return serialize(hrefs.catalog(), params);
}

/** Whether the list leaves anything out. */
export function isFiltered({ q, kind, use }: CatalogParams): boolean {
  return searchText(q) !== null || kind !== null || use === 'here';
}

/** Query values without any filter. */
export const NO_FILTERS = { q: null, kind: null, use: null, page: null } as const;

/** The question that an address puts to `catalog.listForDashboard`. */
export function toCatalogQuery({ q, kind, use, page, size }: CatalogParams) {
  return { search: searchText(q), category: kind, in_use: use === 'here', page, size };
}
