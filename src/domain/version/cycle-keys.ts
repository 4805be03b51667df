import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import { compareNumbers, leadingNumbers } from './numbers';
import { versionKey, wholeKey } from './version-key';

/** Keys that lead from a version to one product's cycles. */
export interface CycleKeys {
  /** By the cycle's name to the letter. */
  readonly byName: ReadonlyMap<string, ReleaseCycle>;
  /** By the version key of the cycle's name. */
  readonly byKey: KeyedCycles;
  /**
   * By what else tells a cycle: labels, codenames, builds. Only for versions that no name fits, or a build that the
   * catalog files under a wrong cycle would go before that cycle's name.
   */
  readonly byOther: KeyedCycles;
  /** By the key of numbers that several cycles share, these cycles in the order of their latest releases. */
  readonly branches: ReadonlyMap<string, readonly Branch[]>;
}

/** Cycles by version key. */
export interface KeyedCycles {
  readonly cycles: ReadonlyMap<string, ReleaseCycle | 'ambiguous'>;
  /** Tokens in the longest key: what a version has beyond is never looked at. */
  readonly maxTokens: number;
}

type Keys = Map<string, ReleaseCycle | 'ambiguous'>;
type Entry = readonly [key: string, cycle: ReleaseCycle];

/** A cycle of one branch of versions and the numbers of its latest release. */
export interface Branch {
  readonly cycle: ReleaseCycle;
  readonly latest: readonly number[];
}

/** Prepares the look-up keys of a product's cycles; labels go before codenames, codenames before builds. */
export function cycleKeys(product: Product): CycleKeys {
  const { cycles } = product;
  const others: Keys = new Map();
  addTier(others, labelKeys(cycles));
  addTier(others, servicePackKeys(product));
  addTier(others, cycles.flatMap(codenameKeys));
  addTier(others, cycles.flatMap(buildKeys));
  return {
    byName: new Map(cycles.map((cycle) => [cycle.name, cycle])),
    byKey: keyed(tier(cycles.map((cycle) => [wholeKey(cycle.name), cycle]))),
    byOther: keyed(others),
    branches: branchesOf(cycles),
  };
}

function keyed(cycles: Keys): KeyedCycles {
  cycles.delete('');
  const maxTokens = [...cycles.keys()].reduce((most, key) => Math.max(most, tokensIn(key)), 0);
  return { cycles, maxTokens };
}

/** Two cycles under one key make it ambiguous. */
function tier(entries: readonly Entry[]): Keys {
  const keys: Keys = new Map();
  for (const [key, cycle] of entries) {
    const known = keys.get(key);
    keys.set(key, known === undefined || known === cycle ? cycle : 'ambiguous');
  }
  return keys;
}

/** A lower tier never says anything of a key that a higher one knows. */
function addTier(keys: Keys, entries: readonly Entry[]): void {
  for (const [key, cycle] of tier(entries)) if (!keys.has(key)) keys.set(key, cycle);
}

function tokensIn(key: string): number {
  return versionKey(key, Number.POSITIVE_INFINITY).ends.length;
}

/**
 * Labels say what the vendor calls a cycle: SQL Server's `15.0` is `2019 'Aris/Seattle'`. Only those that start with
 * a number count, without what stands in quotes or brackets. Where a label comes with service packs
 * (`2016`, `2016 SP1`), a bare `2016` may be any of them, and `2016-CU5` is the first.
 */
function labelKeys(cycles: readonly ReleaseCycle[]): Entry[] {
  const labels = cycles.map((cycle): Entry => [labelKey(cycle.label), cycle]);
  const numbered = labels.filter(([key]) => /^\d/.test(key));
  const packsOf = Map.groupBy(
    numbered.flatMap((entry) => namesBefore(entry[0], '-sp-').map((name) => ({ name, entry }))),
    ({ name }) => name,
  );
  return numbered.flatMap(([key, cycle]): Entry[] => {
    const packs = (packsOf.get(key) ?? []).map(({ entry }) => entry);
    const first = packs.length === 0 ? [] : ['cu', 'rtm', 'gdr'].map((word) => `${key}-${word}`);
    return [
      [key, cycle],
      ...first.map((variant): Entry => [variant, cycle]),
      ...packs.map(([, pack]): Entry => [key, pack]),
    ];
  });
}

/** What stands before each place where a word does: catalogs may have thousands of cycles, which are not held against each other. */
function namesBefore(key: string, word: string): string[] {
  const names: string[] = [];
  for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1)) {
    names.push(key.slice(0, at));
  }
  return names;
}

function labelKey(label: string): string {
  return wholeKey(
    label
      .replace(/\([^()]*\)|'[^']*'/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** SUSE counts service packs, endoflife.date minor numbers: `15 SP4` is `15.4`. */
function servicePackKeys({ slug, cycles }: Product): Entry[] {
  if (!slug.startsWith('sle') && !slug.startsWith('suse')) return [];
  return cycles.map((cycle) => [wholeKey(cycle.name).replace('.', '-sp-'), cycle]);
}

/** `Jammy Jellyfish` is found as `jammy` too. */
function codenameKeys(cycle: ReleaseCycle): Entry[] {
  const key = wholeKey(cycle.codename ?? '');
  if (!/^[a-z]{3}/.test(key)) return [];
  const dash = key.indexOf('-');
  return dash < 0
    ? [[key, cycle]]
    : [
        [key, cycle],
        [key.slice(0, dash), cycle],
      ];
}

/** Windows names its cycles `1809-sac` and its builds `10.0.17763`: there the latest release leads to the cycle. */
function buildKeys(cycle: ReleaseCycle): Entry[] {
  const key = wholeKey(cycle.latestRelease ?? '');
  return /^\d+\.\d+\.\d+/.test(key) ? [[key, cycle]] : [];
}

function branchesOf(cycles: readonly ReleaseCycle[]): Map<string, Branch[]> {
  const keyed = cycles.map((cycle): Entry => [wholeKey(cycle.name), cycle]);
  // A number has no dash, so that a cycle can be of one number alone.
  const worded = keyed.filter(([key]) => /^[^-]+-[a-z]/.test(key));
  const siblings = Map.groupBy(worded, ([key]) => key.slice(0, key.indexOf('-')));
  const branches = new Map<string, Branch[]>();
  for (const [key, cycle] of keyed) {
    if (!/^[\d.]+$/.test(key)) continue;
    const others = siblings.get(key) ?? [];
    const [own, ...more] = [cycle, ...others.map(([, one]) => one)].flatMap((one) =>
      branchOf(one, key),
    );
    if (own?.cycle !== cycle || more.length === 0) continue;
    branches.set(
      key,
      [own, ...more].sort((one, other) => compareNumbers(one.latest, other.latest)),
    );
  }
  return branches;
}

function branchOf(cycle: ReleaseCycle, key: string): Branch[] {
  const latest = wholeKey(cycle.latestRelease ?? '');
  const isOfBranch = latest.startsWith(`${key}.`);
  return isOfBranch ? [{ cycle, latest: leadingNumbers(cycle.latestRelease ?? '') }] : [];
}
