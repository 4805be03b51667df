'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { catalogParsers, type CatalogParams } from './search-params';

export interface CatalogState {
  readonly params: CatalogParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<CatalogParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<CatalogParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useCatalogParams(): CatalogState {
  const [params, write] = useQueryStates(catalogParsers, { history: 'push', scroll: false });
  const setParams = useCallback<CatalogState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<CatalogState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
