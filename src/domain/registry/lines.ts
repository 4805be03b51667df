import type { PackageEcosystem } from './component';

/**
 * A line of releases of a package: what a vendor would call a release cycle. A major version, and before 1.0 a minor one,
 * which is what semver.org and package managers take for "compatible".
 */
export interface Line {
  /** `4`, or `0.21`. */
  readonly name: string;
  /** For the order of lines of one package. */
  readonly place: readonly [major: number, minor: number];
}

/**
 * A year, a month or a day as the first number: `2024.1`, `202401`, `20240115`. They are no lines: nobody keeps the
 * releases of one year apart from those of the next.
 */
const DATE = /^(?:199\d|20\d\d)(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)?$/;

/**
 * Finds the line that a version is of; null for what has none: no number, a date, or text that is no version. Go has a line
 * for each path of a module, which its last element names from the second on, and one for each major version from before
 * modules, which have no path of their own.
 * @param name the package's
 */
export function lineOf(ecosystem: PackageEcosystem, name: string, version: string): Line | null {
  if (ecosystem === 'golang') return goLine(name, version);
  const [, major, minor = '0'] =
    /^[v=]?(?:0!)?(\d{1,9})(?:\.(\d{1,9}))?(?![\d!])/i.exec(version) ?? [];
  if (major === undefined || DATE.test(major)) return null;
  const numbers = [Number(major), Number(minor)] as const;
  if (numbers[0] > 0) return { name: String(numbers[0]), place: [numbers[0], 0] };
  return { name: `0.${String(numbers[1])}`, place: numbers };
}

function goLine(path: string, version: string): Line {
  const [, major = '1'] =
    /^v(\d{1,4})\..*\+incompatible$/.exec(version) ?? /\/v(\d{1,4})$/.exec(path) ?? [];
  return { name: major, place: [Number(major), 0] };
}

/** Less than, equal to or more than 0. */
export function compareLines({ place: left }: Line, { place: right }: Line): number {
  return left[0] - right[0] || left[1] - right[1];
}

const PRERELEASE: Readonly<Record<PackageEcosystem, RegExp>> = {
  npm: /-/,
  nuget: /-/,
  golang: /-/,
  cargo: /-/,
  pypi: /(a|b|c|rc|alpha|beta|pre|preview|dev)[-_.]?\d*/i,
  maven: /[-.](alpha|beta|rc|cr|m|milestone|snapshot|eap?|preview|pre)(?![a-z])/i,
  // A platform may follow a hyphen; letters are in pre-releases alone.
  gem: /^[\d.]*[a-z]/i,
  composer: /dev|alpha|beta|rc/i,
};

/** Whether a version came before a release, and says nothing of how long its line lives. */
export function isBeforeRelease(ecosystem: PackageEcosystem, version: string): boolean {
  return PRERELEASE[ecosystem].test(version);
}
