'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { imagePageParsers, type ImagePageParams } from '../image-page-params';

/** The state of an image's page in the address. Every change is an entry in the history. */
export function useImagePageParams() {
  const [params, write] = useQueryStates(imagePageParsers, { history: 'push', scroll: false });
  const setParams = useCallback(
    (changes: Partial<Nullable<ImagePageParams>>) => void write(changes),
    [write],
  );
  return { params, setParams };
}
