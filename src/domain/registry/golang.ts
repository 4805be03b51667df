import { z } from 'zod';
import type { RegistryComponent } from './component';
import { readAs, statement, type Statement } from './evidence';
import {
  compareReleaseVersions,
  isPrerelease,
  parseReleaseVersion,
  type ReleaseVersion,
} from './release-version';

const latest = z.object({ Version: z.string() });

/**
 * A module path or version as a proxy's address spells it: `!a` for `A`, since file systems may not tell them apart.
 */
export function escapeForProxy(text: string): string {
  return text.replace(/[A-Z]/g, (capital) => `!${capital.toLowerCase()}`);
}

/** The module's folder below the proxy. */
export function modulePath({ name }: Pick<RegistryComponent, 'name'>): readonly string[] {
  return escapeForProxy(name).split('/');
}

const isIncompatible = (version: string) => version.endsWith('+incompatible');

/**
 * The version whose `go.mod` speaks for the module: the highest release of `/@v/list`, else the highest
 * pre-release; null when the list has none. Versions from before modules count only where there are no others.
 * Source: Go modules reference, "Version queries", `latest`.
 */
export function newestListed(list: string): string | null {
  const rank = ({ text, parsed }: ListedVersion) =>
    (isPrerelease(parsed) ? 0 : 1) + (isIncompatible(text) ? 0 : 2);
  const [first] = listedVersions(list).toSorted(
    (left, right) => rank(right) - rank(left) || compareReleaseVersions(right.parsed, left.parsed),
  );
  return first?.text ?? null;
}

/**
 * The highest release of `/@v/list` of a major version from before modules, `v3.2.2+incompatible`, which has no path of its
 * own; null when the list has none.
 */
export function newestBeforeModules(list: string): string | null {
  const [first] = listedVersions(list)
    .filter(({ text, parsed }) => isIncompatible(text) && !isPrerelease(parsed))
    .toSorted((left, right) => compareReleaseVersions(right.parsed, left.parsed));
  return first?.text ?? null;
}

interface ListedVersion {
  readonly text: string;
  readonly parsed: ReleaseVersion;
}

function listedVersions(list: string): ListedVersion[] {
  return list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^v[\w.+-]+$/.test(line))
    .flatMap((text) => {
      const parsed = parseReleaseVersion(text);
      return parsed === null ? [] : [{ text, parsed }];
    });
}

/** The version that `/@latest` names, which a proxy answers for a module without tags. @throws UnreadableAnswer */
export function readLatest(document: unknown): string | null {
  const { Version } = readAs(latest, document);
  return parseReleaseVersion(Version) === null ? null : Version;
}

/**
 * Reads the statement of a module's newest `go.mod` on one of its versions: retracted, or the whole module deprecated.
 * Source: Go modules reference, "retract directive" and "Deprecation".
 */
export function judgeGo(newestGoMod: string, { version }: RegistryComponent): Statement | null {
  const { deprecated, retracted } = readGoMod(newestGoMod);
  const wanted = parseReleaseVersion(version);
  const hit = retracted.find(({ low, high }) => {
    const [from, to] = [parseReleaseVersion(low), parseReleaseVersion(high)];
    if (!wanted || !from || !to) return false;
    return compareReleaseVersions(from, wanted) <= 0 && compareReleaseVersions(wanted, to) <= 0;
  });
  if (hit) return statement('REGISTRY_DEPRECATED', 'Retracted by its author', hit.rationale);
  if (deprecated === null) return null;
  return statement('REGISTRY_DEPRECATED', 'The module is deprecated', deprecated);
}

interface Retraction {
  /** Both ends included; equal for a single version. */
  readonly low: string;
  readonly high: string;
  readonly rationale: string;
}

interface GoModNotes {
  /** The text after `Deprecated:` in the comment on the module; null without one. */
  readonly deprecated: string | null;
  readonly retracted: readonly Retraction[];
}

interface Line {
  readonly code: string;
  /** The text after `//`; null without one. */
  readonly comment: string | null;
}

function splitComment(line: string): Line {
  const at = line.indexOf('//');
  if (at === -1) return { code: line.trim(), comment: null };
  return { code: line.slice(0, at).trim(), comment: line.slice(at + 2).trim() };
}

function readRange(code: string): { low: string; high: string } | null {
  const version = '["`]?(v[\\w.+-]+)["`]?';
  const [, low, high] =
    new RegExp(`^\\[\\s*${version}\\s*,\\s*${version}\\s*\\]$`).exec(code) ??
    new RegExp(`^${version}$`).exec(code) ??
    [];
  return low === undefined ? null : { low, high: high ?? low };
}

/** Retractions that are read of a module, and characters of the comments of each. */
const MAX_RETRACTIONS = 1_000;
const MAX_RATIONALE = 10_000;

/** The paragraph that starts with `Deprecated:`, on one line. */
function deprecationIn(comments: readonly string[]): string | null {
  const found = /(?:^|\n\n)Deprecated:(.*?)(?:\n\n|$)/s.exec(comments.join('\n'));
  return found?.[1] === undefined ? null : found[1].replaceAll('\n', ' ').trim();
}

/** As much of comments as says why: an entry of a block may have all of the block's. */
function rationaleOf(comments: readonly string[]): string {
  let text = '';
  for (const comment of comments) {
    text += `${comment} `;
    if (text.length > MAX_RATIONALE) break;
  }
  return text.slice(0, MAX_RATIONALE).trim();
}

/**
 * Reads the notes of a `go.mod` against its own module. Comments belong to the line that they end or stand directly
 * above; within a block, an entry without its own has the block's. Everything else in the file is passed over. Source:
 * Go modules reference, "go.mod files".
 */
export function readGoMod(text: string): GoModNotes {
  const retracted: Retraction[] = [];
  let deprecated: string | null = null;
  let isNamed = false;
  let above: string[] = [];
  let block: { readonly keyword: string; readonly comments: readonly string[] } | null = null;

  const entry = (keyword: string, rest: string, comments: readonly string[]) => {
    if (keyword === 'module' && !isNamed) {
      isNamed = true;
      deprecated = deprecationIn(comments);
    }
    if (keyword !== 'retract' || retracted.length === MAX_RETRACTIONS) return;
    const range = readRange(rest);
    if (range) retracted.push({ ...range, rationale: rationaleOf(comments) });
  };

  for (const line of text.split('\n')) {
    const { code, comment } = splitComment(line);
    if (code === '') {
      // A line without anything cuts a comment off from what follows.
      if (comment === null) above = [];
      else above.push(comment);
      continue;
    }
    const comments = above;
    if (comment !== null) comments.push(comment);
    above = [];
    const [keyword = '', ...rest] = code.split(/\s+/);
    if (block) {
      if (code === ')') block = null;
      else entry(block.keyword, code, comments.length > 0 ? comments : block.comments);
    } else if (rest.length === 1 && rest[0] === '(') block = { keyword, comments };
    else entry(keyword, rest.join(' '), comments);
  }
  return { deprecated, retracted };
}
