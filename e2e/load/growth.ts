/** Measurements of one thing, in the order in which they were taken. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** What may come and go by itself: a socket more, a millisecond. Growth within it is none. */
  readonly slack: number;
}

export interface Growth {
  /** Medians of the first and of the last fifth after the warm-up. */
  readonly first: number;
  readonly last: number;
  /** Of the first; below zero where it shrank. */
  readonly share: number;
  readonly isWithin: boolean;
}

/** This part of a run is for warming up: caches fill, pools open, code is compiled. */
export const WARM_UP = 0.2;
const FIFTH = 5;

/**
 * Says how much a series grew after its warm-up: the median of the last fifth of what is left beside that of the first.
 * Medians, as memory is a saw: it is collected when it is collected.
 * @param limit the share of growth that is allowed, such as 0.03
 */
export function growthOf({ values, slack }: Series, limit: number): Growth {
  const warm = values.slice(Math.floor(values.length * WARM_UP)).filter(Number.isFinite);
  const count = Math.max(1, Math.floor(warm.length / FIFTH));
  const [first, last] = [median(warm.slice(0, count)), median(warm.slice(-count))];
  const share = first === 0 ? (last > slack ? Infinity : 0) : (last - first) / first;
  return { first, last, share, isWithin: share <= limit || last - first <= slack };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [
    sorted[Math.ceil(middle) - 1] ?? Number.NaN,
    sorted[Math.floor(middle)] ?? Number.NaN,
  ];
  return (low + high) / 2;
}
