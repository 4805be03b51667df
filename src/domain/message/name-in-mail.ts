/** Puts what people typed on one line: line breaks could pass for parts of the letter. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const MAX_NAME_LENGTH = 100;
/** They turn the reading direction, or are not seen at all. Joiners stay: some scripts and emoji need them. */
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u206a-\u206f\ufeff]/gu;
const SLASH = '[/\\\\\u2044\u2215\u29f8\u29f9\ufe68\uff0f\uff3c]';
const COLON = '[:\u02d0\u2236\ua789\ufe13\ufe55\uff1a]';
const DOT = '[.\u2024\u3002\ufe52\uff0e\uff61]';
/** `http://…`, whatever the scheme and however it is disguised, `//…`, `www.…`. */
const PAGE = new RegExp(
  `(?:[\\p{L}\\p{N}][\\p{L}\\p{N}+.-]{0,30}\\s?${COLON}\\s?)?${SLASH}\\s?${SLASH}\\S*|(?<![\\p{L}\\p{N}])[wｗ]{3}\\d{0,3}${DOT}\\S*`,
  'giu',
);
/** A sign that a mail program may take for a part of an address, between two characters that are no space. */
const JOINT = new RegExp(`(?<=\\S)(?:${DOT}|${COLON}|${SLASH}|[@\uff20\ufe6b])(?=\\S)`, 'gu');
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Writes a name that a person chose so that no mail program makes a link of it: addresses of pages are taken out,
 * and what else could be read as one (`evil.example`, but also `Node.js`) looks as before and has spaces of
 * no width around its dots. On one line, without invisible characters, and at most `maxLength` characters
 * long.
 */
export function nameInMail(name: string, maxLength = MAX_NAME_LENGTH): string {
  const shown = oneLine(name.toWellFormed().replace(HIDDEN, '')).replace(PAGE, '[link removed]');
  const characters = [...shown];
  const short =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : shown;
  return short.replace(JOINT, (joint) => ZERO_WIDTH_SPACE + joint + ZERO_WIDTH_SPACE);
}
