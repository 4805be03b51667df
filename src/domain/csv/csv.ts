import type { Day } from '@/domain/eol/calendar';

/** The content of a CSV cell; null is an empty cell. Dates are text: `YYYY-MM-DD` or ISO 8601 with `Z`. */
export type CsvCell = string | number | boolean | null;

/** Begins a file, so that spreadsheets read it as UTF-8 and not in the code page of their machine. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Starts that spreadsheets take for a formula: one of these signs, also in full width and after white space, or a tab
 * or line break in the first place, which some of them drop before they look.
 */
const READ_AS_FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;

/**
 * A record of a CSV file with its line break, as RFC 4180 has it. A text that a spreadsheet would run as a
 * formula gets an apostrophe in front; numbers are written as they are.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? harmless(cell) : String(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  return READ_AS_FORMULA.test(text) ? `'${text}` : text;
}

const LONGEST_NAME = 60;
/** Of what a list is called after: with it, names of images would make a header that no proxy takes. */
const LONGEST_LIST = 120;

/** `acme-images-2026-11-21.csv`: whose list it is, which, and of when. Letters of any script stay. */
export function exportFileName(
  organizationName: string,
  list: string,
  day: Day,
  format: 'csv' | 'json' | 'pdf' = 'csv',
): string {
  const organization = cut(
    organizationName.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
    LONGEST_NAME,
  );
  return `${[organization, cut(list, LONGEST_LIST), day].filter(Boolean).join('-')}.${format}`;
}

/** Cuts a part of a name to so many characters, and never through one. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').replaceAll(/^-|-$/g, '');
}

/**
 * The header that makes a browser save an answer under a name: in UTF-8 as RFC 8187 has it, and for those who
 * do not read that in ASCII.
 */
export function attachmentNamed(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
