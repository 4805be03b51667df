/** The start of a version in a form that can be compared by its text. */
export interface VersionKey {
  /** `1.22.3`, `3.10-rc-1`: numbers without leading zeros, a `-` at every boundary but a dot between numbers. */
  readonly text: string;
  /** Lengths of `text` at which the version may be cut: `[1, 4, 6]` for `1.22.3`. */
  readonly ends: readonly number[];
}

const NO_KEY: VersionKey = { text: '', ends: [] };

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
const PLUS = 0x2b;

/**
 * Reads at most `maxTokens` numbers and words of a version. Its boundaries are `.`, `-`, `+`, `_`, `~`, `^`, a
 * blank, and the step between a digit and a letter; any other character ends it, and the token before that
 * character is no whole one. `3.1` is no start of `3.10`, `2012-r2` and `2012 R2` are the same, `18.09` is `18.9`.
 * Takes no longer than the tokens that it reads.
 */
export function versionKey(version: string, maxTokens: number): VersionKey {
  let at = skipV(version);
  if (!isWordCharacter(version.charCodeAt(at))) return NO_KEY;
  const ends: number[] = [];
  let text = '';
  let wasNumber = false;
  let separatorIsDot = false;
  while (ends.length < maxTokens && at < version.length) {
    const isNumber = isDigit(version.charCodeAt(at));
    const end = isNumber ? endOfDigits(version, at) : endOfLetters(version, at);
    const isWhole = end === version.length || isBoundary(version, end);
    if (!isWhole) break;
    const token = isNumber ? withoutZeros(version, at, end) : version.slice(at, end).toLowerCase();
    if (text !== '') text += separatorIsDot && wasNumber && isNumber ? '.' : '-';
    text += token;
    ends.push(text.length);
    wasNumber = isNumber;
    const next = skipSeparators(version, end);
    separatorIsDot = next === end + 1 && version.charCodeAt(end) === DOT;
    if (isTrailingPlus(version, end, next)) {
      text += '-plus';
      ends.push(text.length);
    }
    if (!isWordCharacter(version.charCodeAt(next))) break;
    at = next;
  }
  return ends.length === 0 ? NO_KEY : { text, ends };
}

/** The key of a whole text, for names that versions are compared with. Empty for a text that is no version. */
export function wholeKey(text: string): string {
  return versionKey(text, Number.POSITIVE_INFINITY).text;
}

/** `3+` and `razr+-2026` are names of models: a plus that leads to no other token is part of the name. */
function isTrailingPlus(text: string, end: number, next: number): boolean {
  if (text.charCodeAt(end) !== PLUS) return false;
  return next > end + 1 || next === text.length;
}

/** `v1.2`, `V1`, `v.1` count as `1.2`, `1`, `1`. */
function skipV(text: string): number {
  const first = text.charCodeAt(0) | 0x20;
  if (first !== 0x76) return 0;
  const next = text.charCodeAt(1) === DOT ? 2 : 1;
  return isDigit(text.charCodeAt(next)) ? next : 0;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfLetters(text: string, start: number): number {
  let at = start;
  while (isLetter(text.charCodeAt(at))) at += 1;
  return at;
}

function skipSeparators(text: string, start: number): number {
  let at = start;
  while (isSeparator(text.charCodeAt(at))) at += 1;
  return at;
}

function withoutZeros(text: string, start: number, end: number): string {
  let at = start;
  while (at < end - 1 && text.charCodeAt(at) === ZERO) at += 1;
  return text.slice(at, end);
}

function isBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isSeparator(code) || isWordCharacter(code);
}

/** `+ - . ^ _ ~` and the blank. */
function isSeparator(code: number): boolean {
  return (
    code === DOT ||
    code === 0x2d ||
    code === PLUS ||
    code === 0x5f ||
    code === 0x7e ||
    code === 0x5e ||
    code === 0x20
  );
}

function isWordCharacter(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
