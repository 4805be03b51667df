import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { nextSort, paperMark, type ColumnFacts, type TableSort } from './columns';
import { headerCellClass, type TableWidth } from './table-classes';
import { cn } from '@/lib/cn';
import { insteadOfGoing } from '@/lib/plain-press';

export interface HeaderCellProps {
  column: ColumnFacts;
  width: TableWidth;
  sort: TableSort | null;
  sortHref?: (sort: TableSort) => string;
  onSortChange?: (sort: TableSort) => void;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const SORT_CLASS = 'group/sort flex w-fit max-w-full items-center gap-1 rounded-sm hover:text-fg';

/** Names a column and sorts by it where the column can. Sticks below the page's header. */
export function HeaderCell({ column, width, sort, sortHref, onSortChange }: HeaderCellProps) {
  const current = sort?.by === column.id ? sort.direction : null;
  const toEnd = column.align === 'end';
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={current ? ARIA_SORT[current] : undefined}
      data-print={paperMark(column)}
      className={headerCellClass(column, width, current !== null)}
    >
      <SortControl column={column} sort={sort} sortHref={sortHref} onSortChange={onSortChange}>
        <span className="truncate">{column.header}</span>
        <SortArrow direction={current} hinted={column.firstSort ?? 'asc'} toEnd={toEnd} />
      </SortControl>
    </th>
  );
}

function SortControl({
  column,
  sort,
  sortHref,
  onSortChange,
  children,
}: Omit<HeaderCellProps, 'width'> & { children: ReactNode }) {
  if (!column.sortable || (!sortHref && !onSortChange)) return column.header;
  const next = nextSort(column, sort);
  const className = cn(SORT_CLASS, column.align === 'end' && 'ml-auto');
  if (!sortHref) {
    return (
      <button type="button" className={className} onClick={() => onSortChange?.(next)}>
        {children}
      </button>
    );
  }
  return (
    <Link
      href={sortHref(next)}
      scroll={false}
      prefetch={false}
      className={className}
      onClick={insteadOfGoing(onSortChange && (() => onSortChange(next)))}
    >
      {children}
    </Link>
  );
}

interface SortArrowProps {
  direction: 'asc' | 'desc' | null;
  hinted: 'asc' | 'desc';
  toEnd: boolean;
}

/** Always takes its place, so that names do not move when the sort changes. */
function SortArrow({ direction, hinted, toEnd }: SortArrowProps) {
  const Arrow = (direction ?? hinted) === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Arrow
      aria-hidden
      className={cn(
        'size-3.5 shrink-0',
        toEnd && '-order-1',
        direction === null &&
          'text-subtle opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
      )}
    />
  );
}
