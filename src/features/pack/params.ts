import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import type { Nullable } from 'nuqs';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';
import { useListParams } from '@/lib/use-list-params';

/** The state of the list of evidence packs in the address. */
const packsParsers = { ...pageParsers };

export type PacksParams = inferParserType<typeof packsParsers>;

export const loadPacksParams = /* @__PURE__ */ createLoader(packsParsers);
const serialize = createSerializer(packsParsers);

/** Builds the address of the list; what is left out takes its default. */
export function packsHref(params: Partial<Nullable<PacksParams>> = {}): string {
  return serialize(hrefs.packs(), params);
}

/** Reads and writes the list's state in the address. */
export function usePacksParams() {
  return useListParams(packsParsers);
}
