import type { ColumnFacts } from './columns';
import { cn } from '@/lib/cn';

export type TableWidth = 'narrow' | 'medium' | 'wide';
export type PhoneLayout = 'cards' | 'scroll';

/**
 * The frame is a size container: below its own width the table scrolls sideways in it, and only
 * then, because a scrolling parent would keep the header from sticking to the window.
 */
export const FRAME_CLASS = '@container/table min-w-0';

const SCROLLER: Record<TableWidth, string> = {
  narrow: '@max-[30rem]/table:overflow-x-auto',
  medium: '@max-[48rem]/table:overflow-x-auto',
  wide: '@max-[68rem]/table:overflow-x-auto',
};

const MIN_WIDTH: Record<TableWidth, string> = {
  narrow: 'min-w-[30rem]',
  medium: 'min-w-[48rem]',
  wide: 'min-w-[68rem]',
};

/** In its own scroller the header has nothing to stick to, and an offset would push it down. */
const HEADER: Record<TableWidth, string> = {
  narrow: '@max-[30rem]/table:static',
  medium: '@max-[48rem]/table:static',
  wide: '@max-[68rem]/table:static',
};

/** Where rows become cards: on phones, on tablets too, or nowhere. */
export type CardLayout = 'phone' | 'tablet' | 'never';

/** Tables that need much room have none on a tablet: there they are cards, too. */
export function cardLayout(phone: PhoneLayout, width: TableWidth): CardLayout {
  if (phone === 'scroll') return 'never';
  return width === 'wide' ? 'tablet' : 'phone';
}

const CARDS = {
  phone: {
    scroller: '@max-[36rem]/table:overflow-visible',
    table: '@max-[36rem]/table:block @max-[36rem]/table:min-w-0',
    head: '@max-[36rem]/table:hidden',
    body: '@max-[36rem]/table:block',
    row: '@max-[36rem]/table:relative @max-[36rem]/table:grid @max-[36rem]/table:grid-cols-2 @max-[36rem]/table:gap-x-4 @max-[36rem]/table:gap-y-2 @max-[36rem]/table:border-b @max-[36rem]/table:px-3 @max-[36rem]/table:py-3 @max-[36rem]/table:last:border-b-0',
    cell: '@max-[36rem]/table:empty:hidden @max-[36rem]/table:block @max-[36rem]/table:h-auto @max-[36rem]/table:border-0 @max-[36rem]/table:p-0 @max-[36rem]/table:text-left',
    line: '@max-[36rem]/table:col-span-2',
    field:
      '@max-[36rem]/table:before:block @max-[36rem]/table:before:text-xs @max-[36rem]/table:before:text-subtle @max-[36rem]/table:before:content-[attr(data-label)]',
    hide: '@max-[36rem]/table:hidden',
    select:
      '@max-[36rem]/table:absolute @max-[36rem]/table:top-3 @max-[36rem]/table:right-3 @max-[36rem]/table:z-[6] @max-[36rem]/table:border-0 @max-[36rem]/table:p-0',
    besideBox: '@max-[36rem]/table:pr-9',
  },
  tablet: {
    scroller: '@max-[48rem]/table:overflow-visible',
    table: '@max-[48rem]/table:block @max-[48rem]/table:min-w-0',
    head: '@max-[48rem]/table:hidden',
    body: '@max-[48rem]/table:block',
    row: '@max-[48rem]/table:relative @max-[48rem]/table:grid @max-[48rem]/table:grid-cols-3 @max-[48rem]/table:gap-x-4 @max-[48rem]/table:gap-y-2 @max-[48rem]/table:border-b @max-[48rem]/table:px-3 @max-[48rem]/table:py-3 @max-[48rem]/table:last:border-b-0',
    cell: '@max-[48rem]/table:empty:hidden @max-[48rem]/table:block @max-[48rem]/table:h-auto @max-[48rem]/table:border-0 @max-[48rem]/table:p-0 @max-[48rem]/table:text-left',
    line: '@max-[48rem]/table:col-span-3',
    field:
      '@max-[48rem]/table:before:block @max-[48rem]/table:before:text-xs @max-[48rem]/table:before:text-subtle @max-[48rem]/table:before:content-[attr(data-label)]',
    hide: '@max-[48rem]/table:hidden',
    select:
      '@max-[48rem]/table:absolute @max-[48rem]/table:top-3 @max-[48rem]/table:right-3 @max-[48rem]/table:z-[6] @max-[48rem]/table:border-0 @max-[48rem]/table:p-0',
    besideBox: '@max-[48rem]/table:pr-9',
  },
} as const;

export function scrollerClass(width: TableWidth, cards: CardLayout): string {
  return cn(
    // Clipped, so that rows keep to the rounded corners; unlike hiding, that leaves the header sticking to the window.
    // What is for screen readers alone stands out of the flow, and scrolls with the rest only below what is positioned.
    'relative overflow-clip rounded-md border bg-surface print:overflow-visible',
    SCROLLER[width],
    cards !== 'never' && CARDS[cards].scroller,
  );
}

export function tableClass(width: TableWidth, cards: CardLayout): string {
  return cn(
    'w-full table-fixed border-separate border-spacing-0 text-sm print:min-w-0',
    MIN_WIDTH[width],
    cards !== 'never' && CARDS[cards].table,
  );
}

export function headClass(cards: CardLayout): string {
  return cn(cards !== 'never' && CARDS[cards].head);
}

export function headerCellClass(column: ColumnFacts, width: TableWidth, sorted: boolean): string {
  return cn(
    'sticky top-(--header-height) z-10 h-9 truncate border-b bg-surface px-3 text-left text-xs font-medium text-muted first:rounded-tl-md last:rounded-tr-md print:static',
    HEADER[width],
    column.align === 'end' && 'text-right',
    sorted && 'text-fg',
  );
}

export function bodyClass(cards: CardLayout, loading: boolean): string {
  return cn(
    'transition-opacity duration-150',
    loading && 'opacity-50 delay-150',
    cards !== 'never' && CARDS[cards].body,
  );
}

export function rowClass(cards: CardLayout, opens: boolean): string {
  return cn(
    'group/row bg-surface -outline-offset-2 outline-accent-text has-[[data-row-link]:focus-visible]:outline-2',
    'aria-[current=true]:bg-accent-soft',
    opens && 'cursor-pointer hover:bg-hover aria-[current=true]:hover:bg-accent-soft',
    cards !== 'never' && CARDS[cards].row,
  );
}

export function cellClass(column: ColumnFacts, cards: CardLayout, isCompact: boolean): string {
  return cn(
    'truncate border-b px-3 text-left font-normal group-last/row:border-b-0',
    isCompact ? 'h-7 py-0 text-xs' : 'h-9 py-0.5',
    column.align === 'end' && 'text-right tabular-nums',
    // The name stays in sight while the rest scrolls sideways.
    column.primary && 'sticky left-0 z-[5] bg-inherit group-last/row:rounded-bl-md',
    cards !== 'never' && [
      CARDS[cards].cell,
      column.primary ? CARDS[cards].line : CARDS[cards][column.card ?? 'field'],
    ],
  );
}

export function selectHeaderClass(width: TableWidth): string {
  return cn(
    'sticky top-(--header-height) z-10 h-9 border-b bg-surface pl-3 text-left first:rounded-tl-md print:hidden',
    HEADER[width],
  );
}

export function selectCellClass(cards: CardLayout): string {
  return cn(
    'border-b pl-3 align-middle group-last/row:border-b-0 print:hidden',
    cards !== 'never' && CARDS[cards].select,
  );
}

/** Keeps the cell that names a row clear of the box that selects it, where both stand in the corner of a card. */
export function besideBoxClass(cards: CardLayout): string {
  return cn(cards !== 'never' && CARDS[cards].besideBox);
}
