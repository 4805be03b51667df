import type { Identifier, Product, ReleaseCycle } from '@/domain/catalog/catalog';
import { cycleKeys, type Branch, type CycleKeys, type KeyedCycles } from './cycle-keys';
import { compareNumbers, leadingNumbers } from './numbers';
import { isCommitHash } from './package-version';
import { versionKey } from './version-key';

/** `null`: no cycle fits; `ambiguous`: several do. */
export type CycleMatch = ReleaseCycle | 'ambiguous' | null;

/** One product's cycles, prepared for look-ups. */
export interface CycleMatcher {
  readonly keys: CycleKeys;
  /** Words that people put before a version: `release`, and the product's own names. */
  readonly prefixes: ReadonlySet<string>;
  /** Java's 5 to 8 are also written `1.5` to `1.8`. */
  readonly isJava: boolean;
}

const COMMON_PREFIXES = ['version', 'ver', 'release', 'rel', 'r'];
/** Before Java's own versions only: `tomcat:jre8` and `gradle:jdk17` say nothing of Tomcat and Gradle. */
const JAVA_PREFIXES = ['jdk', 'jre', 'java', 'openjdk'];
const JAVA =
  /(?:^|[^a-z])(?:java|jdk|jre|openjdk|corretto|temurin|zulu|liberica|dragonwell|semeru|sapmachine)(?:[^a-z]|$)/;

/** `aliases`: what the product is also called, beyond what it says itself. */
export function compileCycles(product: Product, aliases: readonly string[] = []): CycleMatcher {
  const names = [product.slug, product.name, ...aliasesOf(product.identifiers), ...aliases];
  const isJava = names.some(namesJava);
  const prefixes = [...COMMON_PREFIXES, ...(isJava ? JAVA_PREFIXES : []), ...names.map(lettersOf)];
  return { keys: cycleKeys(product), prefixes: new Set(prefixes.filter(Boolean)), isJava };
}

/** Whether a text names a build of Java. */
export function namesJava(text: string): boolean {
  return JAVA.test(text.toLowerCase());
}

function aliasesOf(identifiers: readonly Identifier[]): string[] {
  return identifiers.filter(({ kind }) => kind === 'alias').map(({ value }) => value);
}

/**
 * The cycle of a version: the one with the longest name that the version equals or continues at a boundary.
 * `version` comes without what its package system adds (`packagedVersion`).
 */
export function matchCycle(matcher: CycleMatcher, version: string): CycleMatch {
  const { byName } = matcher.keys;
  const exact = byName.get(version);
  if (exact !== undefined) return exact;
  if (isCommitHash(version)) return null;
  return (
    longest(matcher, version) ??
    (matcher.isJava ? javaCycle(matcher, version) : null) ??
    prefixedCycle(matcher, version)
  );
}

function longest({ keys }: CycleMatcher, version: string): CycleMatch {
  return (
    byLongestKey(keys.byKey, keys.branches, version) ?? byLongestKey(keys.byOther, null, version)
  );
}

function byLongestKey(
  { cycles, maxTokens }: KeyedCycles,
  branches: CycleKeys['branches'] | null,
  version: string,
): CycleMatch {
  const { text, ends } = versionKey(version, maxTokens);
  for (let index = ends.length - 1; index >= 0; index -= 1) {
    const key = text.slice(0, ends[index]);
    const found = cycles.get(key);
    if (found === undefined) continue;
    const sharing = branches?.get(key);
    return sharing === undefined ? found : byBuild(sharing, version);
  }
  return null;
}

/** `1.8.0_362` is Java 8 (JEP 223 ended that way of counting with 9). */
function javaCycle(matcher: CycleMatcher, version: string): CycleMatch {
  const second = version.charCodeAt(2);
  const isOld = version.startsWith('1.') && second >= 0x35 && second <= 0x38;
  return isOld ? longest(matcher, version.slice(2)) : null;
}

const MAX_PREFIX_LENGTH = 64;

/** `OpenSSL 1.1.1k`, `nginx/1.18.0`, `jdk-17.0.1+12`, `release-2.4`. */
function prefixedCycle(matcher: CycleMatcher, version: string): CycleMatch {
  const rest = withoutPrefix(matcher, version);
  if (rest === null) return null;
  return longest(matcher, rest) ?? (matcher.isJava ? javaCycle(matcher, rest) : null);
}

/** `4.0.14` of `redis-4.0.14` for Redis; null where no word stands before the version, or another one. */
export function withoutPrefix(matcher: CycleMatcher, version: string): string | null {
  const digit = firstDigit(version);
  if (digit <= 0) return null;
  const before = version.slice(0, digit);
  const letters = lettersOf(before);
  const isKnown =
    matcher.prefixes.has(letters) ||
    (/[^a-z]v\.?$/i.test(before) && matcher.prefixes.has(letters.slice(0, -1)));
  return isKnown ? version.slice(digit) : null;
}

function firstDigit(text: string): number {
  const length = Math.min(text.length, MAX_PREFIX_LENGTH);
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return at;
  }
  return -1;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * Among cycles that share their numbers (`13.0`, `13.0-sp1`, `13.0-sp2`) the build decides: it belongs to the first
 * one whose latest release is not older. A build beyond all of them, or two that end alike, cannot be told.
 */
function byBuild(branches: readonly Branch[], version: string): CycleMatch {
  const build = leadingNumbers(version);
  const [fit, next] = branches.filter(({ latest }) => compareNumbers(latest, build) >= 0);
  if (fit === undefined) return 'ambiguous';
  const isTie = next !== undefined && compareNumbers(next.latest, fit.latest) === 0;
  return isTie ? 'ambiguous' : fit.cycle;
}
