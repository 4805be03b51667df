import { addMonths, parseDay, type Day } from '@/domain/eol/calendar';
import type { PolicyForecast } from '../policy-types';

export type ForecastPoint = PolicyForecast['points'][number];

const MONTHS = 12;

/** What a forecast says of a day: its last point that is not later. */
export function pointOn({ points }: PolicyForecast, day: string): ForecastPoint | undefined {
  return points.findLast(({ on }) => on <= day) ?? points[0];
}

/** Today and the same day of each of the twelve months that follow, with what holds then. */
export function monthlyPoints(forecast: PolicyForecast): ForecastPoint[] {
  const today = parseDay(forecast.today);
  if (today === null) return [];
  const days = Array.from({ length: MONTHS + 1 }, (_, month): Day => addMonths(today, month));
  return days.flatMap((on) => {
    const point = pointOn(forecast, on);
    return point ? [{ ...point, on }] : [];
  });
}
