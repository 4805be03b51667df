import { decodePercent, encodePercent } from '@/domain/identifiers/percent';

/**
 * Types of which the scanner is told nothing. Whole images and what is installed on Windows and macOS it never
 * names. A distribution's package it would judge by the vendor's dates, not knowing the distribution. A Go
 * module's version may name a commit (go.dev/ref/mod, pseudo-versions): the scanner takes its numbers, which are
 * those of some earlier tag, for a release.
 */
const UNTOLD_TYPES: ReadonlySet<string> = new Set([
  ...['docker', 'oci', 'swid', 'scoop', 'chocolatey', 'winget', 'brew'],
  ...['deb', 'rpm', 'apk', 'alpm'],
  'golang',
]);

/** Go's own library, in its releases' versions. */
const GO_ITSELF: ReadonlySet<string> = new Set(['stdlib', 'std']);

/** Types whose names older releases of the scanner write as they are, newer ones in lower case. */
const CASELESS_TYPES: ReadonlySet<string> = new Set([
  'composer',
  'github',
  'golang',
  'npm',
  'pypi',
]);

/**
 * How the scanner may write a purl of the catalogue. It compares its package's purl, cut at the first `@`,
 * with what the database holds, byte for byte: so there is one text for each way of writing, and none for
 * what it never names.
 * @param identifier a purl, with or without version, qualifiers and subpath
 * @param productName as people write it: older releases take Python's names from there (`pkg:pypi/Django`)
 */
export function scannerPurls(identifier: string, productName: string): string[] {
  const parsed = parse(identifier);
  if (parsed === null) return [];
  const { type, segments } = parsed;
  const isGoItself = type === 'golang' && GO_ITSELF.has(segments.join('/'));
  if (UNTOLD_TYPES.has(type) && !isGoItself) return [];
  const spellings = [segments];
  if (CASELESS_TYPES.has(type)) spellings.push(segments.map((segment) => segment.toLowerCase()));
  if (type === 'pypi') spellings.push(...pypiSpellings(segments, productName));
  const texts = spellings.flatMap((spelling) => {
    const text = `pkg:${type}/${spelling.map(encodePercent).join('/')}`;
    // Releases before 0.10 leave a plus sign as it is: pkg:generic/libstdc++6.
    return [text, text.replaceAll('%2B', '+')];
  });
  return [...new Set(texts)];
}

function parse(identifier: string): { type: string; segments: string[] } | null {
  const [path = ''] = identifier.replace(/^pkg:\/*/i, '').split(/[?#]/, 1);
  const [type = '', ...names] = path.split('/').filter((segment) => segment !== '');
  const last = names.pop();
  if (last === undefined || !/^[a-z][a-z0-9.-]*$/i.test(type)) return null;
  // The sign before a scope that is not percent-encoded does not begin a version.
  const name = last.replace(/(?<=.)@.*$/, '');
  return {
    type: type.toLowerCase(),
    segments: [...names, name].map((segment) => decodePercent(segment) ?? segment),
  };
}

/** Python's names compare without case, with `-`, `_` and `.` alike (PEP 503). */
function pypiSpellings(segments: readonly string[], productName: string): string[][] {
  const [name = ''] = segments;
  const normalized = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
  const named = productName.toLowerCase() === name.toLowerCase() ? [[productName]] : [];
  return [[normalized], ...named];
}
