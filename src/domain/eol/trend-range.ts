import { addDays, addMonths, type Day } from './calendar';
import { MAX_TREND_POINTS, trendPoints, type Period, type TrendPoint } from './trend';

/** How many months back the dashboard's trend can begin. */
export const TREND_MONTHS = [3, 6, 12, 24] as const;
export type TrendMonths = (typeof TREND_MONTHS)[number];

/** The trend goes on into the future as far as it looks back, but no further than this. */
const MOST_MONTHS_AHEAD = 6;

/**
 * The points of a trend that begins so many months before `today` and goes on after it, as long as there is
 * room: two years of days leave none.
 */
export function trendRange(period: Period, months: TrendMonths, today: Day): TrendPoint[] {
  // As many months, this one included, or as many months of days up to today.
  const start =
    period === 'MONTHLY' ? addMonths(today, 1 - months) : addDays(addMonths(today, -months), 1);
  const ahead = addMonths(today, Math.min(months, MOST_MONTHS_AHEAD));
  const points = trendPoints(period, start, ahead);
  return points.length > MAX_TREND_POINTS ? trendPoints(period, start, today) : points;
}
