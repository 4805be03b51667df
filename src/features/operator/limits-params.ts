import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { pageParsers } from '@/lib/page-params';

/** What the address of the page of limits may carry. */
export const limitsParsers = pageParsers;

export type LimitsParams = inferParserType<typeof limitsParsers>;

export const loadLimitsParams = /* @__PURE__ */ createLoader(limitsParsers);
const serialize = createSerializer(limitsParsers);

/** The address of the page in a state; what is left out takes its default. */
export function limitsHref(params: Partial<LimitsParams> = {}): string {
  return serialize('/operator/limits', params);
}
