'use client';

import { useQueryStates } from 'nuqs';
import { trendParsers } from './trend-params';

/** A trend's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useTrendParams() {
  return useQueryStates(trendParsers, { history: 'push', scroll: false });
}
