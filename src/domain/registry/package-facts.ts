import { z } from 'zod';
import { parseDay, type Day } from '@/domain/eol/calendar';
import type { PackageEcosystem, PackageVersion } from './component';
import { MAX_MESSAGE_LENGTH, plainText, publicUrl } from './evidence';
import { isBeforeRelease, lineOf } from './lines';
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
  lines: z.array(z.object({ line: z.string(), newest: z.string(), on: day })),
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
 * was taken back; and each statement once, with the versions that it is made of.
 */
export function factsOfReleases(
  ecosystem: PackageEcosystem,
  name: string,
  releases: Iterable<Release>,
  ofPackage: readonly PackageStatement[] = [],
): PackageFacts {
  const lines = new Map<string, LineFacts>();
  const said = new Map<string, PackageStatement & { readonly versions: string[] }>();
  let versions = 0;
  for (const { version, on, said: about } of releases) {
    if (about && versions < MAX_VERSIONS) {
      versions += 1;
      const statement = packageStatement(about, { versions: [] });
      const key = JSON.stringify([statement.kind, statement.message, statement.successor]);
      const known = said.get(key) ?? { ...statement, versions: [] };
      said.set(key, known);
      known.versions.push(version);
    }
    if (on === null || about?.kind === 'yanked' || isBeforeRelease(ecosystem, version)) continue;
    const line = lineOf(ecosystem, name, version);
    if (!line) continue;
    const known = lines.get(line.name);
    if (!known || known.on < on) lines.set(line.name, { line: line.name, newest: version, on });
  }
  const newest = [...lines.values()].sort((left, right) => (left.on < right.on ? 1 : -1));
  return { lines: newest.slice(0, MAX_LINES), said: [...ofPackage, ...said.values()] };
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
