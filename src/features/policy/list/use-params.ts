'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { policiesParsers, type PoliciesParams } from './params';

export interface PoliciesState {
  readonly params: PoliciesParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<PoliciesParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<PoliciesParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function usePoliciesParams(): PoliciesState {
  const [params, write] = useQueryStates(policiesParsers, { history: 'push', scroll: false });
  const setParams = useCallback<PoliciesState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<PoliciesState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
