'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable, type Options } from 'nuqs';
import { timelineParsers, type TimelineParams } from './search-params';

export interface TimelineState {
  readonly params: TimelineParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<TimelineParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<TimelineParams>>, options?: Options) => void;
}

/** The timeline's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useTimelineParams(): TimelineState {
  const [params, write] = useQueryStates(timelineParsers, { history: 'push', scroll: false });
  const setParams = useCallback<TimelineState['setParams']>(
    (changes, options) => void write(changes, options),
    [write],
  );
  const setFilter = useCallback<TimelineState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
