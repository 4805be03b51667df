'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { imagesParsers, type ImagesParams } from './search-params';

export interface ImagesState {
  readonly params: ImagesParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<ImagesParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<ImagesParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useImagesParams(): ImagesState {
  const [params, write] = useQueryStates(imagesParsers, { history: 'push', scroll: false });
  const setParams = useCallback<ImagesState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<ImagesState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
