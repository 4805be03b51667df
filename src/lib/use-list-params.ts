import { useCallback } from 'react';
import {
  useQueryStates,
  type Nullable,
  type Options,
  type UseQueryStatesKeysMap,
  type Values,
} from 'nuqs';
import type { pageParsers } from './page-params';

/** The state of a list in its page's address, and how it is changed. */
export interface ListState<Params> {
  readonly params: Params;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<Params>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<Params>>, options?: Options) => void;
}

type ListParsers = UseQueryStatesKeysMap & Pick<typeof pageParsers, 'page'>;

/**
 * Reads and writes the state of a list in the address. Every change is an entry in the history, so that Back undoes it.
 * @param parsers stable between renders
 */
export function useListParams<Parsers extends ListParsers>(
  parsers: Parsers,
): ListState<Values<Parsers>> {
  const [params, write] = useQueryStates(parsers, { history: 'push', scroll: false });
  const setParams = useCallback<ListState<Values<Parsers>>['setParams']>(
    (changes, options) => void write(changes, options),
    [write],
  );
  const setFilter = useCallback<ListState<Values<Parsers>>['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
