'use client';

import { useCallback, useMemo } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import type { ImageScope } from './image-scope';
import { imagesParsers, isFiltered, type ImagesParams } from './search-params';

export interface ImagesState {
  readonly scope: ImageScope;
  readonly params: ImagesParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<ImagesParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<ImagesParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useImagesParams(scope: ImageScope): ImagesState {
  const [written, write] = useQueryStates(imagesParsers, { history: 'push', scroll: false });
  const { projectId } = scope;
  const params = useMemo(
    () => (projectId === null ? written : { ...written, project: projectId }),
    [projectId, written],
  );
  const setParams = useCallback<ImagesState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<ImagesState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { scope, params, setFilter, setParams };
}

/** What the reader has chosen: without the project whose page it is. */
export function chosenIn({ scope, params }: ImagesState): ImagesParams {
  return scope.projectId === null ? params : { ...params, project: null };
}

/** Whether the list leaves anything of its scope out. */
export function isNarrowed(state: ImagesState): boolean {
  return isFiltered(chosenIn(state));
}
