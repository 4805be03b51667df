import {
  calendarTicks,
  timeScale,
  type Tick,
  type TickMonths,
  type TimeScale,
} from '@/components/charts/time-scale';
import { DAY_MS, dayOf, parseDay, startOfDayMs, type Day } from '@/domain/eol/calendar';

/** The day that keeps its place when the scale changes, and the share of the axis in sight at its left. */
export interface Anchor {
  readonly day: number;
  readonly share: number;
}

/** A year of the past, and two of what is to come. */
const TODAY_SHARE = 1 / 3;

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
/** Years in sight, whatever the width of the screen. */
const YEARS_IN_SIGHT: Readonly<Record<Zoom, number>> = { month: 1, quarter: 3, year: 12 };

/** The axis is cut off beyond: one wrong date must not make it endless, nor do rows that come later make it longer. */
const YEARS_BACK = 20;
const YEARS_AHEAD = 15;

/** Makes the scale of a zoom, from days to pixels, where so many pixels of it are in sight. */
export function scaleOf(today: Day, zoom: Zoom, availablePx: number): TimeScale {
  const pxPerDay = availablePx / (YEARS_IN_SIGHT[zoom] * DAYS_IN_YEAR);
  const year = yearOf(dayNumber(today) ?? 0);
  const [from, until] = [yearStart(year - YEARS_BACK), yearStart(year + YEARS_AHEAD)];
  return scaleOfDays(from, until, (until - from) * pxPerDay);
}

/** Makes the scale of a picture of a zoom, around its anchor. */
export function pictureScale(zoom: Zoom, anchor: Anchor, widthPx: number): TimeScale {
  const days = YEARS_IN_SIGHT[zoom] * DAYS_IN_YEAR;
  const from = anchor.day - anchor.share * days;
  return scaleOfDays(from, from + days, widthPx);
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

/** Room for the label of a tick: of a year, the longest there is. */
const LABEL_PX = 38;

/** Says how many ticks share one label, so that labels keep out of each other. Quarters and months are short. */
export function labelledEvery(ticks: readonly Tick[]): number {
  const [first, second] = ticks;
  if (!first || !second || second.label.length < 4) return 1;
  return Math.ceil(LABEL_PX / (second.at - first.at));
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
