import {
  calendarTicks,
  timeScale,
  type Tick,
  type TickMonths,
  type TimeScale,
} from '@/components/charts/time-scale';
import { addMonths, DAY_MS, dayOf, parseDay, startOfDayMs, type Day } from '@/domain/eol/calendar';

/** The day that keeps its place when the scale changes, and the share of the axis in sight at its left. */
export interface Anchor {
  readonly day: number;
  readonly share: number;
}

/** More of the future than of the past. */
const TODAY_SHARE = 0.4;

/** Places the chart. `at` is the day in the middle; null: today, a little left of the middle. */
export function anchorAt(at: Day | null, today: Day): Anchor {
  const day = dayNumber(at);
  return day === null ? { day: dayNumber(today) ?? 0, share: TODAY_SHARE } : { day, share: 0.5 };
}

/** Columns of the axis. */
export const ZOOMS = ['month', 'quarter', 'year'] as const;
export type Zoom = (typeof ZOOMS)[number];

const MONTHS_IN_TICK: Readonly<Record<Zoom, TickMonths>> = { month: 1, quarter: 3, year: 12 };
const DAYS_IN_YEAR = 365.2425;
const PX_PER_DAY: Readonly<Record<Zoom, number>> = {
  month: (56 * 12) / DAYS_IN_YEAR,
  quarter: (64 * 4) / DAYS_IN_YEAR,
  year: 88 / DAYS_IN_YEAR,
};

/** Anything further away is cut off: one wrong date must not make the axis endless. */
const MONTHS_BACK_AT_MOST = 20 * 12;
const MONTHS_AHEAD_AT_MOST = 15 * 12;
const MONTHS_AROUND = 12;

/**
 * Spans the whole years that all bars need, with today and the months around it, and room after the last end
 * for the words there.
 */
export function daysOf(
  rows: readonly { readonly bar: { readonly from: number; readonly until: number } }[],
  today: Day,
): { from: number; until: number } {
  const monthsAway = (months: number) => dayNumber(addMonths(today, months)) ?? 0;
  const first = rows.reduce((day, { bar }) => Math.min(day, bar.from), monthsAway(-MONTHS_AROUND));
  const last = rows.reduce((day, { bar }) => Math.max(day, bar.until), monthsAway(MONTHS_AROUND));
  const from = Math.max(first, monthsAway(-MONTHS_BACK_AT_MOST));
  const until = Math.min(last, monthsAway(MONTHS_AHEAD_AT_MOST));
  return {
    from: yearStart(yearOf(from)),
    until: yearStart(yearOf(until + DAYS_IN_YEAR) + 1),
  };
}

/**
 * Makes the scale of a zoom, from days to pixels. It has as many years on either side of `anchor` as `availablePx`
 * has room for, so that the anchor can stand at its place even where there are few bars.
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
  const from = yearStart(yearOf(first));
  const until = yearStart(yearOf(last - 1) + 1);
  return scaleOfDays(from, until, (until - from) * pxPerDay);
}

/** Makes the scale of a stretch of days. */
export function scaleOfDays(from: number, until: number, widthPx: number): TimeScale {
  return timeScale(from * DAY_MS, until * DAY_MS, widthPx);
}

/** Says how many pixels a day is from the start of the axis; negative before it. */
export function xOf(scale: TimeScale, day: number): number {
  return scale(day * DAY_MS);
}

/** Says which day is under a pixel. */
export function dayUnder(scale: TimeScale, x: number): number {
  return scale.invert(x).getTime() / DAY_MS;
}

/** Lists the first day of each month, quarter or year on the axis. */
export function ticksOf(scale: TimeScale, zoom: Zoom): Tick[] {
  return calendarTicks(scale, MONTHS_IN_TICK[zoom]);
}

/** Names the next finer (1) or coarser (-1) zoom; the same at either end. */
export function zoomBy(zoom: Zoom, step: 1 | -1): Zoom {
  return ZOOMS[ZOOMS.indexOf(zoom) - step] ?? zoom;
}

/**
 * Counts the days since 1970-01-01 (UTC), in which bars are computed. Null for what is no day.
 */
export function dayNumber(day: string | null): number | null {
  const parsed = day === null ? null : parseDay(day);
  return parsed === null ? null : startOfDayMs(parsed) / DAY_MS;
}

/** Names the calendar day of a number, rounded down. */
export function dayAt(number: number): Day {
  return dayOf(new Date(Math.floor(number) * DAY_MS));
}

/** The first day of a year. */
function yearStart(year: number): number {
  return Date.UTC(year, 0) / DAY_MS;
}

/** The calendar year that a day lies in. */
function yearOf(number: number): number {
  return new Date(Math.floor(number) * DAY_MS).getUTCFullYear();
}
