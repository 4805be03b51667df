import { MAX_RETIRE_DAYS } from '@/domain/image/retirement';

export const DAYS_ERROR = `From 1 to ${String(MAX_RETIRE_DAYS)} days`;

/** Reads a number of days as it is typed; null when it is none that a rule may have. */
export function daysIn(text: string): number | null {
  if (!/^\d{1,4}$/.test(text)) return null;
  const days = Number(text);
  return days >= 1 && days <= MAX_RETIRE_DAYS ? days : null;
}
