import type { ReactNode } from 'react';

/** A width that grows with the table. */
export interface SharedWidth {
  readonly least: number;
  readonly most: number;
  /** Of a hundred parts of the table's width. */
  readonly share: number;
  /** Taken off that share: the column then grows faster than the table. */
  readonly offPx?: number;
}

/** A column without its cells. */
export interface ColumnFacts {
  /** Stable: it names the column in the address (sort) and in the reader's browser (hidden columns). */
  readonly id: string;
  readonly header: string;
  /** `end` for numbers, in tabular figures. */
  readonly align?: 'start' | 'end';
  /** Pixels, also as much of the table as two bounds allow. Columns without a width share what is left. */
  readonly widthPx?: number | SharedWidth;
  /** Lets the header sort by this column's id. */
  readonly sortable?: boolean;
  /** The direction of the first press on the header; `asc` unless given. */
  readonly firstSort?: 'asc' | 'desc';
  /** The column that names the row: its cell is the row's link. Exactly one; it cannot be hidden. */
  readonly primary?: boolean;
  /** False keeps it out of the column chooser. */
  readonly hideable?: boolean;
  /** Starts hidden; the reader can show it. */
  readonly hidden?: boolean;
  /** Its place when rows become cards: a labelled field unless given, or a line of its own. */
  readonly card?: 'line' | 'field' | 'hide';
  /** False keeps it from paper: what it holds is there to be pressed. */
  readonly onPaper?: boolean;
}

/** One column of a `DataTable`. */
export interface TableColumn<Row> extends ColumnFacts {
  readonly cell: (row: Row) => ReactNode;
}

export interface TableSort {
  /** The id of a column. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** Writes a column's width as CSS. Shares are of the table's frame, which is the container. */
export function cssWidth({ widthPx }: Pick<ColumnFacts, 'widthPx'>): string | undefined {
  if (widthPx === undefined) return undefined;
  if (typeof widthPx === 'number') return `${String(widthPx)}px`;
  const { least, share, most, offPx = 0 } = widthPx;
  const wished = offPx === 0 ? `${String(share)}cqi` : `${String(share)}cqi - ${String(offPx)}px`;
  return `clamp(${String(least)}px, ${wished}, ${String(most)}px)`;
}

/** What a column without a width needs at least; what names the row needs most. */
const LEAST_PX = { primary: 160, other: 140 } as const;

/** Adds up what columns need at least, in pixels. */
export function neededWidth(columns: readonly ColumnFacts[]): number {
  return columns.reduce((sum, column) => sum + leastWidth(column), 0);
}

function leastWidth({ widthPx, primary = false }: ColumnFacts): number {
  if (widthPx === undefined) return primary ? LEAST_PX.primary : LEAST_PX.other;
  return typeof widthPx === 'number' ? widthPx : widthPx.least;
}

/** How wide a sheet of paper is in the pixels of a screen, as letters are smaller on it. */
const PAPER_PX = 1_000;
/** What columns of fixed widths may take of it together: names need the rest. */
const MOST_FIXED_PX = 600;
/** What a column without a width weighs on paper, against the pixels of the others; what names the row weighs most. */
const PRINT_WEIGHTS = { primary: 340, other: 220 } as const;

/** Tells whether a column takes the same width everywhere: it holds a number, a date, a mark. */
function isFixed({ widthPx, primary = false }: ColumnFacts): boolean {
  return typeof widthPx === 'number' && !primary;
}

function printWeight(column: ColumnFacts): number {
  const { widthPx, primary = false, onPaper = true } = column;
  if (!onPaper) return 0;
  const given = typeof widthPx === 'object' ? usualWidth(widthPx) : widthPx;
  // A row that a date or a key names has a width that is enough.
  if (primary && typeof widthPx !== 'number') return Math.max(given ?? 0, PRINT_WEIGHTS.primary);
  return given ?? PRINT_WEIGHTS.other;
}

/** A column that may grow holds names, which break within words where they have the least width alone. */
function usualWidth({ least, most }: SharedWidth): number {
  return least + (most - least) / 4;
}

/**
 * Shares a sheet of paper out among columns, in percent of it: fixed ones have what their content needs, and the others the
 * rest. None that is printed is left without a width.
 */
export function printShares(columns: readonly ColumnFacts[]): number[] {
  const weights = columns.map(printWeight);
  const fixed = sumOf(columns.map((column, at) => (isFixed(column) ? (weights[at] ?? 0) : 0)));
  const flexible = sumOf(weights) - fixed;
  const fixedPart = flexible === 0 ? 1 : Math.min(fixed, MOST_FIXED_PX) / PAPER_PX;
  return columns.map((column, at) => {
    const weight = weights[at] ?? 0;
    const part = isFixed(column)
      ? fixedPart * (weight / fixed)
      : (1 - fixedPart) * (weight / flexible);
    return weight === 0 ? 0 : Math.round(part * 1000) / 10;
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Says to the style sheet for paper whether a column's cells are on it. */
export function paperMark({ onPaper = true }: Pick<ColumnFacts, 'onPaper'>): 'hide' | undefined {
  return onPaper ? undefined : 'hide';
}

/** Tells whether the reader may hide a column. */
export function canHide(column: Pick<ColumnFacts, 'primary' | 'hideable'>): boolean {
  return !column.primary && column.hideable !== false;
}

/** Returns the sort that a press on a column's header asks for. */
export function nextSort(
  column: Pick<ColumnFacts, 'id' | 'firstSort'>,
  current: TableSort | null,
): TableSort {
  if (current?.by !== column.id) return { by: column.id, direction: column.firstSort ?? 'asc' };
  return { by: column.id, direction: current.direction === 'asc' ? 'desc' : 'asc' };
}
