import { type Day, daysBetween } from '@/domain/eol/calendar';
import { dayInWords } from './words';

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

/** Writes when an end is, by its date: what is said may be read days later. `ends on 7 December 2026`, `ended on …`. */
export function endInWords(endsOn: Day, today: Day): string {
  return `${endsOn < today ? 'ended' : 'ends'} on ${dayInWords(endsOn)}`;
}
