import type { Day } from '@/domain/eol/calendar';
import { dayNumber } from './day-number';

/** The day that keeps its place when the scale changes, and the share of the axis in sight at its left. */
export interface Anchor {
  readonly day: number;
  readonly share: number;
}

/** More of the future than of the past. */
const TODAY_SHARE = 0.4;

/** `at` is the day in the middle; null: today, a little left of the middle. */
export function anchorAt(at: Day | null, today: Day): Anchor {
  const day = dayNumber(at);
  return day === null ? { day: dayNumber(today) ?? 0, share: TODAY_SHARE } : { day, share: 0.5 };
}
