import { parse, type SemVer } from 'semver';

/** A version of numbers and a pre-release, as Go modules and NuGet packages have them. */
export interface ReleaseVersion {
  /** The first three numbers and the pre-release. */
  readonly semantic: SemVer;
  /** NuGet's fourth number; 0 for none. */
  readonly revision: number;
}

// 15 digits are exact as a number.
const PATTERN = /^v?(\d{1,15}(?:\.\d{1,15}){0,3})((?:-[\da-z.-]+)?(?:\+[\da-z.-]+)?)$/i;

/**
 * Reads `v1.2.3-rc.1+build`, and what NuGet and tags write beyond semver.org: fewer numbers, a fourth, leading zeros.
 * Null for what is none.
 */
export function parseReleaseVersion(text: string): ReleaseVersion | null {
  const [, numbers, suffix = ''] = PATTERN.exec(text) ?? [];
  if (numbers === undefined) return null;
  const [major = 0, minor = 0, patch = 0, revision = 0] = numbers.split('.').map(Number);
  // `loose`: NuGet allows leading zeros in a pre-release.
  const semantic = parse(`${[major, minor, patch].join('.')}${suffix}`, { loose: true });
  return semantic === null ? null : { semantic, revision };
}

export function isPrerelease({ semantic }: ReleaseVersion): boolean {
  return semantic.prerelease.length > 0;
}

/** Less than, equal to or more than 0, by the rules of semver.org; missing numbers count as 0, the build not at all. */
export function compareReleaseVersions(left: ReleaseVersion, right: ReleaseVersion): number {
  return (
    left.semantic.compareMain(right.semantic) ||
    left.revision - right.revision ||
    left.semantic.comparePre(right.semantic)
  );
}

/**
 * Spells a version as NuGet's addresses and answers do: at least three numbers, a fourth only when it is not 0, no
 * leading zeros, no build, lower case. Null for what is no version.
 */
export function normalizeNugetVersion(text: string): string | null {
  const parsed = parseReleaseVersion(text.toLowerCase());
  if (parsed === null) return null;
  const { semantic, revision } = parsed;
  const [, prerelease] = /^[^-+]*-([^+]+)/.exec(text.toLowerCase()) ?? [];
  const numbers = [semantic.major, semantic.minor, semantic.patch, ...(revision ? [revision] : [])];
  return numbers.join('.') + (prerelease === undefined ? '' : `-${prerelease}`);
}
