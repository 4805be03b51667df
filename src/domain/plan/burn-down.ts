import { addDays, type Day, daysBetween } from '@/domain/eol/calendar';

/** Images that began to hold a plan's software on a day, and those that gave it up on it. */
export interface DayChange {
  readonly day: Day;
  readonly came: number;
  readonly gone: number;
}

export interface BurnDownPoint {
  readonly day: Day;
  /** Images that held it at the end of the day. */
  readonly left: number;
}

/** More points than a chart has room for. */
const MAX_POINTS = 400;

/**
 * Draws how many images are left on each day from the first to the last, one point a day; over {@link MAX_POINTS} days
 * one for every second, third and so on, the last day always.
 * @param changes by day; those before the first day count on it
 */
export function burnDown(
  changes: readonly DayChange[],
  { from, to }: { readonly from: Day; readonly to: Day },
): BurnDownPoint[] {
  const days = Math.max(0, daysBetween(from, to));
  const step = Math.max(1, Math.ceil((days + 1) / MAX_POINTS));
  const points: BurnDownPoint[] = [];
  let [left, next] = [0, 0];
  for (let index = days % step; index <= days; index += step) {
    const day = addDays(from, index);
    for (; next < changes.length; next += 1) {
      const change = changes[next];
      if (!change || change.day > day) break;
      left += change.came - change.gone;
    }
    points.push({ day, left });
  }
  return points;
}
