import { DAY_MS, dayOf, parseDay, startOfDayMs, type Day } from '@/domain/eol/calendar';

/**
 * Days since 1970-01-01 (UTC): what the picture is computed in, because a scale multiplies and subtracts.
 * Null for what is not a day.
 */
export function dayNumber(day: string | null): number | null {
  const parsed = day === null ? null : parseDay(day);
  return parsed === null ? null : startOfDayMs(parsed) / DAY_MS;
}

/** The calendar day of a number, rounded down. */
export function dayAt(number: number): Day {
  return dayOf(new Date(Math.floor(number) * DAY_MS));
}

/** The first day of a month; months past December go on into the next years. */
export function monthStart(year: number, month: number): number {
  return Date.UTC(year, month, 1) / DAY_MS;
}

/** The calendar year that a day lies in. */
export function yearOf(number: number): number {
  return new Date(Math.floor(number) * DAY_MS).getUTCFullYear();
}
