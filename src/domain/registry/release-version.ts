/** A version of numbers and a pre-release, as Go modules and NuGet packages have them. */
export interface ReleaseVersion {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

// Four numbers for NuGet; 15 digits are exact as a number.
const PATTERN = /^v?(\d{1,15}(?:\.\d{1,15}){0,3})(?:-([\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

/** Reads `v1.2.3-rc.1+build`; what follows the `+` says nothing of the order and is dropped. Null for what is none. */
export function parseReleaseVersion(text: string): ReleaseVersion | null {
  const [, numbers, prerelease] = PATTERN.exec(text) ?? [];
  if (numbers === undefined) return null;
  return {
    numbers: numbers.split('.').map(Number),
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  };
}

function compareIdentifiers(left: string, right: string): number {
  const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right);
  if (areNumbers && left.length !== right.length) return left.length - right.length;
  if (/^\d+$/.test(left) !== /^\d+$/.test(right)) return /^\d+$/.test(left) ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
}

function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  // A release comes after all that led to it.
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Less than, equal to or more than 0, by the rules of semver.org; missing numbers count as 0. */
export function compareReleaseVersions(left: ReleaseVersion, right: ReleaseVersion): number {
  const length = Math.max(left.numbers.length, right.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const order = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (order !== 0) return order;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/**
 * A version as NuGet's addresses and answers spell it: at least three numbers, a fourth only when it is not 0, no
 * leading zeros, no build, lower case. Null for what is no version.
 */
export function normalizeNugetVersion(text: string): string | null {
  const parsed = parseReleaseVersion(text.toLowerCase());
  if (parsed === null) return null;
  const [major = 0, minor = 0, patch = 0, revision = 0] = parsed.numbers;
  const numbers = [major, minor, patch, ...(revision === 0 ? [] : [revision])].join('.');
  return parsed.prerelease.length === 0 ? numbers : `${numbers}-${parsed.prerelease.join('.')}`;
}
