import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import { namesJava } from '@/domain/version/cycle-matcher';

/** Versions that the scanner compares number by number: one to three numbers, with or without a `v`. */
const PLAIN_VERSION = /^v?\d{1,18}(?:\.\d{1,18}){0,2}$/;

/** A judgment takes microseconds; after this many, whatever else waits has its turn. */
const JUDGED_AT_ONCE = 100;

/** Lets whatever else waits have its turn. */
export type TakeTurn = () => Promise<void>;

/** The cycle that Eventide says a version belongs to; null where it says nothing. */
export type Judge = (version: string) => ReleaseCycle | null;

/**
 * The cycles of a product that a scanner can be given under one name of it, in the order in which it is to
 * read them: those with a known end (the scanner takes any other for ended long ago) whose versions it would
 * file exactly as Eventide does. The scanner knows neither limits of versions, nor that two products share a
 * name, nor a cycle that it is not given; where one of these would make it say something else, the cycle is
 * left out. The server finds in the inventory what the scanner then does not.
 * @param related every product with that name: their versions are tried too
 */
export async function servedCycles(
  product: Product,
  { related, judge }: { readonly related: readonly Product[]; readonly judge: Judge },
  takeTurn: TakeTurn,
): Promise<ReleaseCycle[]> {
  let served = inScannerOrder(product.cycles.filter(isServable)).map(numbered);
  if (served.length === 0) return [];
  const tries = new Set(related.flatMap(triesOf));
  const judged: { numbers: readonly number[]; cycle: ReleaseCycle | null }[] = [];
  for (const version of tries) {
    const numbers = scannerNumbers(version);
    if (numbers === null) continue;
    judged.push({ numbers, cycle: judge(version) });
    if (judged.length % JUDGED_AT_ONCE === 0) await takeTurn();
  }
  // A cycle that is left out may hand its versions to the next one that fits, so it ends when nothing is left out.
  for (;;) {
    const known = served;
    const wrong = new Set(
      judged.flatMap(({ numbers, cycle }) => {
        const claimed = known.find((one) => fits(one.numbers, numbers));
        return claimed === undefined || claimed.cycle === cycle ? [] : [claimed];
      }),
    );
    if (wrong.size === 0) return served.map(({ cycle }) => cycle);
    served = served.filter((one) => !wrong.has(one));
  }
}

/**
 * Cycles in the order in which the scanner's first fit is the right one. It takes the first whose leading
 * numbers equal the version's, so `3.10` has to come before `3`. Otherwise the order given stays.
 */
export function inScannerOrder<Cycle extends { readonly name: string }>(
  cycles: readonly Cycle[],
): Cycle[] {
  // Sorting is stable: equal lengths keep the catalog's order, newest first.
  return [...cycles].sort(
    (one, other) => other.name.split('.').length - one.name.split('.').length,
  );
}

/**
 * Names of numbers alone: at one that is no version the scanner gives the product up, and one with a suffix
 * claims a number more than it shows (`11-hotspot` claims 11.0).
 */
function isServable({ name, support }: ReleaseCycle): boolean {
  const end = support.find(({ level }) => level === 'STANDARD_SUPPORT');
  return PLAIN_VERSION.test(name) && end !== undefined && (end.endsOn !== null || end.ended);
}

interface NumberedCycle {
  readonly cycle: ReleaseCycle;
  readonly numbers: readonly number[];
}

function numbered(cycle: ReleaseCycle): NumberedCycle {
  return { cycle, numbers: cycle.name.replace(/^v/, '').split('.').map(Number) };
}

/** Whether the scanner takes a version for one of the cycle's. A number that the version lacks is 0. */
function fits(cycle: readonly number[], version: readonly number[]): boolean {
  return cycle.every((number, index) => number === (version[index] ?? 0));
}

/** A semantic version, of which the scanner looks at the numbers alone; behind a third one anything may follow. */
const READABLE =
  /^v?(\d{1,18}(?:\.\d{1,18}){0,2})(?:p\d+.*|(?<=\..*\.\d+)\.\w.*|(?:-[0-9A-Za-z.~-]+)?(?:\+[0-9A-Za-z.-]+)?)$/;

/** The numbers of a version that the scanner compares; null where it cannot read it. */
function scannerNumbers(version: string): number[] | null {
  return READABLE.exec(version)?.[1]?.split('.').map(Number) ?? null;
}

/** Of Java also with a build behind, which tells whose it is. */
function triesOf({ slug, cycles }: Product): string[] {
  const tried = cycles.flatMap(versionsToTry);
  return namesJava(slug) ? [...tried, ...tried.map((version) => `${version}+1`)] : tried;
}

/** Versions to try behind a name of one, two and three numbers: the bounds of its claim. */
const BEHIND = [[], ['', '.0.0', '.3.0', '.99.99'], ['', '.0', '.99'], ['', '.99']];

function versionsToTry({ name, latestRelease }: ReleaseCycle): string[] {
  const bare = name.replace(/^v/, '');
  const tried = (BEHIND[bare.split('.').length] ?? ['']).map((more) => bare + more);
  return latestRelease === null ? tried : [...tried, latestRelease];
}
