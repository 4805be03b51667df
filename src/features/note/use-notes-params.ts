'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { notesParsers, type NotesParams } from './search-params';

export interface NotesState {
  readonly params: NotesParams;
  readonly setParams: (changes: Partial<Nullable<NotesParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useNotesParams(): NotesState {
  const [params, write] = useQueryStates(notesParsers, { history: 'push', scroll: false });
  const setParams = useCallback<NotesState['setParams']>((changes) => void write(changes), [write]);
  return { params, setParams };
}
