import type { Day } from '@/domain/eol/calendar';
import type { TimelineItem } from '../timeline-types';
import { barOf, type Bar, type Phase, type PhaseKind } from './bar';
import { xOf, type TimeScale } from './time-scale';

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

/** The bars of all rows; they depend on the day, not on the zoom. */
export function barsOf(items: readonly TimelineItem[], today: Day): RowWithBar[] {
  return items.map((item) => ({ item, bar: barOf(item, today) }));
}

/** Places a row on the axis. What reaches past either end of the axis is cut there. */
export function drawRow({ item, bar }: RowWithBar, scale: TimeScale): DrawnRow {
  const x = (day: number) => Math.min(scale.widthPx, Math.max(0, xOf(scale, day)));
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

/** The rows that a window of a list shows, with `overscan` more on either side: `[first, end)`. */
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
