'use client';

import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';
import { cn } from '@/lib/cn';
import { rowsBetween, type Selection } from './selection';

/** What a table needs to have its rows selected. */
export interface RowSelection<Row> {
  readonly selection: Selection<Row>;
  /** Names a row, for who does not see it. */
  readonly labelOf: (row: Row) => string;
}

/** In the middle of the row, not on the line that its text would stand on. */
const IN_LINE = 'align-middle';

const NO_SHORTCUTS: readonly Shortcut[] = [];

/** Selects rows by keys. */
export function useSelectKeys<Row>(
  name: string,
  rows: readonly Row[],
  selection: Selection<Row> | undefined,
): void {
  const shortcuts = useMemo(
    () => (selection ? selectKeys(name, rows, selection) : NO_SHORTCUTS),
    [name, rows, selection],
  );
  useShortcuts(shortcuts);
}

function selectKeys<Row>(
  name: string,
  rows: readonly Row[],
  selection: Selection<Row>,
): readonly Shortcut[] {
  const extend = (by: 1 | -1) => () => {
    const at = focusedRow(name);
    const next = rows[at + by];
    if (next === undefined) return;
    const here = rows[at];
    selection.set(here === undefined ? [next] : [here, next], true, selection.idOf(next));
    focusRow(name, at + by);
  };
  const toggle = () => {
    const row = rows[focusedRow(name)];
    if (row !== undefined) toggleRow(selection, rows, { row, withRange: false });
  };
  const group = 'Lists';
  return [
    { keys: 'x', label: 'Select or deselect the row', group, run: toggle },
    { keys: 'J', label: 'Select the next row, too', group, run: extend(1) },
    { keys: 'K', label: 'Select the previous row, too', group, run: extend(-1) },
  ];
}

/** A press on the box of a row. */
export interface RowPress<Row> {
  readonly row: Row;
  /** From the row that was pressed before. */
  readonly withRange: boolean;
}

/** Selects a row, or takes it out. */
export function toggleRow<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  { row, withRange }: RowPress<Row>,
): void {
  const { idOf, lastId } = selection;
  const to = idOf(row);
  const changed = withRange ? rowsBetween(rows, { from: lastId, to }, idOf) : [row];
  selection.set(changed, !selection.rows.has(to), to);
}

/** Toggles a row of what is selected now. The same function for as long as the list is there, so that no other row is drawn anew. */
export function useRowToggle<Row>(
  rows: readonly Row[],
  selection: Selection<Row> | undefined,
): (press: RowPress<Row>) => void {
  const latest = useRef({ rows, selection });
  useEffect(() => {
    latest.current = { rows, selection };
  }, [rows, selection]);
  return useCallback((press) => {
    const now = latest.current;
    if (now.selection) toggleRow(now.selection, now.rows, press);
  }, []);
}

function rowsOf(name: string): HTMLTableRowElement[] {
  return [...document.querySelectorAll<HTMLTableRowElement>(`tbody[data-rows="${name}"] > tr`)];
}

function focusedRow(name: string): number {
  const row = document.activeElement?.closest('tr');
  return rowsOf(name).findIndex((one) => one === row);
}

function focusRow(name: string, at: number): void {
  const link = rowsOf(name)[at]?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}

export interface SelectPageProps<Row> {
  rows: readonly Row[];
  selection: Selection<Row>;
  /** Whether presses do nothing now. */
  isFrozen: boolean;
}

/** Selects all rows of the page. */
export function SelectPage<Row>({ rows, selection, isFrozen }: SelectPageProps<Row>) {
  const selected = rows.filter((row) => selection.rows.has(selection.idOf(row))).length;
  const isAll = rows.length > 0 && selected === rows.length;
  return (
    <Checkbox
      aria-label="Select all rows of this page"
      aria-disabled={isFrozen || undefined}
      className={IN_LINE}
      checked={isAll || (selected > 0 && 'indeterminate')}
      onCheckedChange={() => selection.set(rows, !isAll)}
    />
  );
}

export interface SelectRowProps {
  label: string;
  checked: boolean;
  /** Whether presses do nothing now. */
  isFrozen: boolean;
  onToggle: (withRange: boolean) => void;
}

/** Selects a row; with Shift also those from the last one on. */
export function SelectRow({ label, checked, isFrozen, onToggle }: SelectRowProps) {
  return (
    <Checkbox
      aria-label={`Select ${label}`}
      aria-disabled={isFrozen || undefined}
      // A finger is wider than the box.
      className={cn(IN_LINE, 'pointer-coarse:after:-inset-3')}
      checked={checked}
      onCheckedChange={(_checked, withShift) => onToggle(withShift)}
    />
  );
}
