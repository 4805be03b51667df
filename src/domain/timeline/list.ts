import { addDays, addMonths, type Day } from '../eol/calendar';
import type { DayRange } from '../eol/proximity';

/** How far ahead the timeline may be asked to look: so many months, or to the end of a quarter of the calendar. */
export const HORIZONS = [3, 6, 12, 24, 'this-quarter', 'next-quarter'] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Tells between which days something ends that ends within a horizon: of this quarter, in what is left of it. */
export function horizonRange(horizon: Horizon, today: Day): DayRange & { readonly until: Day } {
  if (typeof horizon === 'number') return { after: today, until: addMonths(today, horizon) };
  const end = quarterEnd(today);
  if (horizon === 'this-quarter') return { after: today, until: end };
  return { after: end, until: quarterEnd(addDays(end, 1)) };
}

/** The last day of the quarter that a day is in. */
function quarterEnd(day: Day): Day {
  const month = Number(day.slice(5, 7));
  // The first of a month: no month is too short for it.
  const first = addDays(day, 1 - Number(day.slice(8, 10)));
  return addDays(addMonths(first, 3 - ((month - 1) % 3)), -1);
}

/** Names the quarter that a day is in: "Q1 2027". */
export function quarterOf(day: Day): string {
  return `Q${String(Math.ceil(Number(day.slice(5, 7)) / 3))} ${day.slice(0, 4)}`;
}

/** Lines (all cycles and package types of one product) that are read at a time. */
export const LINES_AT_A_TIME = 100;
/** Rows of one line: nobody reads more of one product. */
export const MAX_ROWS_OF_LINE = 100;
/** Lines whose images are counted at a time, and lines of a picture. */
export const MAX_COUNTED_LINES = 60;
