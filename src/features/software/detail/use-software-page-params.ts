'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { softwarePageParsers, type SoftwarePageParams } from '../software-page-params';

/** The state of a software's page in the address. Every change is an entry in the history. */
export function useSoftwarePageParams() {
  const [params, write] = useQueryStates(softwarePageParsers, { history: 'push', scroll: false });
  const setParams = useCallback(
    (changes: Partial<Nullable<SoftwarePageParams>>) => void write(changes),
    [write],
  );
  return { params, setParams };
}
