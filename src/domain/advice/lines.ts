import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';

/**
 * Which release cycles of a product an upgrade can reach from which: those of the same line that come later. A line
 * is a variant with releases of its own (`r580-linux` and `r580-windows`, `11-24h2-e` and `11-24h2-e-lts`, Linux Mint
 * and its Debian edition); most products have one. What a vendor sells as another product is one in the catalog.
 */

interface Practice {
  /** `release`: the vendor began to count again, so that a later cycle may have a lower number. */
  readonly order?: 'release';
  /** Lines that can be reached from a line, where that is not just itself. */
  readonly reaches?: Readonly<Record<string, readonly string[]>>;
  /** Which cycles the vendor means for production, in the place of those marked for long-term support. */
  readonly prefers?: (cycle: ReleaseCycle) => boolean;
}

const isEvenMinor = ({ name }: ReleaseCycle) => (numbersOf(name)[1] ?? 0) % 2 === 0;

/** Knowledge about products that a catalog does not hold, by slug. */
const PRACTICES: ReadonlyMap<string, Practice> = new Map(
  Object.entries<Practice>({
    // 2018.03 was followed by 2, and 2 by 2023.
    'amazon-linux': { order: 'release' },
    // 42.3 was followed by 15.0.
    opensuse: { order: 'release' },
    'nutanix-prism': { order: 'release', reaches: { '': ['', 'pc'] } },
    // The yearly and half-yearly channels were given up; their names (20H2, 2004) are older than 2019 sounds.
    'windows-server': { order: 'release', reaches: { ac: [''], sac: [''] } },
    'windows-server-core': { order: 'release' },
    'windows-nano-server': { order: 'release' },
    // Editions were first told apart by 1607; without one only what every edition has can be meant.
    windows: { order: 'release', reaches: { '': ['', 'w'] } },
    // 2.2 is kept for PHP before 7.2 alone.
    composer: { prefers: () => false },
    // Stable branches are even, those that are developed odd.
    nginx: { prefers: isEvenMinor },
  }),
);

/** Whether the vendor means the cycle to be stayed on: long-term support, or a stable branch. */
export function isPreferred({ slug }: Product, cycle: ReleaseCycle): boolean {
  return PRACTICES.get(slug)?.prefers?.(cycle) ?? (cycle.lts || /[-_ ]lts$/i.test(cycle.name));
}

/** Tells of cycles whether they are of a line that an upgrade from `name` can reach. */
export function reachableFrom(
  { slug, cycles }: Product,
  name: string,
): (cycle: ReleaseCycle) => boolean {
  const read = readCycles(cycles);
  const from = lineOf(name);
  const lines = PRACTICES.get(slug)?.reaches?.[from] ?? [from];
  return (cycle) => lines.includes(read.of(cycle).line);
}

/**
 * Whether a cycle comes later than `name`, by its number. Where that leaves it open (`2` and `2.12`, `13.0` and
 * `13.0-sp1`, names without a number) their latest releases decide, and else, as where a vendor began to count again,
 * the catalog's order, which is newest first.
 */
export function isLater(product: Product, name: string, other: ReleaseCycle): boolean {
  return laterThan(product, name)(other);
}

/** Tells the same of several cycles. */
export function laterThan(
  { slug, cycles }: Product,
  name: string,
): (other: ReleaseCycle) => boolean {
  const read = readCycles(cycles);
  const own = read.named(name);
  const isByNumber = PRACTICES.get(slug)?.order !== 'release';
  return (cycle) => {
    const other = read.of(cycle);
    if (isByNumber) {
      const byNumber =
        compareShared(other.numbers, own.numbers) || compareShared(other.latest, own.latest);
      if (byNumber !== 0) return byNumber > 0;
    }
    return own.place !== -1 && other.place < own.place;
  };
}

/** What a cycle's name says. */
interface ReadCycle {
  /** -1 where the catalog lacks it. */
  readonly place: number;
  readonly numbers: readonly number[];
  /** The numbers of its latest release. */
  readonly latest: readonly number[];
  readonly line: string;
}

interface ReadCycles {
  of(cycle: ReleaseCycle): ReadCycle;
  named(name: string): ReadCycle;
}

/** Cycles are held against each other, and asked about on and on: each is read once. */
const read = new WeakMap<readonly ReleaseCycle[], ReadCycles>();

function readCycles(cycles: readonly ReleaseCycle[]): ReadCycles {
  const known = read.get(cycles);
  if (known) return known;
  const byCycle = new Map(cycles.map((cycle, place) => [cycle, readCycle(cycle, place)]));
  // Of two of one name the first counts.
  const byName = new Map(cycles.toReversed().map((cycle) => [cycle.name, byCycle.get(cycle)]));
  const made: ReadCycles = {
    of: (cycle) => byCycle.get(cycle) ?? readCycle(cycle, -1),
    named: (name) => byName.get(name) ?? readCycle({ name, latestRelease: null }, -1),
  };
  read.set(cycles, made);
  return made;
}

function readCycle(
  { name, latestRelease }: Pick<ReleaseCycle, 'name' | 'latestRelease'>,
  place: number,
): ReadCycle {
  const latest = numbersOf(latestRelease ?? '');
  return { place, numbers: numbersOf(name), latest, line: lineOf(name) };
}

/** Whether a cycle that the catalog lacks has a number at all, so that others can come later. */
export function isNumbered(name: string): boolean {
  return numbersOf(name).length > 0;
}

/** Compares as many numbers as both have: `2` covers `2.12` and is neither before nor after it. */
function compareShared(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The first number in a name, with what follows it after dots: `[13, 0]` of `13.0-sp3`, `[610]` of `r610-linux`. */
function numbersOf(name: string): number[] {
  const [first] = /\d{1,15}(?:\.\d{1,15})*/.exec(name) ?? [];
  return first === undefined ? [] : first.split('.').map(Number);
}

/** Words that stand in names of one and the same line: service packs, updates, half years, platforms' ages. */
const OF_ANY_LINE = new Set(['v', 'x', 'r', 'u', 'h', 'q', 'w', 'al', 'acp', 'sp']);

/** The words of a name without its numbers. A name without numbers (`jazzy`, `subscription`) is of the main line. */
function lineOf(name: string): string {
  const lower = name.toLowerCase();
  if (!/\d/.test(lower)) return '';
  const words = lower.replace(/sp\d+[a-z]?/g, '').match(/[a-z]+/g) ?? [];
  // The edition of Windows for homes is written as a word of one letter, and so is Android 4.4 for watches.
  const isEdition = (word: string) => word === 'w' && /\dh\d|-/.test(lower);
  const line = words.filter((word) => isEdition(word) || !OF_ANY_LINE.has(word)).join('-');
  // `4.9-lts` is of the same line as 4.12; `11-24h2-e-lts` is an edition of its own.
  return line === 'lts' ? '' : line;
}
