import { createLoader, type inferParserType } from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { parseAsId } from '@/lib/page-params';

/** What is compared, in the address. A scan that is left out is the image as it is now. */
const compareParsers = {
  from: parseAsId,
  fromScan: parseAsId,
  /** Left out: the same image. */
  to: parseAsId,
  toScan: parseAsId,
};

export type CompareParams = inferParserType<typeof compareParsers>;

export const loadCompareParams = /* @__PURE__ */ createLoader(compareParsers);

/** Turns the address into the input of `image.difference`; null while less than two states are chosen. */
export function toDifferenceQuery({ from, fromScan, to, toScan }: CompareParams) {
  if (from === null || isSame({ from, fromScan, to, toScan })) return null;
  return {
    from,
    ...(fromScan !== null && { from_scan: fromScan }),
    ...(to !== null && { to }),
    ...(toScan !== null && { to_scan: toScan }),
  };
}

/** Exchanges the two that are compared. */
export function swapped({ from, fromScan, to, toScan }: CompareParams): CompareParams {
  return { from: to ?? from, fromScan: toScan, to: to === null ? null : from, toScan: fromScan };
}

function isSame({ from, fromScan, to, toScan }: CompareParams): boolean {
  return (to === null || to === from) && fromScan === toScan;
}

/** Reads and writes what is compared. Every change is an entry in the history. */
export function useCompareParams() {
  const [params, write] = useQueryStates(compareParsers, { history: 'push', scroll: false });
  const setParams = useCallback(
    (changes: Partial<Nullable<CompareParams>>) => void write(changes),
    [write],
  );
  return { params, setParams };
}
