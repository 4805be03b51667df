'use client';

import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useRouter } from 'next/navigation';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/cn';
import { meaningOfPress } from '@/lib/plain-press';
import { paperMark, type ColumnFacts } from './columns';
import {
  besideBoxClass,
  cellClass,
  rowClass,
  selectCellClass,
  type CardLayout,
  type TableWidth,
} from './table-classes';

export interface BodyRowProps {
  columns: readonly ColumnFacts[];
  /** The cells' content, in the order of the columns. */
  cells: readonly ReactNode[];
  href?: string;
  pageHref?: string;
  opensBeside: boolean;
  selected: boolean;
  /** The least width of its table. */
  width: TableWidth;
  cards: CardLayout;
  /** Rows close together. */
  isCompact: boolean;
  /** Selected, to act on it with others. */
  checked: boolean;
  /** The box that selects the row. */
  select?: ReactNode;
}

/** Renders a row that follows its link, wherever it is pressed. */
export function BodyRow({
  columns,
  cells,
  href,
  pageHref,
  opensBeside,
  selected,
  width,
  cards,
  isCompact,
  checked,
  select,
}: BodyRowProps) {
  const router = useRouter();
  const onPress = (event: MouseEvent) => {
    if (href === undefined) return;
    const meaning = meaningOfPress(event.nativeEvent);
    if (meaning === 'go') router.push(href, { scroll: !opensBeside });
    if (meaning === 'tab') window.open(href, '_blank', 'noopener');
  };
  return (
    <tr
      role="row"
      aria-current={selected ? 'true' : undefined}
      data-checked={checked || undefined}
      className={rowClass(cards, href !== undefined)}
      onClick={onPress}
      onAuxClick={onPress}
    >
      {select !== undefined && (
        // A press that misses the box goes nowhere.
        <td role="cell" className={selectCellClass(cards)} onClick={stop} onAuxClick={stop}>
          {select}
        </td>
      )}
      <RowCells
        {...{ columns, cells, href, pageHref, opensBeside, width, cards, isCompact }}
        besideBox={select !== undefined}
      />
    </tr>
  );
}

interface RowCellsProps extends Pick<
  BodyRowProps,
  'columns' | 'cells' | 'href' | 'pageHref' | 'opensBeside' | 'width' | 'cards' | 'isCompact'
> {
  /** Behind the box that selects the row. */
  besideBox: boolean;
}

/** Draws the cells of a row, which stay as they are where it is only selected: fifty at once, for all of a page. */
const RowCells = memo(function RowCells({
  columns,
  cells,
  href,
  besideBox,
  ...rest
}: RowCellsProps) {
  const { pageHref, opensBeside, width, cards, isCompact } = rest;
  return columns.map((column, index) => {
    const className = cellClass(column, { width, cards, isCompact });
    if (!column.primary) {
      return (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          data-print={paperMark(column)}
          className={className}
        >
          {cells[index]}
        </td>
      );
    }
    return (
      <th
        key={column.id}
        role="rowheader"
        scope="row"
        className={cn(className, besideBox && besideBoxClass(cards))}
      >
        {href === undefined ? (
          cells[index]
        ) : (
          <RowLink href={href} pageHref={pageHref} opensBeside={opensBeside}>
            {cells[index]}
          </RowLink>
        )}
      </th>
    );
  });
});

function stop(event: MouseEvent): void {
  event.stopPropagation();
}

interface RowLinkProps {
  href: string;
  /** Where Enter goes, when it is not `href`. */
  pageHref?: string;
  /** Whether `href` opens in a side panel. */
  opensBeside: boolean;
  children: ReactNode;
}

/** Wraps the cell that names a row in the row's link. Its focus is drawn around the whole row. */
function RowLink({ href, pageHref, opensBeside, children }: RowLinkProps) {
  const router = useRouter();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || pageHref === undefined || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    router.push(pageHref);
  };
  return (
    <Link
      href={href}
      scroll={!opensBeside}
      prefetch={false}
      data-row-link
      onKeyDown={onKeyDown}
      className="data-link"
    >
      {children}
    </Link>
  );
}
