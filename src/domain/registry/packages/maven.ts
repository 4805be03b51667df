import type { PackageVersion } from '../component';
import { compareLines, isBeforeRelease, type Line, lineOf } from '../lines';
import { relocationIn } from '../maven';
import { packageStatement, type PackageStatement } from '../package-facts';

/** Reads whether an artifact has moved, as the POM of its newest version says. @throws UnreadableAnswer */
export function mavenStatements(
  pom: string,
  artifact: Pick<PackageVersion, 'namespace' | 'name'>,
  version: string,
): PackageStatement[] {
  const relocation = relocationIn(pom, artifact);
  if (!relocation) return [];
  const { target, message } = relocation;
  const known = `Moved to ${target} as of version ${version}`;
  return [
    packageStatement(
      { kind: 'moved', known, words: message, successor: target },
      { versions: null },
    ),
  ];
}

/** A line as a repository lists its versions. */
export interface ListedLine {
  readonly name: string;
  readonly first: string;
  readonly newest: string;
}

/**
 * The first and the newest version of each line that a repository lists, newest line first; those before a release are left
 * out.
 */
export function listedLines(versions: readonly string[], name: string, most: number): ListedLine[] {
  const lines = new Map<string, ListedLine & { readonly line: Line }>();
  for (const version of versions) {
    const line = lineOf('maven', name, version);
    if (!line || isBeforeRelease('maven', version)) continue;
    const known = lines.get(line.name);
    const isFirst = !known || compareNumbers(version, known.first) < 0;
    const isNewest = !known || compareNumbers(known.newest, version) <= 0;
    lines.set(line.name, {
      ...{ line, name: line.name },
      first: isFirst ? version : known.first,
      newest: isNewest ? version : known.newest,
    });
  }
  return [...lines.values()]
    .sort((left, right) => compareLines(right.line, left.line))
    .slice(0, most)
    .map(({ name: ofLine, first, newest }) => ({ name: ofLine, first, newest }));
}

function compareNumbers(left: string, right: string): number {
  const numbersOf = (text: string) =>
    (/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
  const [ours, theirs] = [numbersOf(left), numbersOf(right)];
  for (let place = 0; place < Math.max(ours.length, theirs.length); place += 1) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
