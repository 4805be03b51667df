'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { softwareParsers, type SoftwareParams } from './search-params';

export interface SoftwareState {
  readonly params: SoftwareParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<SoftwareParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<SoftwareParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useSoftwareParams(): SoftwareState {
  const [params, write] = useQueryStates(softwareParsers, { history: 'push', scroll: false });
  const setParams = useCallback<SoftwareState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<SoftwareState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
