import { addMonths, type Day } from '@/domain/eol/calendar';
import type { Anchor } from './anchor';
import type { Bar } from './bar';
import { dayNumber, monthStart, yearOf } from './day-number';

/** How much of the axis one column of it is. */
export const ZOOMS = ['month', 'quarter', 'year'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** From days to pixels. */
export interface TimeScale {
  /** Whole years: the first day of the first, and of the one after the last. */
  readonly from: number;
  readonly until: number;
  readonly pxPerDay: number;
  readonly widthPx: number;
}

const DAYS_IN_YEAR = 365.2425;
const PX_PER_DAY: Readonly<Record<Zoom, number>> = {
  month: (56 * 12) / DAYS_IN_YEAR,
  quarter: (64 * 4) / DAYS_IN_YEAR,
  year: 88 / DAYS_IN_YEAR,
};

/** What lies further away is cut off: one wrong date must not make the axis endless. */
const MONTHS_BACK_AT_MOST = 20 * 12;
const MONTHS_AHEAD_AT_MOST = 15 * 12;
const MONTHS_AROUND = 12;

/**
 * The whole years that all bars need, with today and the months around it among them, and room after the last
 * end for what is written there.
 */
export function daysOf(
  rows: readonly { readonly bar: Pick<Bar, 'from' | 'until'> }[],
  today: Day,
): { from: number; until: number } {
  const monthsAway = (months: number) => dayNumber(addMonths(today, months)) ?? 0;
  const first = rows.reduce((day, { bar }) => Math.min(day, bar.from), monthsAway(-MONTHS_AROUND));
  const last = rows.reduce((day, { bar }) => Math.max(day, bar.until), monthsAway(MONTHS_AROUND));
  const from = Math.max(first, monthsAway(-MONTHS_BACK_AT_MOST));
  const until = Math.min(last, monthsAway(MONTHS_AHEAD_AT_MOST));
  return {
    from: monthStart(yearOf(from), 0),
    until: monthStart(yearOf(until + DAYS_IN_YEAR) + 1, 0),
  };
}

/**
 * The scale of a zoom. It has as many years on either side of `anchor` as `availablePx` has room for, so that
 * the anchor can stand at its place even where there are few bars.
 */
export function scaleOf(
  days: { readonly from: number; readonly until: number },
  zoom: Zoom,
  availablePx: number,
  anchor: Anchor,
): TimeScale {
  const pxPerDay = PX_PER_DAY[zoom];
  const inSight = availablePx / pxPerDay;
  const first = Math.min(days.from, anchor.day - anchor.share * inSight);
  const last = Math.max(days.until, anchor.day + (1 - anchor.share) * inSight);
  const from = monthStart(yearOf(first), 0);
  const until = monthStart(yearOf(last - 1) + 1, 0);
  return { from, until, pxPerDay, widthPx: (until - from) * pxPerDay };
}

/** Pixels from the start of the axis; negative before it. */
export function xOf(scale: TimeScale, day: number): number {
  return (day - scale.from) * scale.pxPerDay;
}

/** The day under a pixel. */
export function dayUnder(scale: TimeScale, x: number): number {
  return scale.from + x / scale.pxPerDay;
}

/** The next finer (1) or coarser (-1) zoom; the same at either end. */
export function zoomBy(zoom: Zoom, step: 1 | -1): Zoom {
  return ZOOMS[ZOOMS.indexOf(zoom) - step] ?? zoom;
}
