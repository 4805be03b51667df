/** What a cell of a CSV file may hold; null is an empty cell. Dates are text: `YYYY-MM-DD` or ISO 8601 with `Z`. */
export type CsvCell = string | number | boolean | null;

/** Begins a file, so that spreadsheets read it as UTF-8 and not in the code page of their machine. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What spreadsheets take for a formula: one of these signs, also in full width and after white space, or a tab
 * or line break in the first place, which some of them drop before they look.
 */
const READ_AS_FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

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
