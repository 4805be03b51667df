import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsColumns, searchText } from '@/lib/page-params';

export const COVERAGE_TABS = ['packages', 'images'] as const;
export type CoverageTab = (typeof COVERAGE_TABS)[number];

/** The state of the page in the address: which of its lists is in view, and which unknown packages that lists. */
export const coverageParsers = {
  tab: parseAsStringLiteral(COVERAGE_TABS).withDefault('packages'),
  q: parseAsString.withDefault(''),
  /** Of unknown packages. */
  columns: parseAsColumns,
  ...pageParsers,
};

export type CoverageParams = inferParserType<typeof coverageParsers>;

export const loadCoverageParams = /* @__PURE__ */ createLoader(coverageParsers);
const serialize = createSerializer(coverageParsers);

/** The address of the page in a state. */
export function coverageHref(params: Partial<CoverageParams> = {}): string {
  return serialize(hrefs.coverage, params);
}

/** The address of the unknown packages as a file: all their pages. */
export function unknownExportHref({ q }: CoverageParams): string {
  return serialize(hrefs.exports.unknownPackages, { q });
}

/** The question that an address puts to `knowledge.unknown`. */
export function toUnknownQuery({ q, page, size }: CoverageParams) {
  return { search: searchText(q), page, size };
}
