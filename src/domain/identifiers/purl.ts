import { normalizeByType } from './purl-types';

/** A package URL, read and normalized. */
export interface Purl {
  /** In lower case: `deb`, `npm`. */
  readonly type: string;
  /** Decoded, segments between `/`; null when absent. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Keys in lower case, values decoded; without empty values. */
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | null;
}

export type PurlReading =
  | { readonly ok: true; readonly purl: Purl }
  /** `fault`: what is wrong with it, for people. */
  | { readonly ok: false; readonly fault: string };

const SCHEME_LENGTH = 'pkg:'.length;
const NO_QUALIFIERS: ReadonlyMap<string, string> = new Map();

/**
 * Reads a package URL in the order that the purl specification gives (ECMA-427, "How to parse a purl string in
 * its components"): subpath from the last `#`, qualifiers from the last `?`, scheme, type, version from the last
 * `@` behind the last `/`, name, namespace. One pass over each part, so its time is linear.
 */
export function parsePurl(text: string): PurlReading {
  const trimmed = text.trim();
  if (!trimmed.startsWith('pkg:') && trimmed.slice(0, SCHEME_LENGTH).toLowerCase() !== 'pkg:') {
    return fault('a package URL starts with "pkg:"');
  }
  const hash = trimmed.lastIndexOf('#');
  const beforeSubpath = hash < 0 ? trimmed : trimmed.slice(0, hash);
  const mark = beforeSubpath.lastIndexOf('?');
  const path = withoutSlashes(beforeSubpath.slice(SCHEME_LENGTH, mark < 0 ? undefined : mark));
  const slash = path.indexOf('/');
  if (slash < 0) return fault('a package URL names a type and, after a "/", a package');
  const type = path.slice(0, slash).toLowerCase();
  if (!isType(type)) return fault(`"${excerpt(type)}" is no package type`);
  const qualifiers = mark < 0 ? NO_QUALIFIERS : readQualifiers(beforeSubpath.slice(mark + 1));
  if (typeof qualifiers === 'string') return fault(qualifiers);
  const subpathText = hash < 0 ? null : trimmed.slice(hash + 1);
  return readPackage(type, path.slice(slash + 1), qualifiers, subpathText);
}

function readPackage(
  type: string,
  path: string,
  qualifiers: ReadonlyMap<string, string>,
  subpathText: string | null,
): PurlReading {
  const at = versionStart(path);
  const version = at < 0 ? null : path.slice(at + 1);
  const packagePath = withoutSlashes(at < 0 ? path : path.slice(0, at));
  const lastSlash = packagePath.lastIndexOf('/');
  const name = decodePercent(packagePath.slice(lastSlash + 1));
  const namespace = lastSlash < 0 ? null : decodedSegments(packagePath.slice(0, lastSlash));
  const subpath = subpathText === null ? null : decodedSegments(subpathText, isRealSegment);
  const decodedVersion = version === null || version === '' ? null : decodePercent(version);
  if (
    name === null ||
    namespace === undefined ||
    subpath === undefined ||
    (decodedVersion === null && version)
  ) {
    return fault('a "%" in it is not followed by two hexadecimal digits of UTF-8 text without NUL');
  }
  if (name === '') return fault('it names no package');
  const purl = { type, namespace, name, version: decodedVersion, qualifiers, subpath };
  return { ok: true, purl: normalizeByType(purl) };
}

/** The last `@` behind the last `/`, for an npm scope may stand unencoded: `pkg:npm/@angular/core`. */
function versionStart(path: string): number {
  const at = path.lastIndexOf('@');
  return at <= 0 || at < path.lastIndexOf('/') ? -1 : at;
}

/** `undefined` when a segment does not decode; empty segments do not count. */
function decodedSegments(
  text: string,
  isKept: (segment: string) => boolean = isNotEmpty,
): string | null | undefined {
  if (!text.includes('/')) {
    const segment = decodePercent(text);
    return segment === null ? undefined : isKept(segment) ? segment : null;
  }
  const segments: string[] = [];
  for (const encoded of text.split('/')) {
    const segment = decodePercent(encoded);
    if (segment === null) return undefined;
    if (isKept(segment)) segments.push(segment);
  }
  return segments.length === 0 ? null : segments.join('/');
}

function isNotEmpty(segment: string): boolean {
  return segment !== '';
}

function isRealSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..';
}

/** The qualifiers, or what is wrong with them. */
function readQualifiers(text: string): ReadonlyMap<string, string> | string {
  const qualifiers = new Map<string, string>();
  let start = 0;
  while (start < text.length) {
    const mark = text.indexOf('&', start);
    const end = mark < 0 ? text.length : mark;
    // One pair is cut out before it is searched: a search in the rest would take quadratic time.
    const fault = end === start ? null : readQualifier(text.slice(start, end), qualifiers);
    if (fault !== null) return fault;
    start = end + 1;
  }
  return qualifiers;
}

/** Reads one `key=value` into the others; returns what is wrong with it, or null. */
function readQualifier(pair: string, qualifiers: Map<string, string>): string | null {
  const equals = pair.indexOf('=');
  const key = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
  if (!isQualifierKey(key)) return `"${excerpt(key)}" is no qualifier`;
  const value = equals < 0 ? '' : decodePercent(pair.slice(equals + 1));
  if (value === null) return `the qualifier "${key}" is not encoded as UTF-8 without NUL`;
  if (value !== '') qualifiers.set(key, value);
  return null;
}

/**
 * The canonical form: type and qualifier keys in lower case and order, everything else percent-encoded but
 * letters, digits, `. - _ ~` and `:` (purl specification, "Character encoding").
 */
export function formatPurl(purl: Purl): string {
  const namespace = purl.namespace === null ? '' : `${encodedPath(purl.namespace)}/`;
  const version = purl.version === null ? '' : `@${encodePercent(purl.version)}`;
  const qualifiers = [...purl.qualifiers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${encodePercent(value)}`)
    .join('&');
  const subpath = purl.subpath === null ? '' : `#${encodedPath(purl.subpath)}`;
  return `pkg:${purl.type}/${namespace}${encodePercent(purl.name)}${version}${qualifiers && `?${qualifiers}`}${subpath}`;
}

function encodedPath(path: string): string {
  return path.split('/').map(encodePercent).join('/');
}

function isType(text: string): boolean {
  return /^[a-z][a-z0-9.+-]{0,63}$/.test(text);
}

function isQualifierKey(text: string): boolean {
  return /^[a-z][a-z0-9._-]{0,127}$/.test(text);
}

function withoutSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === 0x2f) start += 1;
  while (end > start && text.charCodeAt(end - 1) === 0x2f) end -= 1;
  return text.slice(start, end);
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}

function fault(reason: string): PurlReading {
  return { ok: false, fault: reason };
}

/**
 * Decodes percent-encoded UTF-8; null when it is none, and where it holds a NUL, which no database keeps. A `+` stays a
 * `+`: purls encode a blank as `%20`.
 */
export function decodePercent(text: string): string | null {
  const decoded = text.includes('%') ? decodedUri(text) : text;
  return decoded?.includes('\0') ? null : decoded;
}

function decodedUri(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const PLAIN = /^[A-Za-z0-9._~:-]*$/;

/** Encodes everything but letters, digits, `. - _ ~` and `:`. A lone surrogate becomes U+FFFD. */
export function encodePercent(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
