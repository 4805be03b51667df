'use client';

import { useMemo, useState } from 'react';

/** The rows of a list that are selected, on this page and on others. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  /** The row that was selected last, or was no longer: a range begins there. */
  readonly lastId: string | null;
  /** @param lastId the row that was pressed */
  readonly set: (rows: readonly Row[], isSelected: boolean, lastId?: string) => void;
  readonly clear: () => void;
  readonly idOf: (row: Row) => string;
}

interface Kept<Row> {
  readonly filter: string;
  readonly rows: ReadonlyMap<string, Row>;
  readonly lastId: string | null;
}

/**
 * Keeps what is selected of a list while its pages are turned.
 * @param filter what the list is narrowed to: with another one nothing is selected
 * @param idOf stable between renders
 */
export function useSelection<Row>(filter: string, idOf: (row: Row) => string): Selection<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ filter, rows: new Map(), lastId: null });
  return useMemo(() => {
    const isSame = kept.filter === filter;
    const rows = isSame ? kept.rows : new Map<string, Row>();
    const before = isSame ? kept.lastId : null;
    return {
      ...{ rows, idOf, lastId: before },
      set: (changed, isSelected, lastId = before ?? undefined) =>
        setKept({
          filter,
          rows: withRows(rows, changed, { idOf, isSelected }),
          lastId: lastId ?? null,
        }),
      clear: () => setKept({ filter, rows: new Map(), lastId: null }),
    };
  }, [kept, filter, idOf]);
}

/** The same selection, which no press changes: while the rows that show are still those of another filter. */
export function frozen<Row>(selection: Selection<Row>): Selection<Row> {
  return { ...selection, set: () => undefined };
}

/** Returns what is selected after some rows were selected, or are no longer. */
export function withRows<Row>(
  rows: ReadonlyMap<string, Row>,
  changed: readonly Row[],
  { idOf, isSelected }: { idOf: (row: Row) => string; isSelected: boolean },
): ReadonlyMap<string, Row> {
  const next = new Map(rows);
  for (const row of changed) {
    if (isSelected) next.set(idOf(row), row);
    else next.delete(idOf(row));
  }
  return next;
}

/** Returns the rows from one to another, in the order of the list; the other alone where the one is not there. */
export function rowsBetween<Row>(
  rows: readonly Row[],
  ids: { readonly from: string | null; readonly to: string },
  idOf: (row: Row) => string,
): readonly Row[] {
  const to = rows.findIndex((row) => idOf(row) === ids.to);
  const from = rows.findIndex((row) => idOf(row) === ids.from);
  if (to < 0) return [];
  return from < 0 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}
