import { z } from 'zod';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { isKeptVersion, type PackageEcosystem, type PackageVersion } from './component';
import { MAX_MESSAGE_LENGTH, plainText, publicUrl } from './evidence';
import { compareLines, isBeforeRelease, type Line, lineOf } from './lines';
import { areReleaseDays, type DatedVersion } from './release-days';
import { compareReleaseVersions, parseReleaseVersion } from './release-version';

/** What a registry says against a package or some of its versions. */
export const STATEMENT_KINDS = ['deprecated', 'yanked', 'archived', 'moved'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** The kinds in words. */
export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  deprecated: 'Deprecated',
  yanked: 'Yanked',
  archived: 'Archived',
  moved: 'Moved',
};

const day = z.iso.date().transform((text, { addIssue }) => {
  const parsed = parseDay(text);
  if (parsed === null) addIssue('not a day');
  return parsed ?? z.NEVER;
});

/** As it is stored. */
export const packageFacts = z.object({
  /** Those of which it is known when they were released, each with its last release. */
  lines: z.array(
    z.object({
      line: z.string(),
      newest: z.string(),
      on: day,
      /** Its publisher has said a word against every release of it. */
      isDisowned: z.boolean().optional(),
    }),
  ),
  said: z.array(
    z.object({
      kind: z.enum(STATEMENT_KINDS),
      message: z.string(),
      /** What its maintainer names in its place. */
      successor: z.string().nullable(),
      url: z.string().nullable(),
      /** Null, and no ranges: the whole package. */
      versions: z.array(z.string()).nullable(),
      /** Both ends included. */
      ranges: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
});
export type PackageFacts = z.output<typeof packageFacts>;
export type LineFacts = PackageFacts['lines'][number];
export type PackageStatement = PackageFacts['said'][number];

export const NO_FACTS: PackageFacts = { lines: [], said: [] };

/** Lines that are kept of one package; those released last. */
const MAX_LINES = 200;
/** Versions with a statement that are kept of one package: some 100 kB. */
const MAX_VERSIONS = 4_000;
/** Characters of all statements of one package. Most have one for all their versions, and each may be of thousands. */
const MAX_SAID_LENGTH = 262_144;

/** One release as a registry lists it. */
export interface Release {
  readonly version: string;
  /** Null: the registry does not tell when. */
  readonly on: Day | null;
  readonly said?: NewStatement | null;
}

/** A statement as a registry makes it, in its publisher's words. */
export interface NewStatement {
  readonly kind: StatementKind;
  /** Goes before the publisher's words. */
  readonly known: string;
  readonly words?: string | null | undefined;
  readonly successor?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Puts a statement together; without words, what is known alone. */
export function packageStatement(
  { kind, known, words, successor, url }: NewStatement,
  where: Pick<PackageStatement, 'versions'> & Partial<Pick<PackageStatement, 'ranges'>>,
): PackageStatement {
  const said = plainText(words ?? '');
  return {
    kind,
    message: plainText(said === '' ? `${known}.` : `${known}: ${said}`),
    successor: plainText(successor ?? '').slice(0, MAX_MESSAGE_LENGTH) || null,
    url: publicUrl(url),
    versions: where.versions,
    ranges: where.ranges ?? [],
  };
}

/**
 * Makes the facts of a package of its releases: of each line the last release, leaving out what came before a release or
 * was taken back; and each statement once, with the versions that it is made of. There are no lines where the days cannot
 * be those of releases. What is no version by {@link isKeptVersion} is passed over.
 */
export function factsOfReleases(
  ecosystem: PackageEcosystem,
  name: string,
  releases: Iterable<Release>,
  ofPackage: readonly PackageStatement[] = [],
): PackageFacts {
  const lines = new Map<string, KnownLine>();
  const said = new Map<string, PackageStatement & { readonly versions: string[] }>();
  const dated: DatedVersion[] = [];
  let versions = 0;
  let length = 0;
  for (const { version, on, said: about } of releases) {
    if (!isKeptVersion(version)) continue;
    if (about && versions < MAX_VERSIONS && length < MAX_SAID_LENGTH) {
      versions += 1;
      const statement = packageStatement(about, { versions: [] });
      const key = JSON.stringify([statement.kind, statement.message, statement.successor]);
      const known = said.get(key) ?? { ...statement, versions: [] };
      if (!said.has(key)) length += key.length + (statement.url?.length ?? 0);
      said.set(key, known);
      known.versions.push(version);
    }
    if (on === null || about?.kind === 'yanked' || isBeforeRelease(ecosystem, version)) continue;
    dated.push({ version, on });
    const line = lineOf(ecosystem, name, version);
    if (!line) continue;
    const ofLine = lines.get(line.name) ?? { line, newest: version, on, since: on, isOwned: false };
    if (ofLine.on < on) Object.assign(ofLine, { newest: version, on });
    if (on < ofLine.since) ofLine.since = on;
    ofLine.isOwned ||= !about;
    lines.set(line.name, ofLine);
  }
  const known = areReleaseDays(dated) ? withoutYears([...lines.values()]) : [];
  const newest = known
    .sort((left, right) => (left.on < right.on ? 1 : -1))
    .map(({ line, newest: version, on, isOwned }) => ({
      ...{ line: line.name, newest: version, on },
      ...(!isOwned && { isDisowned: true }),
    }));
  return { lines: newest.slice(0, MAX_LINES), said: [...ofPackage, ...said.values()] };
}

/** A line while its releases are gone through. */
interface KnownLine {
  readonly line: Line;
  newest: string;
  on: Day;
  /** The day of its first release. */
  since: Day;
  isOwned: boolean;
}

/** Majors that are their years by chance are two at most: who has one major a year soon has two. */
const FEWEST_YEARS = 3;

/**
 * Leaves out lines that are years of two digits, `23.1` of 2023, as years are no lines: those from the newest back of which
 * each was begun in the year that it names, if they are three at least.
 */
function withoutYears(lines: readonly KnownLine[]): KnownLine[] {
  const newestFirst = lines.toSorted((left, right) => compareLines(right.line, left.line));
  const isYear = ({ line, since }: KnownLine) => Number(since.slice(2, 4)) === line.place[0];
  const other = newestFirst.findIndex((line) => !isYear(line));
  const years = other === -1 ? newestFirst.length : other;
  return years < FEWEST_YEARS ? newestFirst : newestFirst.slice(years);
}

/** Finds what a registry says against one version: of itself before of the whole package. */
export function statementOn(
  { said }: PackageFacts,
  { version }: Pick<PackageVersion, 'version'>,
): PackageStatement | null {
  const isOf = ({ versions, ranges }: PackageStatement) =>
    versions?.includes(version) === true || ranges.some((range) => isWithin(version, range));
  const isOfAll = ({ versions, ranges }: PackageStatement) =>
    versions === null && ranges.length === 0;
  return said.find(isOf) ?? said.find(isOfAll) ?? null;
}

function isWithin(version: string, [low, high]: readonly [string, string]): boolean {
  const [from, wanted, to] = [low, version, high].map(parseReleaseVersion);
  if (!from || !wanted || !to) return false;
  return compareReleaseVersions(from, wanted) <= 0 && compareReleaseVersions(wanted, to) <= 0;
}

/** The UTC day of an instant that a registry writes; null for what is none. */
export function dayOfText(text: string | null | undefined): Day | null {
  return parseDay(/^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? '');
}
