import { addDays, type Day } from '@/domain/eol/calendar';
import type { PackageEcosystem } from './component';
import { compareLines, type Line, lineOf } from './lines';
import type { PackageFacts, LineFacts } from './package-facts';

/**
 * Days without a release after which a line is taken for given up, if a newer one lives. Longer where packages are released
 * seldom, so that what is merely calm is not called stale. See the documentation, "Degrees of evidence".
 */
export const STALE_DAYS: Readonly<Record<PackageEcosystem, number>> = {
  // Majors follow one another fast, and fixes to an older one come soon after the next or not at all.
  npm: 365,
  // Many projects release with each Python, once a year: half a year more leaves out one that is late.
  pypi: 540,
  // As with .NET, whose releases are a year apart.
  nuget: 540,
  // A line is 0.x for most, and gets fixes for as long as others depend on it.
  cargo: 540,
  // Libraries are finished rather than given up; lines of long support have a fix or two a year.
  maven: 730,
  // Older majors are other modules, and are released for fixes alone.
  golang: 730,
  // Frameworks keep lines for two years and more, and what is built on them follows.
  gem: 730,
  composer: 730,
};

/** A line that had no release for long, while a newer one of the same package had. */
export interface StaleLine {
  readonly line: string;
  readonly newest: string;
  readonly on: Day;
  /** The newest line that lives. */
  readonly living: LineFacts;
  readonly days: number;
}

/**
 * Tells whether the line of a version is stale: its last release is more than N days past, and a newer line, not all of whose
 * releases are deprecated, has had one within those N days. An estimate: nobody says so. Null too where the registry does not tell when it was released.
 */
export function staleLine(
  { lines }: PackageFacts,
  { ecosystem, name, version }: { ecosystem: PackageEcosystem; name: string; version: string },
  today: Day,
): StaleLine | null {
  const own = lineOf(ecosystem, name, version);
  const known = own && lines.find((line) => line.line === own.name);
  if (!own || !known) return null;
  const days = STALE_DAYS[ecosystem];
  const since = addDays(today, -days);
  if (known.on >= since) return null;
  const newer = lines.flatMap((facts) => {
    const line = placed(facts);
    // What was published by mistake and deprecated at once is nothing to move to.
    const lives = facts.on >= since && facts.isDisowned !== true;
    return lives && line && compareLines(line, own) > 0 ? [{ facts, line }] : [];
  });
  const [living] = newer.toSorted((left, right) => compareLines(right.line, left.line));
  if (!living) return null;
  return { line: known.line, newest: known.newest, on: known.on, living: living.facts, days };
}

function placed({ line }: LineFacts): Line | null {
  const [, major, minor = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(line) ?? [];
  return major === undefined ? null : { name: line, place: [Number(major), Number(minor)] };
}
