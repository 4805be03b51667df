import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import type { Nullable } from 'nuqs';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';
import { useListParams } from '@/lib/use-list-params';

/** The state of the list of promises in the address. */
const promisesParsers = { ...pageParsers };

export type PromisesParams = inferParserType<typeof promisesParsers>;

export const loadPromisesParams = /* @__PURE__ */ createLoader(promisesParsers);
const serialize = createSerializer(promisesParsers);

/** Builds the address of the list; what is left out takes its default. */
export function promisesHref(params: Partial<Nullable<PromisesParams>> = {}): string {
  return serialize(hrefs.promises, params);
}

/** Reads and writes the list's state in the address. */
export function usePromisesParams() {
  return useListParams(promisesParsers);
}
