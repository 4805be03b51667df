import pg from 'pg';

const { builtins } = pg.types;
/** Typed for any type number: the declared list leaves out every array. */
const parserOf: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown =
  pg.types.getTypeParser;

function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Prisma stores UTC in columns without a time zone; `pg` alone would read them in the machine's zone. */
function parseTimestamp(text: string): Date | number {
  // An infinity has no offset to add; `pg` turns it into a number.
  if (text.endsWith('infinity')) return text.startsWith('-') ? -Infinity : Infinity;
  return new Date(`${text.replace(' ', 'T')}Z`);
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, parseInt8],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMP, parseTimestamp],
]);

const arrayElements = new Map<number, (text: string) => unknown>([
  [1182, (text) => text], // date[]
  [1016, parseInt8], // int8[]
  [1231, Number], // numeric[]
]);

/** `pg`'s own parser of `text[]`: the elements of every other array are read from its text elements. */
const parseTextArray = parserOf(1009);

/**
 * What our own queries get: `date` as `YYYY-MM-DD` text, `int8` as a number (a bigint beyond 2^53),
 * `numeric` as a number, `timestamptz` and `timestamp` as `Date`, `json` parsed. Prisma sets its own
 * parsers on each query and never sees these.
 */
export const typeParsers: pg.CustomTypesConfig = {
  // The declared type is an overload per format with `any` results; this covers the text format, and hands
  // everything else to the original.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      const parser = parsers.get(oid);
      if (parser) return parser;
      const element = arrayElements.get(oid);
      if (element)
        return (text: string) =>
          // Elements of an array of these types are text or null.
          (parseTextArray(text) as (string | null)[]).map((value) =>
            value === null ? null : element(value),
          );
    }
    return parserOf(oid, format);
  }) as typeof pg.types.getTypeParser,
};
