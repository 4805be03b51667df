import { BYTE_ORDER_MARK, csvRecord, type CsvCell } from '@/domain/csv/csv';

/** How a list is written as a file, record by record. One for each file: what it writes depends on what it wrote. */
export interface ListFormat {
  readonly contentType: string;
  /** What the file begins with. */
  readonly opening: string;
  readonly records: (batch: readonly (readonly CsvCell[])[]) => string;
  /** What it ends with. */
  readonly closing: string;
}

/** The forms in which lists are exported, as their addresses end. */
export const LIST_FORMATS = ['csv', 'json'] as const;
export type ListFormatName = (typeof LIST_FORMATS)[number];

interface NamedColumn {
  /** For readers, and stable for spreadsheets that know it. */
  readonly header: string;
  /** For programs. */
  readonly key: string;
}

/** Begins a file of these columns. */
export function listFormat(name: ListFormatName, columns: readonly NamedColumn[]): ListFormat {
  return name === 'csv' ? csvFormat(columns) : jsonFormat(columns);
}

function csvFormat(columns: readonly NamedColumn[]): ListFormat {
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    opening: BYTE_ORDER_MARK + csvRecord(columns.map(({ header }) => header)),
    records: (batch) => batch.map(csvRecord).join(''),
    closing: '',
  };
}

/** One object a line, in an array. */
function jsonFormat(columns: readonly NamedColumn[]): ListFormat {
  let separator = '\n';
  const write = (cells: readonly CsvCell[]) => {
    const entries = columns.map(({ key }, index) => [key, cells[index] ?? null]);
    const text = separator + JSON.stringify(Object.fromEntries(entries));
    separator = ',\n';
    return text;
  };
  return {
    contentType: 'application/json; charset=utf-8',
    opening: '[',
    records: (batch) => batch.map(write).join(''),
    closing: '\n]\n',
  };
}
