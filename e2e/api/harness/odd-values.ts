import { TIMES, unlike } from '../../fuzz/requests/words';

/** What every object has, what no schema can measure, and what is neither a text nor a list. */
export const ODD_VALUES: readonly unknown[] = [
  ...['constructor', '__proto__', 'toString', '\0', '\ud800', -1, null],
  { length: { toString: 1 }, size: { toString: 1 } },
  // As long as an identifier may be, and longer than an index can hold.
  unlike(1_024),
];

/** Where a time is said, others are said, too. */
const TIME = /^\d{4}-\d{2}-\d{2}/;

const MAX_SHOWN = 60;
/** A document is full of the same. */
const MOST_PLACES = 30;

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    at,
    ...within.flatMap(([key, inner]) =>
      placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function withValueAt(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const copy: unknown = structuredClone(body);
  if (typeof copy !== 'object' || copy === null) return value;
  Reflect.set(copy, key, withValueAt(Reflect.get(copy, key), rest, value));
  return copy;
}

/** A value with something odd at one place. */
export interface OddOne {
  readonly value: unknown;
  /** Where, and what. */
  readonly what: string;
}

function oddAt(value: unknown, place: Place): readonly unknown[] {
  const there = place.reduce<unknown>(
    (within, key) =>
      typeof within === 'object' && within !== null ? Reflect.get(within, key) : undefined,
    value,
  );
  return typeof there === 'string' && TIME.test(there) ? [...ODD_VALUES, ...TIMES] : ODD_VALUES;
}

/** Puts each odd value at each place of a value, itself first. */
export function oddOnes(value: unknown): OddOne[] {
  return placesIn(value)
    .slice(0, MOST_PLACES)
    .flatMap((place) =>
      oddAt(value, place).map((odd) => ({
        value: withValueAt(value, place, odd),
        what: `${place.join('.')}: ${JSON.stringify(odd).slice(0, MAX_SHOWN)}`,
      })),
    );
}
