import { z } from 'zod';
import { readAs, UnreadableAnswer } from '../evidence';
import { jsonPieces } from '../json-pieces';
import {
  dayOfText,
  factsOfReleases,
  packageStatement,
  type PackageFacts,
  type PackageStatement,
  type Release,
} from '../package-facts';

const status = z.object({ status: z.string().nullish(), reason: z.string().nullish() });
const file = z.object({
  filename: z.string(),
  yanked: z.union([z.boolean(), z.string()]).nullish(),
  'upload-time': z.string().nullish(),
});
const project = z.object({ 'project-status': status.nullish(), files: z.array(file) });

/** Releases of one project that are told apart at most; no index has as many of one. */
const MAX_RELEASES = 50_000;

/**
 * Reads a project's entry in the simple index (JSON, `/simple/<name>/`): its state, and of its files when they came and
 * whether they were yanked. Source: the Python packaging specifications "Simple repository API" (PEP 691, 700, 592) and
 * "Project status markers" (PEP 792).
 * @param name as the index normalizes it
 * @throws UnreadableAnswer
 */
export function readPypiFacts(document: unknown, name: string): PackageFacts {
  const { files, 'project-status': state } = readAs(project, document);
  const releases = new Map<string, Release>();
  for (const one of files) addFile(releases, one, name);
  return factsOfReleases('pypi', name, releases.values(), statementsOf(state));
}

/** Reads the same piece by piece, where it is too large to be held: a file at a time. */
export interface PypiPieces {
  /** @throws UnreadableAnswer */
  write(bytes: Uint8Array): void;
  /** What was read. @throws UnreadableAnswer when it did not come to its end */
  facts(): PackageFacts;
}

/** Starts to read an entry in the simple index piece by piece; see {@link readPypiFacts}. */
export function pypiPieces(name: string): PypiPieces {
  const releases = new Map<string, Release>();
  let state: z.output<typeof status> | null = null;
  const json = jsonPieces(['$.files.*', '$.project-status'], (value, key) => {
    if (key === 'project-status') state = readAs(status.nullish(), value) ?? null;
    else addFile(releases, readAs(file, value), name);
    if (releases.size > MAX_RELEASES) throw new UnreadableAnswer('too many releases');
  });
  return {
    write: json.write,
    facts: () => {
      json.end();
      return factsOfReleases('pypi', name, releases.values(), statementsOf(state));
    },
  };
}

function addFile(releases: Map<string, Release>, given: z.output<typeof file>, name: string): void {
  const { filename, yanked, 'upload-time': at } = given;
  const version = versionIn(filename, name);
  if (version === null) return;
  const known = releases.get(version);
  const on = dayOfText(at);
  // A release is what came first of it, and is yanked when all of it is.
  const first = known?.on && on && known.on < on ? known.on : (on ?? known?.on ?? null);
  const isYanked = (yanked ?? false) !== false && (known === undefined || Boolean(known.said));
  const said = isYanked
    ? {
        ...{ kind: 'yanked' as const, known: 'Yanked by its publisher' },
        words: typeof yanked === 'string' ? yanked : null,
      }
    : null;
  releases.set(version, { version, on: first, said });
}

function statementsOf(state: z.output<typeof status> | null | undefined): PackageStatement[] {
  const of = (kind: PackageStatement['kind'], known: string) => [
    packageStatement({ kind, known, words: state?.reason }, { versions: null }),
  ];
  switch (state?.status) {
    case 'archived':
      return of('archived', 'The project is archived');
    case 'deprecated':
      return of('deprecated', 'The project is deprecated');
    case 'quarantined':
      return of('yanked', 'The project is quarantined');
    default:
      return [];
  }
}

/** The version in the name of a wheel or a source distribution; null for other files. */
function versionIn(filename: string, name: string): string | null {
  const pattern = name.replaceAll('.', '\\.').split('-').join('[-_.]+');
  const [, version] =
    new RegExp(
      `^${pattern}-([^-]+?)(?:\\.tar\\.[a-z\\d]+|\\.zip|-[^/]*\\.(?:whl|egg)|\\.egg)$`,
      'i',
    ).exec(filename) ?? [];
  return version ?? null;
}
