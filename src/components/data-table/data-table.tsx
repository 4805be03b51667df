'use client';

import { memo, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { BodyRow, type BodyRowProps } from './body-row';
import {
  cssWidth,
  neededWidth,
  paperMark,
  printShares,
  type ColumnFacts,
  type TableColumn,
  type TableSort,
} from './columns';
import { HeaderCell } from './header-cell';
import {
  bodyClass,
  cardLayout,
  FRAME_CLASS,
  headClass,
  scrollerClass,
  selectHeaderClass,
  tableClass,
  widthFor,
  type PhoneLayout,
} from './table-classes';
import { useColumnChoice, type ColumnsInAddress } from './column-choice';
import { useDensity } from './density';
import {
  SelectPage,
  SelectRow,
  useRowToggle,
  useSelectKeys,
  type RowPress,
  type RowSelection,
} from './select-cells';
import { frozen } from './selection';
import { useRowKeys } from './use-row-keys';

export interface DataTableProps<Row> {
  /** Under which the reader's columns are kept; the same as in its `ViewMenu`. */
  name: string;
  /** The table's accessible name. */
  label: string;
  /** Stable between renders. */
  columns: readonly TableColumn<Row>[];
  /** The rows of this page, in their order. Stable between renders. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where a press on a row goes: a page, or the same page with the row's panel. */
  rowHref?: (row: Row) => string | undefined;
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
  /** Where there is no room rows become cards; `scroll` keeps rows that are compared by column. */
  phone?: PhoneLayout;
  /** For a list whose address has its columns; the same as in its `ViewMenu`. */
  columnsInAddress?: ColumnsInAddress;
  /** Lets rows be selected, to act on many. */
  selecting?: RowSelection<Row>;
}

/** The column of the boxes that select rows. */
const SELECT_PX = 36;

/** Rows that the server sorted, filtered and paged. Its content comes from its props alone. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, rowHref, loading = false, phone = 'cards' } = props;
  const { shownIds } = useColumnChoice(props.name, columns, props.columnsInAddress);
  const { isCompact } = useDensity();
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, { enabled: rowHref !== undefined, panelOpen: Boolean(props.selectedId) });
  const { selecting } = props;
  // What is pressed now would be of another filter, and out of sight once the rows of this one are here.
  const selection = selecting && (loading ? frozen(selecting.selection) : selecting.selection);
  useSelectKeys(props.name, rows, loading ? undefined : selection);
  const onToggle = useRowToggle(rows, selection);
  const shown = useMemo(
    () => shownIds.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [shownIds, columns],
  );
  const shares = printShares(shown);
  const minWidth = widthFor(neededWidth(shown) + (selecting ? SELECT_PX : 0));
  const cards = cardLayout(phone, minWidth);

  return (
    <div className={FRAME_CLASS} aria-busy={loading || undefined}>
      <div className={scrollerClass(minWidth, cards)}>
        <table
          role="table"
          aria-label={props.label}
          data-print="table"
          className={tableClass(minWidth, cards)}
        >
          <colgroup>
            {selecting && <col style={{ width: `${String(SELECT_PX)}px` }} data-print="hide" />}
            {shown.map((column, index) => (
              <col
                key={column.id}
                style={colStyle(column, shares[index] ?? 0)}
                data-print={paperMark(column)}
              />
            ))}
          </colgroup>
          <thead role="rowgroup" className={headClass(cards)}>
            <tr role="row">
              {selection && (
                <th role="columnheader" scope="col" className={selectHeaderClass(minWidth)}>
                  <SelectPage rows={rows} selection={selection} isFrozen={loading} />
                </th>
              )}
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
          <tbody
            role="rowgroup"
            ref={body}
            data-rows={props.name}
            className={bodyClass(cards, loading)}
          >
            {rows.map((row) => {
              const id = props.rowId(row);
              return (
                <Row
                  key={id}
                  row={row}
                  columns={shown}
                  href={rowHref?.(row)}
                  pageHref={props.rowPageHref?.(row)}
                  opensBeside={props.opensBeside ?? false}
                  selected={id === props.selectedId}
                  width={minWidth}
                  cards={cards}
                  isCompact={isCompact}
                  onToggle={selecting && onToggle}
                  label={selecting?.labelOf(row)}
                  checked={selection?.rows.has(id)}
                  isFrozen={selecting !== undefined && loading}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps<Item> extends Omit<BodyRowProps, 'cells' | 'columns' | 'select' | 'checked'> {
  row: Item;
  columns: readonly TableColumn<Item>[];
  /** Where rows can be selected. Stable between renders. */
  onToggle: ((press: RowPress<Item>) => void) | undefined;
  /** Names the row, for who does not see it. */
  label: string | undefined;
  checked: boolean | undefined;
  /** Whether presses on the box do nothing now. */
  isFrozen: boolean;
}

/** Draws a row anew when something of it changed, and its cells, into which most of a list's time goes, when they did. */
const Row = memo(function Row<Item>({
  row,
  columns,
  onToggle,
  label = '',
  checked = false,
  isFrozen,
  ...rest
}: RowProps<Item>) {
  const cells = useMemo(() => columns.map(({ cell }) => cell(row)), [columns, row]);
  return (
    <BodyRow
      {...rest}
      columns={columns}
      cells={cells}
      checked={checked}
      select={
        onToggle && (
          <SelectRow
            label={label}
            checked={checked}
            isFrozen={isFrozen}
            onToggle={(withRange) => onToggle({ row, withRange })}
          />
        )
      }
    />
  );
  // `memo` forgets that the component has a type parameter.
}) as <Item>(props: RowProps<Item>) => ReactNode;

/** The width on a screen, and that on paper, which `print.css` reads. */
function colStyle(column: ColumnFacts, share: number): CSSProperties {
  // A custom property, which the type of styles does not know.
  return { width: cssWidth(column), '--print-width': `${String(share)}%` } as CSSProperties;
}
