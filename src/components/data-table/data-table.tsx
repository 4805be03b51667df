'use client';

import { useRef, useMemo, type RefObject } from 'react';
import { useRouter } from 'next/navigation';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';
import { BodyRow } from './body-row';
import { useColumnChoice } from './column-choice';
import { canHide, cssWidth, type TableColumn, type TableSort } from './columns';
import { HeaderCell } from './header-cell';
import {
  bodyClass,
  FRAME_CLASS,
  headClass,
  scrollerClass,
  tableClass,
  type PhoneLayout,
  type TableWidth,
} from './table-classes';

export interface DataTableProps<Row> {
  /** Under which the browser keeps the reader's columns; the same as in its `ViewMenu`. */
  name: string;
  /** The table's accessible name. */
  label: string;
  /** Stable between renders. */
  columns: readonly TableColumn<Row>[];
  /** The rows of this page, in their order. Stable between renders. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where a press on a row goes: a page, or the same page with the row's panel. */
  rowHref?: (row: Row) => string;
  /** Where Enter goes, when a press only opens the panel. */
  rowPageHref?: (row: Row) => string;
  /** Whether `rowHref` opens in a side panel: the list then keeps its scroll position. */
  opensBeside?: boolean;
  /** The row whose panel is open; `j` and `k` then move the panel too. */
  selectedId?: string | null;
  sort?: TableSort | null;
  /** Builds the address of a sort, for links that work without scripts and can be shared. */
  sortHref?: (sort: TableSort) => string;
  /** Takes over a plain press on a header, for a caller that changes the address itself. */
  onSortChange?: (sort: TableSort) => void;
  /** Newer rows are on their way: these stay, dimmed. */
  loading?: boolean;
  /** Below this width the table scrolls sideways (480, 768, 1088 px). */
  minWidth?: TableWidth;
  /** At phone width rows become cards; `scroll` keeps rows that are compared by column. */
  phone?: PhoneLayout;
}

/** Rows that the server sorted, filtered and paged. Its content comes from its props alone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowHref, loading = false, minWidth = 'medium', phone = 'cards' } = props;
  const { visibility } = useColumnChoice(props.name, columns);
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, { enabled: rowHref !== undefined, panelOpen: Boolean(props.selectedId) });
  const shown = columns.filter((column) => !canHide(column) || visibility[column.id] !== false);

  return (
    <div className={FRAME_CLASS} aria-busy={loading || undefined}>
      <div className={scrollerClass(minWidth, phone)}>
        <table role="table" aria-label={props.label} className={tableClass(minWidth, phone)}>
          <colgroup>
            {shown.map((column) => (
              <col key={column.id} style={{ width: cssWidth(column) }} />
            ))}
          </colgroup>
          <thead role="rowgroup" className={headClass(phone)}>
            <tr role="row">
              {shown.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  width={minWidth}
                  sort={props.sort ?? null}
                  sortHref={props.sortHref}
                  onSortChange={props.onSortChange}
                />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body} className={bodyClass(phone, loading)}>
            {rows.map((row) => {
              const id = props.rowId(row);
              return (
                <BodyRow
                  key={id}
                  href={rowHref?.(row)}
                  pageHref={props.rowPageHref?.(row)}
                  opensBeside={props.opensBeside ?? false}
                  selected={id === props.selectedId}
                  phone={phone}
                  cells={shown.map(({ cell }) => cell(row))}
                  columns={shown}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const NONE: readonly Shortcut[] = [];

/**
 * `j` and `k` walk over the rows' links; Enter is the link's own. While a row's panel is open
 * the panel walks along, without an entry in the history for each step.
 */
function useRowKeys(
  body: RefObject<HTMLElement | null>,
  options: { enabled: boolean; panelOpen: boolean },
): void {
  const { enabled, panelOpen } = options;
  const router = useRouter();
  const shortcuts = useMemo(() => {
    const step = (by: 1 | -1) => () => {
      const link = neighbour(body.current, by);
      if (!link) return;
      link.focus();
      link.scrollIntoView({ block: 'nearest' });
      if (panelOpen) router.replace(link.getAttribute('href') ?? '', { scroll: false });
    };
    return [
      { keys: 'j', label: 'Next row', group: 'Lists', run: step(1) },
      { keys: 'k', label: 'Previous row', group: 'Lists', run: step(-1) },
    ];
  }, [body, router, panelOpen]);
  useShortcuts(enabled ? shortcuts : NONE);
}

/** Finds the link of the row after or before the one with the focus, or else the selected one. */
function neighbour(body: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const inRow = (row: Element | null | undefined) => links.findIndex((link) => row?.contains(link));
  const focused = inRow(document.activeElement?.closest('tr'));
  const from = focused >= 0 ? focused : inRow(body?.querySelector('tr[aria-current=true]'));
  if (from < 0) return by === 1 ? links[0] : undefined;
  return links[from + by];
}
