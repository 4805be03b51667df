import { type Day, daysBetween } from '@/domain/eol/calendar';
import { counted } from './words';

/** Days before an end at which it is said unless an organization says others, the farthest first. */
export const END_THRESHOLDS = [180, 90, 30, 7, 0] as const;

/**
 * The last threshold that was passed on the way to an end; null: it is too far away.
 * @param thresholds the farthest first
 */
export function thresholdOf(
  endsOn: Day,
  today: Day,
  thresholds: readonly number[] = END_THRESHOLDS,
): number | null {
  const left = daysBetween(today, endsOn);
  return thresholds.findLast((threshold) => left <= threshold) ?? null;
}

/** Writes how far away an end is: `ends in 30 days`, `ended 1 day ago`. */
export function endInWords(endsOn: Day, today: Day): string {
  const left = daysBetween(today, endsOn);
  if (left === 0) return 'ends today';
  return left > 0 ? `ends in ${counted(left, 'day')}` : `ended ${counted(-left, 'day')} ago`;
}
