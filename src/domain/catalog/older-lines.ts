import { addDays, dayOf, daysBetween, type Day } from '@/domain/eol/calendar';
import { compareNumbers, releasedNumbers } from '@/domain/version/numbers';
import { namesJava } from '@/domain/version/cycle-matcher';
import { catalogEndOf, type Product, type ReleaseCycle, standardSupport } from './catalog';
import { isCountedApart } from './counted-apart';
import { acceptsVersion } from './known-identifiers';

/**
 * Numbers that a product has no release cycle for, of which it is known that they have ended: those older than its
 * oldest cycle, and those between two cycles. When they ended, nobody says.
 */
export interface OlderLines {
  /** The first numbers of a line are higher than these, */
  readonly after: readonly number[];
  /** and its numbers are lower than these. */
  readonly before: readonly number[];
  /** How many numbers the name of a line has: as many as that of the cycle after it. */
  readonly parts: number;
  /** The cycle after it, which has ended. */
  readonly from: string;
  /** From this day on they have ended for certain. */
  readonly since: Day;
}

/**
 * Products whose older versions are not told by lower numbers. Found by going through everything that
 * endoflife.date lists.
 */
const OTHERWISE_NUMBERED = new Set([
  // ActiveMQ Artemis counts 1 and 2 next to it, and is often called by its name.
  'apache-activemq',
  // It has no 4, so that nobody takes it for .NET Framework 4, which is supported.
  'dotnet',
  // Distributions and makers of devices maintain kernels for years after kernel.org has given them up.
  'linux',
  // macOS Server counted 1 to 5 next to it.
  'macos',
  // Named after years, then after the Java that they are of.
  'mandrel',
  // Solaris 10 calls itself SunOS 5.10.
  'oracle-solaris',
]);

/** How products counted before years and months, where a number tells the two apart. */
const BEFORE_CALENDAR: ReadonlyMap<string, number> = new Map([['docker-engine', 1]]);

/**
 * Products that people ran for years under 0.x. Of all others a 0 is what is written where no version is, or how Go
 * modules of a product are counted: Prometheus 2.35 is v0.35.
 */
const RAN_AS_ZERO = new Set(['nginx', 'nodejs']);

const EARLIEST = dayOf(new Date(0));

const NUMBERS = /^\d{1,9}(?:\.\d{1,9})*$/;
/** Two cycles tell at least that numbers grow with time. */
const FEWEST_CYCLES = 2;

/** A cycle that is told by numbers alone. */
interface NumberedCycle {
  readonly name: string;
  readonly numbers: readonly number[];
  readonly releasedOn: Day;
  /** Null: it has ended on an unknown day. */
  readonly endsOn: Day | null;
  /** False: nothing is known of its end. */
  readonly ends: boolean;
}

/**
 * Lists the versions of a product that have ended though no cycle says so, oldest first. Source: a catalog lists all
 * that is supported; what vendors gave up long ago it may leave out. For each such range all of this must hold:
 * - the names of all cycles are numbers and dots alone, and none is without the day of its release, but for one that
 *   is counted apart (Jenkins' weekly releases);
 * - the cycle after the range was released after all lower ones and before all higher ones, so that what comes before
 *   it in number came before it in time (openSUSE 42 came before 15);
 * - it has ended, and so have all cycles before the range;
 * - since its release, the longest support that any cycle of the product ever had has passed. An older long-term
 *   release can outlive a newer short-lived one (PHP 4.4 outlived 5.0), but was released before it.
 *
 * Builds of Java have none: one counts as `1.7` and as `7`, and no number says which vendor maintains it. An
 * organization's own product has none: it lists what the organization cares for.
 */
export function olderLines(product: Product): readonly OlderLines[] {
  const known = made.get(product);
  if (known !== undefined) return known;
  const lines = linesOf(product);
  made.set(product, lines);
  return lines;
}

/** Products live as long as the catalog that holds them. */
const made = new WeakMap<Product, readonly OlderLines[]>();

function linesOf(product: Product): OlderLines[] {
  const { slug, source, category, cycles } = product;
  if (source === 'organization' || category === 'device' || category === 'standard') return [];
  if (namesJava(slug) || namesJava(product.name)) return [];
  if (OTHERWISE_NUMBERED.has(slug) || acceptsVersion(slug, '', cycles) !== null) return [];
  const counted = cycles.filter(({ name }) => !isCountedApart(product, name));
  const numbered = counted.flatMap(numberedCycle);
  if (numbered.length < FEWEST_CYCLES || numbered.length < counted.length) return [];
  numbered.sort((left, right) => compareNumbers(left.numbers, right.numbers));
  const support = longestSupport(numbered);
  const lines: OlderLines[] = [];
  let endedBy = EARLIEST;
  for (const [index, cycle] of numbered.entries()) {
    if (!cycle.ends) break;
    if (cycle.endsOn !== null && cycle.endsOn > endedBy) endedBy = cycle.endsOn;
    if (!isInOrder(numbered, index)) continue;
    const outlived = addDays(cycle.releasedOn, support);
    const since = outlived > endedBy ? outlived : endedBy;
    const before = numbered[index - 1]?.numbers;
    const range = before ? between(before, cycle.numbers) : upTo(slug, cycle);
    if (range) lines.push({ ...range, parts: cycle.numbers.length, from: cycle.name, since });
  }
  return lines;
}

/** Whether what is lower than a cycle was released no later, and what is higher no earlier. */
function isInOrder(cycles: readonly NumberedCycle[], index: number): boolean {
  const at = cycles[index]?.releasedOn;
  if (at === undefined) return false;
  return cycles.every(({ releasedOn }, other) =>
    other < index ? releasedOn <= at : releasedOn >= at,
  );
}

function numberedCycle(cycle: ReleaseCycle): NumberedCycle[] {
  const { name, releasedOn } = cycle;
  if (!NUMBERS.test(name) || releasedOn === null) return [];
  const standard = standardSupport(cycle);
  // Paid support says nothing of earlier cycles.
  const endsOn = catalogEndOf(cycle);
  const ended = standard?.override ? standard.override.catalogEnded : standard?.ended;
  const ends = endsOn !== null || ended === true;
  return [{ name, numbers: numbersOf(name), releasedOn, endsOn, ends }];
}

/** In days; of cycles whose end is known. */
function longestSupport(cycles: readonly NumberedCycle[]): number {
  return cycles.reduce((longest, { releasedOn, endsOn }) => {
    return endsOn === null ? longest : Math.max(longest, daysBetween(releasedOn, endsOn));
  }, 0);
}

type Range = Pick<OlderLines, 'after' | 'before'>;

/**
 * Null where the one follows on the other: 1.15 and 1.16, 5.3 and 6.0. Of 5.4 nothing is concluded: where a major
 * version has followed, what goes on after the last that is known of the one before is often its long-term release,
 * and may be newer than the catalog.
 */
function between(after: readonly number[], before: readonly number[]): Range | null {
  const [major = 0] = after;
  const [nextMajor = 0, ...rest] = before;
  if (nextMajor > major) {
    const isNext = nextMajor === major + 1 && rest.every((number) => number === 0);
    return isNext ? null : { after: [major], before };
  }
  const last = before.length - 1;
  const isNext =
    after.length === before.length &&
    before.every((number, index) => number === (after[index] ?? 0) + Number(index === last));
  return isNext ? null : { after, before };
}

/** Concludes about versions older than the oldest cycle, if they surely are counted like it. */
function upTo(slug: string, oldest: NumberedCycle): Range {
  const before = oldest.numbers;
  const earlier = BEFORE_CALENDAR.get(slug);
  if (earlier !== undefined) return { after: [earlier - 1], before: [earlier + 1] };
  const calendar = firstOfCalendar(oldest);
  if (calendar !== null) return { after: [calendar - 1], before };
  return { after: before[0] === 0 || RAN_AS_ZERO.has(slug) ? [0, 0] : [0], before };
}

const FIRST_YEAR = 1_970;
/** Nobody counted `8.09` before 2008, and `4.25` is the version of something else. */
const FIRST_SHORT_YEAR = 8;

/**
 * For `2020.0`, or `17.03` released in February 2017, the lowest number that can be a year; what counted otherwise
 * before may be of any number. Null for what does not count by years.
 */
function firstOfCalendar({ numbers, releasedOn }: NumberedCycle): number | null {
  const [year = 0, month] = numbers;
  if (year >= FIRST_YEAR) return FIRST_YEAR;
  if (month === undefined || month < 1 || month > 12) return null;
  const isYear = Math.abs(year - Number(releasedOn.slice(2, 4))) <= 1;
  return isYear && year >= FIRST_SHORT_YEAR ? FIRST_SHORT_YEAR : null;
}

function numbersOf(name: string): number[] {
  return name.split('.').map(Number);
}

/** Conclusions, as of a day, about versions that no cycle of a product fits. */
export interface KnownOlderLines {
  /**
   * The cycle of a version older than the oldest cycle, or between two; the catalog does not have it. It is called
   * by the version's own first numbers: `4.0` for 4.0.14 before 5.0. Null for what is not known to have ended.
   *
   * @param version without what its package system adds
   */
  cycleOf(version: string): ReleaseCycle | null;
}

/** Versions come from outside: no more lines of one product than this are remembered. */
const MAX_LINES = 500;

/** Null where nothing is known, or not yet. */
export function knownOlderLines(product: Product, asOf: Day): KnownOlderLines | null {
  const lines = olderLines(product).filter(({ since }) => since <= asOf);
  if (lines.length === 0) return null;
  const cycles = new Map<string, ReleaseCycle>();
  return {
    cycleOf: (version) => {
      const parts = releasedNumbers(version);
      const found = lines.find((line) => isIn(line, parts.slice(0, line.parts).map(Number)));
      if (!found) return null;
      const name = parts.slice(0, found.parts).join('.');
      const known = cycles.get(name);
      if (known !== undefined) return known;
      if (cycles.size >= MAX_LINES) cycles.clear();
      const cycle = inferredCycle(name, found.from);
      cycles.set(name, cycle);
      return cycle;
    },
  };
}

/** The cycle of that name, which the catalog does not have, where it is known to have ended. */
export function inferredCycleOf(product: Product, name: string, asOf: Day): ReleaseCycle | null {
  if (!NUMBERS.test(name)) return null;
  const lines = olderLines(product).filter(({ since }) => since <= asOf);
  const found = lines.find((line) => isIn(line, numbersOf(name)));
  return found ? inferredCycle(name, found.from) : null;
}

/** The days around a day on which something comes to be known: the last one that has come, and the next. */
export function daysOfConclusions(
  products: readonly Product[],
  today: Day,
): { readonly last: Day | null; readonly next: Day | null } {
  const days = products.flatMap((product) => olderLines(product).map(({ since }) => since)).sort();
  return {
    last: days.findLast((since) => since <= today) ?? null,
    next: days.find((since) => since > today) ?? null,
  };
}

function isIn({ after, before, parts }: OlderLines, numbers: readonly number[]): boolean {
  if (numbers.length !== parts) return false;
  const isBehind = compareNumbers(numbers.slice(0, after.length), after) > 0;
  return isBehind && compareNumbers(numbers.slice(0, before.length), before) < 0;
}

/** The cycle that the catalog lacks, as everything reads it that reads cycles. */
function inferredCycle(name: string, from: string): ReleaseCycle {
  return {
    name,
    label: name,
    codename: null,
    lts: false,
    releasedOn: null,
    latestRelease: null,
    latestReleasedOn: null,
    releaseNotesUrl: null,
    support: [{ level: 'STANDARD_SUPPORT', endsOn: null, ended: true }],
    inferred: { from },
  };
}
