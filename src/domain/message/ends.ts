import { type Day, daysBetween } from '@/domain/eol/calendar';
import { counted } from './words';

/** Days before an end at which it is said, the farthest first; on the last of them it has come. */
export const END_THRESHOLDS = [180, 90, 30, 7, 0] as const;
export type EndThreshold = (typeof END_THRESHOLDS)[number];
export const FARTHEST_THRESHOLD = END_THRESHOLDS[0];

/** The last threshold that was passed on the way to an end; null: it is too far away. */
export function thresholdOf(endsOn: Day, today: Day): EndThreshold | null {
  const left = daysBetween(today, endsOn);
  return END_THRESHOLDS.findLast((threshold) => left <= threshold) ?? null;
}

/** Writes how far away an end is: `ends in 30 days`, `ended 1 day ago`. */
export function endInWords(endsOn: Day, today: Day): string {
  const left = daysBetween(today, endsOn);
  if (left === 0) return 'ends today';
  return left > 0 ? `ends in ${counted(left, 'day')}` : `ended ${counted(-left, 'day')} ago`;
}
