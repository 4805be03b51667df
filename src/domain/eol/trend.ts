import { z } from 'zod';
import { addDays, addMonths, dayOf, DAY_MS, parseDay, startOfDayMs, type Day } from './calendar';

/** How far apart the points of a trend are. */
export const PERIODS = ['DAILY', 'MONTHLY'] as const;
export type Period = (typeof PERIODS)[number];

/** Two years of days. */
export const MAX_TREND_POINTS = 731;

/** One entry of a trend: the state at the end of a period. */
export interface TrendPoint {
  /** The period's first day, which the entry is dated by. */
  readonly on: Day;
  /** The period's last day, as of which ends of life are classed. */
  readonly asOf: Day;
  /** The instant at which the period is over, the first that is not part of it. */
  readonly endsAt: Date;
}

/**
 * The periods from the one that holds `start` to the one that holds `end`, at most one more than
 * {@link MAX_TREND_POINTS}; none when `end` comes first.
 */
export function trendPoints(period: Period, start: Day, end: Day): TrendPoint[] {
  const points: TrendPoint[] = [];
  const last = period === 'DAILY' ? end : lastDayOfMonth(end);
  for (let asOf = period === 'DAILY' ? start : lastDayOfMonth(start); asOf <= last;) {
    const on = period === 'DAILY' ? asOf : firstDayOfMonth(asOf);
    points.push({ on, asOf, endsAt: new Date(startOfDayMs(asOf) + DAY_MS) });
    // Nothing is computed past the last day: there may be no day after it.
    if (asOf === last || points.length > MAX_TREND_POINTS) break;
    asOf = period === 'DAILY' ? addDays(asOf, 1) : lastDayOfMonth(addMonths(on, 1));
  }
  return points;
}

function firstDayOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01` as Day; // every month has a first day
}

function lastDayOfMonth(day: Day): Day {
  const [year = 1, month = 1] = day.split('-').map(Number);
  // A 31st is clamped to whatever day the month ends on.
  return addMonths('0001-01-31' as Day, (year - 1) * 12 + month - 1); // a day of the calendar
}

const dateTime = z.iso.datetime({ offset: true, local: true });

/** The UTC day that a date or an ISO 8601 date-time falls on, or null for any other text. Without an offset a time is UTC. */
export function readDayOrInstant(text: string): Day | null {
  if (!dateTime.safeParse(text).success) return parseDay(text);
  const isLocal = !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  return parseDay(dayOf(new Date(isLocal ? `${text}Z` : text)));
}
