import { parsePurl } from '@/domain/identifiers/purl';
import { isDistributionType } from '@/domain/catalog/keys';
import { wildcard } from '@/domain/wildcard';

/** They are held against the name of every package that nobody knows. */
export const MAX_OWN_SOFTWARE = 100;
export const MAX_PATTERN_LENGTH = 512;

/** Each takes a look of its own at each of those names. */
const MAX_STARS = 8;
/** The least of a name that a pattern has to give: what is shorter would be nearly everything. */
const LEAST = 3;

/**
 * Says what is wrong with a pattern of names of one's own software; null: nothing. `*` is any text. One that begins with
 * `pkg:` is held against package URLs without their version, every other one against names.
 */
export function patternFault(pattern: string): string | null {
  const named = pattern.startsWith('pkg:') ? pattern.slice(pattern.indexOf('/') + 1) : pattern;
  if (pattern.startsWith('pkg:') && !/^pkg:[a-z][a-z0-9.+-]*\/./.test(pattern)) {
    return 'names a type and, after a "/", a package';
  }
  if (named.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST) {
    return `names at least ${String(LEAST)} letters or digits, beside any *`;
  }
  if (pattern.split('*').length - 1 > MAX_STARS) return `has at most ${String(MAX_STARS)} *`;
  return null;
}

/** Writes a pattern as SQL's LIKE takes it, in lower case. */
export function likeOf(pattern: string): string {
  return pattern
    .toLowerCase()
    .replaceAll('%40', '@')
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)
    .replaceAll('*', '%');
}

/** Tells whether a package is called so, in any case: by its name, or by its package URL without version. */
export function ownSoftware(
  patterns: readonly string[],
): (one: { readonly name: string; readonly purl: string | null }) => boolean {
  const [ofPurls = [], ofNames = []] = [true, false].map((isPurl) =>
    patterns
      .filter((pattern) => pattern.startsWith('pkg:') === isPurl)
      .map((pattern) => wildcard(pattern.replaceAll('%40', '@').toLowerCase())),
  );
  const isOne = (tests: typeof ofNames, text: string) => {
    const lower = text.toLowerCase();
    return tests.some((test) => test(lower));
  };
  return ({ name, purl }) =>
    isOne(ofNames, name) || (purl !== null && isOne(ofPurls, purl.replace('%40', '@')));
}

/** The pattern that stands for one package, and what may be made of it: its whole scope, group or folder. */
export function patternFor({
  name,
  purl,
}: {
  readonly name: string;
  readonly purl: string | null;
}): string {
  const reading = purl === null ? null : parsePurl(purl);
  if (!reading?.ok || isDistributionType(reading.purl.type)) return name;
  const { type, namespace } = reading.purl;
  return namespace === null ? (purl ?? name) : `pkg:${type}/${namespace}/*`;
}
