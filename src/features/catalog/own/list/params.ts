import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';

/** The state of the list of own products in the address. */
export const ownParsers = { ...pageParsers };

export type OwnParams = inferParserType<typeof ownParsers>;

export const loadOwnParams = /* @__PURE__ */ createLoader(ownParsers);
const serialize = createSerializer(ownParsers);

/** Identifiers that are listed below the products: as many as the API gives at once. */
export const SHOWN_IDENTIFIERS = 100;

/** The address of the list in a state. */
export function ownHref(params: Partial<OwnParams> = {}): string {
  return serialize(hrefs.ownProducts, params);
}
