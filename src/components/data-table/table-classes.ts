import type { ColumnFacts } from './columns';
import { cn } from '@/lib/cn';

/** Widths of tables in rem: the least that a table takes is one of them. */
export const TABLE_WIDTHS = [22, 30, 36, 42, 48, 62, 68, 72, 84, 98, 112] as const;
export type TableWidth = (typeof TABLE_WIDTHS)[number];
export type PhoneLayout = 'cards' | 'scroll';

/**
 * The frame is a size container: below its own width the table scrolls sideways in it, and only
 * then, because a scrolling parent would keep the header from sticking to the window.
 */
export const FRAME_CLASS = '@container/table min-w-0';

const SCROLLER: Record<TableWidth, string> = {
  22: '@max-[22rem]/table:overflow-x-auto',
  30: '@max-[30rem]/table:overflow-x-auto',
  36: '@max-[36rem]/table:overflow-x-auto',
  42: '@max-[42rem]/table:overflow-x-auto',
  48: '@max-[48rem]/table:overflow-x-auto',
  62: '@max-[62rem]/table:overflow-x-auto',
  68: '@max-[68rem]/table:overflow-x-auto',
  72: '@max-[72rem]/table:overflow-x-auto',
  84: '@max-[84rem]/table:overflow-x-auto',
  98: '@max-[98rem]/table:overflow-x-auto',
  112: '@max-[112rem]/table:overflow-x-auto',
};

const MIN_WIDTH: Record<TableWidth, string> = {
  22: 'min-w-[22rem]',
  30: 'min-w-[30rem]',
  36: 'min-w-[36rem]',
  42: 'min-w-[42rem]',
  48: 'min-w-[48rem]',
  62: 'min-w-[62rem]',
  68: 'min-w-[68rem]',
  72: 'min-w-[72rem]',
  84: 'min-w-[84rem]',
  98: 'min-w-[98rem]',
  112: 'min-w-[112rem]',
};

/** In its own scroller the header has nothing to stick to, and an offset would push it down. */
const HEADER: Record<TableWidth, string> = {
  22: '@max-[22rem]/table:static',
  30: '@max-[30rem]/table:static',
  36: '@max-[36rem]/table:static',
  42: '@max-[42rem]/table:static',
  48: '@max-[48rem]/table:static',
  62: '@max-[62rem]/table:static',
  68: '@max-[68rem]/table:static',
  72: '@max-[72rem]/table:static',
  84: '@max-[84rem]/table:static',
  98: '@max-[98rem]/table:static',
  112: '@max-[112rem]/table:static',
};

/** The name stays in sight where the rest scrolls sideways, and only there: each cell that sticks is a layer of its own. */
const NAME: Record<TableWidth, string> = {
  22: '@max-[22rem]/table:sticky @max-[22rem]/table:z-[5] @max-[22rem]/table:bg-inherit',
  30: '@max-[30rem]/table:sticky @max-[30rem]/table:z-[5] @max-[30rem]/table:bg-inherit',
  36: '@max-[36rem]/table:sticky @max-[36rem]/table:z-[5] @max-[36rem]/table:bg-inherit',
  42: '@max-[42rem]/table:sticky @max-[42rem]/table:z-[5] @max-[42rem]/table:bg-inherit',
  48: '@max-[48rem]/table:sticky @max-[48rem]/table:z-[5] @max-[48rem]/table:bg-inherit',
  62: '@max-[62rem]/table:sticky @max-[62rem]/table:z-[5] @max-[62rem]/table:bg-inherit',
  68: '@max-[68rem]/table:sticky @max-[68rem]/table:z-[5] @max-[68rem]/table:bg-inherit',
  72: '@max-[72rem]/table:sticky @max-[72rem]/table:z-[5] @max-[72rem]/table:bg-inherit',
  84: '@max-[84rem]/table:sticky @max-[84rem]/table:z-[5] @max-[84rem]/table:bg-inherit',
  98: '@max-[98rem]/table:sticky @max-[98rem]/table:z-[5] @max-[98rem]/table:bg-inherit',
  112: '@max-[112rem]/table:sticky @max-[112rem]/table:z-[5] @max-[112rem]/table:bg-inherit',
};

const PIXELS_IN_REM = 16;

/** Chooses the least width that a table may have: as much as its columns need, so that none is squeezed to nothing. */
export function widthFor(neededPx: number): TableWidth {
  const rem = neededPx / PIXELS_IN_REM;
  return TABLE_WIDTHS.find((width) => width >= rem) ?? 112;
}

/** Where rows become cards: on phones, on tablets too, or nowhere. */
export type CardLayout = 'phone' | 'tablet' | 'never';

/** Tables that a tablet has no room for are cards there, too, rather than cut at its edge. */
export function cardLayout(phone: PhoneLayout, width: TableWidth): CardLayout {
  if (phone === 'scroll') return 'never';
  return width > 36 ? 'tablet' : 'phone';
}

const CARDS = {
  phone: {
    scroller: '@max-[36rem]/table:overflow-visible',
    table: '@max-[36rem]/table:block @max-[36rem]/table:min-w-0',
    head: '@max-[36rem]/table:hidden',
    body: '@max-[36rem]/table:block',
    row: '@max-[36rem]/table:card-row',
    cell: '@max-[36rem]/table:card-cell',
    name: '@max-[36rem]/table:order-first @max-[36rem]/table:col-span-2',
    line: '@max-[36rem]/table:col-span-2',
    field: '@max-[36rem]/table:card-field',
    hide: '@max-[36rem]/table:hidden',
    select: '@max-[36rem]/table:card-box',
    besideBox: '@max-[36rem]/table:pr-9',
  },
  tablet: {
    scroller: '@max-[48rem]/table:overflow-visible',
    table: '@max-[48rem]/table:block @max-[48rem]/table:min-w-0',
    head: '@max-[48rem]/table:hidden',
    body: '@max-[48rem]/table:block',
    row: '@max-[48rem]/table:card-row @min-[36rem]/table:@max-[48rem]/table:grid-cols-4',
    cell: '@max-[48rem]/table:card-cell',
    name: '@max-[48rem]/table:order-first @max-[48rem]/table:col-span-full',
    line: '@max-[48rem]/table:col-span-2',
    field: '@max-[48rem]/table:card-field',
    hide: '@max-[48rem]/table:hidden',
    select: '@max-[48rem]/table:card-box',
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
  return cn('data-row', opens && 'data-row-opens', cards !== 'never' && CARDS[cards].row);
}

export interface CellLooks {
  /** The least width of its table. */
  readonly width: TableWidth;
  readonly cards: CardLayout;
  /** Rows close together. */
  readonly isCompact: boolean;
}

export function cellClass(column: ColumnFacts, { width, cards, isCompact }: CellLooks): string {
  return cn(
    'data-cell',
    isCompact && 'data-cell-compact',
    column.align === 'end' && 'text-right tabular-nums [--cell-side:end]',
    column.primary && ['data-cell-name', NAME[width]],
    cards !== 'never' && [
      CARDS[cards].cell,
      CARDS[cards][column.primary ? 'name' : (column.card ?? 'field')],
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
  return cn('data-box', cards !== 'never' && CARDS[cards].select);
}

/** Keeps the cell that names a row clear of the box that selects it, where both stand in the corner of a card. */
export function besideBoxClass(cards: CardLayout): string {
  return cn(cards !== 'never' && CARDS[cards].besideBox);
}
