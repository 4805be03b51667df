/**
 * Compares the numbers that two versions start with, as numbers: `3.9` comes before `3.10`. What is left out counts
 * as 0. Negative when the first comes first.
 */
export function compareNumbers(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The numbers, parted by dots, that a version starts with: `[13, 0, 7095, 1]` of `13.0.7095.1 GDR`. */
export function leadingNumbers(version: string): number[] {
  const numbers: number[] = [];
  for (const part of version.split('.', 8)) {
    const number = Number.parseInt(part, 10);
    if (Number.isNaN(number)) break;
    numbers.push(number);
    if (String(number).length < part.trimEnd().length && !/^\d+$/.test(part)) break;
  }
  return numbers;
}

/** Words in versions of what was built from source between releases, and of what stands in for a version. */
const UNRELEASED = new Set([
  'dev',
  'devel',
  'develop',
  'development',
  'snapshot',
  'nightly',
  'unreleased',
  'unknown',
  'local',
  'dirty',
  'wip',
  'main',
  'master',
  'head',
  'trunk',
  'edge',
  'canary',
  'untagged',
  'placeholder',
  'git',
  'svn',
  'custom',
  'fork',
]);

/** `.el7_9`, `.fc38`, `ubuntu1`, `+deb11u2`, `~bpo11`: a distribution built it, and maintains it as long as it likes. */
const OF_DISTRIBUTION =
  /(?:^|[^a-z])(?:el|fc|amzn|mga|azl|cm|ph|oe|suse|tdc|alt|bpo|deb)\d|ubuntu|debian|\.rhaos|dfsg|-r\d+$/;

/** `-23-gabc1234`, `-20210101000000-abcdef123456`, `+abc1234`: a commit after a release, nobody knows how long. */
const OF_COMMIT =
  /-g[0-9a-f]{7,40}(?:[^a-z0-9]|$)|(?:^|[^a-z0-9])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?:[^a-z0-9]|$)|\d{14}/;

const VERSION = /^(\d{1,9}(?:\.\d{1,9})*)(.*)$/s;

/**
 * Reads the numbers of a version that surely is a release, as it writes them; none of any other. A number alone is what people
 * write who mean no certain one.
 */
export function releasedNumbers(version: string): string[] {
  const [, text = '', rest = ''] = VERSION.exec(version) ?? [];
  if (!text.includes('.')) return [];
  const behind = rest.toLowerCase();
  if (behind.split(/[^a-z]+/).some((word) => UNRELEASED.has(word))) return [];
  if (OF_DISTRIBUTION.test(behind) || OF_COMMIT.test(behind)) return [];
  return text.split('.');
}
