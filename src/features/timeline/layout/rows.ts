import { lengthOf, type TimeScale } from '@/components/charts/time-scale';
import type { Day } from '@/domain/eol/calendar';
import { endText, nameOf, sharedNames, shortEndText, type TimelineItem } from '../words';
import { barOf, type Bar, type Phase, type PhaseKind } from './bar';
import { xOf, type Zoom } from './scale';

/** Places of the parts of a row, in pixels. */
export interface Geometry {
  /** Names stand above their bars instead of at the left of them. */
  readonly isNarrow: boolean;
  readonly rowPx: number;
  /** Width of the part that names the row and stays in sight. */
  readonly cellPx: number;
  /** Where the time axis begins. */
  readonly originPx: number;
  /** Where a bar begins within its row. */
  readonly barTopPx: number;
  /** Height of the axis. */
  readonly axisPx: number;
}

export const BAR_PX = 14;
/** Height of a row's name where it stands above the bar. */
export const NARROW_CELL_PX = 30;
const NARROW_BELOW_PX = 640;
const CELL_PX = 300;
/** The narrow picture's margin. */
const EDGE_PX = 12;

/** Makes the geometry for a chart that is so wide. Months and quarters have their years above them. */
export function geometryFor(widthPx: number, zoom: Zoom): Geometry {
  const axisPx = zoom === 'year' ? 44 : 60;
  if (widthPx < NARROW_BELOW_PX) {
    return { isNarrow: true, rowPx: 54, cellPx: widthPx, originPx: EDGE_PX, barTopPx: 32, axisPx };
  }
  return { isNarrow: false, rowPx: 36, cellPx: CELL_PX, originPx: CELL_PX, barTopPx: 11, axisPx };
}

/** Says how much of the axis is in sight. */
export function axisInSightPx({ isNarrow, originPx }: Geometry, widthPx: number): number {
  return widthPx - (isNarrow ? 2 * originPx : originPx);
}

/** A part of a bar in pixels. */
export interface Segment {
  readonly kind: PhaseKind | 'overrun';
  readonly x: number;
  readonly widthPx: number;
  readonly fade: Phase['fade'];
}

/** One row, placed on the axis. Pixels count from the start of the axis. */
export interface DrawnRow {
  readonly item: TimelineItem;
  readonly bar: Bar;
  readonly segments: readonly Segment[];
  readonly markX: number;
  /** Where all of it begins and ends; the end is written after it. */
  readonly x: number;
  readonly endX: number;
}

export interface RowWithBar {
  readonly item: TimelineItem;
  readonly bar: Bar;
}

/** Makes the bars of all rows; they depend on the day, not on the zoom. */
export function barsOf(items: readonly TimelineItem[], today: Day): RowWithBar[] {
  return items.map((item) => ({ item, bar: barOf(item, today) }));
}

/** Places a row on the axis. What reaches past either end of the axis is cut there. */
export function drawRow({ item, bar }: RowWithBar, scale: TimeScale): DrawnRow {
  const x = (day: number) => Math.min(lengthOf(scale), Math.max(0, xOf(scale, day)));
  const segments: Segment[] = bar.phases.map(({ kind, from, to, fade }) => ({
    kind,
    x: x(from),
    widthPx: x(to) - x(from),
    fade,
  }));
  const { overrun } = bar;
  if (overrun) {
    const from = x(overrun.from);
    segments.push({ kind: 'overrun', x: from, widthPx: x(overrun.to) - from, fade: null });
  }
  return {
    item,
    bar,
    segments: segments.filter(({ widthPx }) => widthPx > 0),
    markX: x(bar.markAt),
    x: x(bar.from),
    endX: x(bar.until),
  };
}

/** Says which rows a window of a list shows, with `overscan` more on either side: `[first, end)`. */
export function rowsInView(
  { topPx, heightPx }: { readonly topPx: number; readonly heightPx: number },
  rowPx: number,
  count: number,
  overscan: number,
): { first: number; end: number } {
  const first = Math.max(0, Math.floor(topPx / rowPx) - overscan);
  const end = Math.min(count, Math.ceil((topPx + heightPx) / rowPx) + overscan);
  return { first: Math.min(first, end), end };
}

/** A row as the chart shows it: all that does not change while it is scrolled. */
export interface ChartRow {
  readonly drawn: DrawnRow;
  readonly endText: string;
  /** How wide that is, about. */
  readonly endTextPx: number;
  /** Another row has the same name, as another artifact type. */
  readonly isShared: boolean;
}

/**
 * Makes the rows of the chart.
 * @param today a UTC day
 */
export function chartRowsOf(
  rows: readonly RowWithBar[],
  scale: TimeScale,
  isNarrow: boolean,
  today: string,
): ChartRow[] {
  const shared = sharedNames(rows.map(({ item }) => item));
  return rows.map((row) => {
    const text = isNarrow ? shortEndText(row.item) : endText(row.item, row.bar.state, today);
    return {
      drawn: drawRow(row, scale),
      endText: text,
      endTextPx: textPx(text),
      isShared: shared.has(nameOf(row.item)),
    };
  });
}

/**
 * Place of the words at the end of a bar: after it; before the edge of what is in sight, since there is no
 * room after it (`before-edge`) or its end lies further right (`later`); or at the other edge, since all of it lies
 * further left (`earlier`).
 */
export type EndPlace = 'after' | 'before-edge' | 'later' | 'earlier';

/** Between a bar's end and its words: half of a mark, and some air. */
export const END_GAP_PX = 12;
const CHARACTER_PX = 6.1;

/** Guesses how wide words will be: measuring thousands of them costs too much. */
export function textPx(text: string): number {
  return text.length * CHARACTER_PX;
}

/** Finds the place of words that are `wordsPx` wide. */
export function endPlaceOf(
  row: Pick<DrawnRow, 'markX' | 'endX'>,
  wordsPx: number,
  { originPx, isNarrow }: Pick<Geometry, 'originPx' | 'isNarrow'>,
  { leftPx, widthPx }: { readonly leftPx: number; readonly widthPx: number },
): EndPlace {
  const edgePx = leftPx + widthPx - originPx;
  const startPx = leftPx - (isNarrow ? originPx : 0);
  if (row.endX < startPx) return 'earlier';
  if (row.markX > edgePx) return 'later';
  return row.endX + END_GAP_PX + wordsPx > edgePx ? 'before-edge' : 'after';
}
