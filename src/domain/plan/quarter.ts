import { addDays, addMonths, type Day } from '@/domain/eol/calendar';

const MONTHS = 3;

/** Gives the first day of the quarter of a calendar year that a day is in. */
export function quarterOf(day: Day): Day {
  const monthsIn = (Number(day.slice(5, 7)) - 1) % MONTHS;
  const firstOfMonth = addDays(day, 1 - Number(day.slice(8)));
  return addMonths(firstOfMonth, -monthsIn);
}

/** Gives the first day of the quarter after the one that begins on a day. */
export function quarterAfter(first: Day): Day {
  return addMonths(first, MONTHS);
}

/** Gives the last day of the quarter that begins on a day. */
export function lastDayOfQuarter(first: Day): Day {
  return addDays(quarterAfter(first), -1);
}

/** Says the quarter that begins on a day as people do: `Q4 2026`. */
export function quarterWords(first: Day): string {
  return `Q${String(Math.ceil(Number(first.slice(5, 7)) / MONTHS))} ${first.slice(0, 4)}`;
}
