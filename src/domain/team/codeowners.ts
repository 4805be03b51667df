import { handleOf, MAX_HANDLES } from './team';

/**
 * Reads CODEOWNERS files of GitHub, GitLab and Bitbucket: the last pattern that matches a path names its owners.
 * With GitLab's sections each section has its own last pattern, and a pattern without owners takes those of its section; what a
 * pattern behind `!` matches is of nobody in its section, whatever else matches it. Gitea's and Forgejo's files are of another
 * form, regular expressions of which all count: nobody can tell from a file which it is.
 * Source: "About code owners" (GitHub) and "Code Owners syntax and error handling" (GitLab).
 */

/** Of a file, in UTF-16 units: what takes less than a second for any file and path. */
export const MAX_CODEOWNERS_LENGTH = 262_144;
const MAX_PATH_LENGTH = 1_024;
/** Folders of a path, each of which every pattern is held against: far above those of any repository. */
const MAX_SEGMENTS = 64;

const MAX_PATTERN_LENGTH = 1_024;

/** A line that names owners of the paths of a pattern. */
interface Entry {
  readonly pattern: string;
  readonly line: number;
  readonly handles: readonly string[];
  readonly section: number;
  /** Whether it takes what it matches out of its section. */
  readonly excludes: boolean;
}

/** Whom a file names for a path, and where. */
export interface NamedOwners {
  /** Lower case, in the file's order, at most {@link MAX_HANDLES}. */
  readonly handles: readonly string[];
  /** Of the first section that names anybody; null: no pattern matches, or the one that does names nobody. */
  readonly pattern: string | null;
  /** From 1. */
  readonly line: number | null;
}

/**
 * Finds whom a file names for a path.
 * @param path of a file or directory in the repository, as {@link pathInRepository} gives it; "" for the repository as a
 *   whole, which the patterns name that match everything
 */
export function ownersOf(text: string, path: string): NamedOwners {
  const last = new Map<number, Entry>();
  const excluded = new Set<number>();
  for (const entry of entriesOf(text)) {
    if (!matches(entry.pattern, path)) continue;
    if (entry.excludes) excluded.add(entry.section);
    else last.set(entry.section, entry);
  }
  for (const section of excluded) last.delete(section);
  const deciding = [...last].toSorted(([one], [other]) => one - other).map(([, entry]) => entry);
  const first = deciding.find(({ handles }) => handles.length > 0);
  const handles = [...new Set(deciding.flatMap((entry) => entry.handles))].slice(0, MAX_HANDLES);
  return { handles, pattern: first?.pattern ?? null, line: first?.line ?? null };
}

const SECTION = /^\^?\[([^\]]+)\](?:\[\d+\])?(?<defaults>.*)$/;

function* entriesOf(text: string): Generator<Entry> {
  const sections = new Map<string, number>();
  let section = 0;
  let defaults: readonly string[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const heading = SECTION.exec(line);
    if (heading) {
      // Sections of the same name are one, in any case.
      const name = (heading[1] ?? '').toLowerCase();
      section = sections.get(name) ?? sections.size + 1;
      sections.set(name, section);
      defaults = handlesIn(heading.groups?.defaults ?? '');
      continue;
    }
    const [pattern = '', rest] = splitPattern(line);
    if (pattern.length > MAX_PATTERN_LENGTH) continue;
    const named = handlesIn(rest);
    const place = { line: index + 1, section };
    // With owners, or without a pattern, it is of no form that is known here, and matches nothing.
    if (pattern.length > 1 && pattern.startsWith('!') && named.length === 0)
      yield { ...place, pattern: pattern.slice(1), handles: [], excludes: true };
    else yield { ...place, pattern, handles: named.length > 0 ? named : defaults, excludes: false };
  }
}

/** Splits a line at the first blank that is not escaped. */
function splitPattern(line: string): [pattern: string, rest: string] {
  const end = /(?<!\\)\s/.exec(line)?.index ?? line.length;
  return [line.slice(0, end).replaceAll(/\\(?=[\s#])/g, ''), line.slice(end)];
}

function handlesIn(text: string): string[] {
  const [before = ''] = text.split(/(?:^|\s)#/, 1);
  const words = before.split(/\s+/).filter((word) => word.includes('@') && word.length <= 255);
  return words.map((word) => handleOf(word).replaceAll('\0', '').toWellFormed());
}

const OF_EVERYTHING = new Set(['*', '**', '/', '/*', '/**', '**/*', '/**/*', '.', './']);

/** Whether a pattern of gitignore's form, as far as these files know it, matches a path. */
function matches(pattern: string, path: string): boolean {
  if (path === '') return OF_EVERYTHING.has(pattern);
  if (pattern === '/' || pattern === '.' || pattern === './') return true;
  const isAnchored = pattern.slice(0, -1).includes('/');
  const isOfDirectory = pattern.endsWith('/');
  const parts = pattern.split('/').filter((part) => part !== '');
  const anchored = isAnchored || parts[0] === '**' ? parts : ['**', ...parts];
  // Several `**` in a row are one.
  const wanted = anchored.filter((part, at) => part !== '**' || anchored[at - 1] !== '**');
  // A pattern that ends in `*` is of the files right below; any other one is also of all below what it names.
  const goesDeeper = parts.at(-1) !== '*' || !isAnchored;
  const segments = path.split('/');
  return matchesParts(wanted, segments, { isOfDirectory, goesDeeper });
}

interface Ending {
  readonly isOfDirectory: boolean;
  readonly goesDeeper: boolean;
}

/** Walks through the path once, marking which parts of the pattern it may have come to: no repeated tries. */
function matchesParts(
  parts: readonly string[],
  segments: readonly string[],
  ending: Ending,
): boolean {
  let states = new Uint8Array(parts.length + 1);
  let next = new Uint8Array(parts.length + 1);
  states[0] = 1;
  skip(parts, states);
  for (const [index, segment] of segments.entries()) {
    next.fill(0);
    for (let state = states.indexOf(1); state >= 0; state = states.indexOf(1, state + 1)) {
      const part = parts[state];
      if (part === '**') next[state] = 1;
      else if (part !== undefined && matchesSegment(part, segment)) next[state + 1] = 1;
    }
    skip(parts, next);
    [states, next] = [next, states];
    const isLast = index === segments.length - 1;
    if (states[parts.length] === 1) {
      if (isLast) return !ending.isOfDirectory;
      if (ending.goesDeeper) return true;
    }
  }
  return false;
}

/** Adds the states that `**` gives for nothing. */
function skip(parts: readonly string[], states: Uint8Array): void {
  for (let state = states.indexOf(1); state >= 0; state = states.indexOf(1, state + 1)) {
    if (parts[state] === '**') states[state + 1] = 1;
  }
}

/** Whether a part of a pattern matches one segment of a path: `*` is any characters, `?` one. Takes at most as many steps as both lengths multiplied. */
function matchesSegment(part: string, segment: string): boolean {
  let [at, from] = [0, 0];
  let star = -1;
  let resume = 0;
  while (from < segment.length) {
    const char = part[at];
    if (char === '*') {
      star = at;
      resume = from;
      at += 1;
    } else if (char !== undefined && (char === '?' || char === segment[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      from = resume;
    } else return false;
  }
  while (part[at] === '*') at += 1;
  return at === part.length;
}

/**
 * Gives a path as a repository has it, without `./` and slashes around it. "" when it is none: an absolute path is one
 * of the machine that built, and one that leads out of where it starts, or on without end, may be anything.
 * @param kind what is at the path: of a directory the owners of what lies in it are asked
 */
export function pathInRepository(path: string, kind: 'file' | 'directory'): string {
  if (path.length > MAX_PATH_LENGTH || /^(?:[/~]|[a-z]:)/i.test(path)) return '';
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.length > MAX_SEGMENTS) return '';
  if (segments.includes('..')) return '';
  return [...segments, ...(kind === 'directory' ? [''] : [])].join('/');
}
