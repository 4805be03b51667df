import { addDays, addMonths, dayOf, daysBetween, type Day } from '@/domain/eol/calendar';
import type { Span } from '@/domain/policy/action-calendar';
import type { Clock } from '@/server/clock';

const MONTHS_AHEAD = 12;

/** Today and the twelve months from it. */
export function comingYear(clock: Clock): Span {
  const first = dayOf(clock.now());
  return { first, days: daysBetween(first, addMonths(first, MONTHS_AHEAD)) + 1 };
}

export function lastDayOf({ first, days }: Span): Day {
  return addDays(first, days - 1);
}

/** The place of a day in a span; a day outside counts as the nearest one inside, so that old links still say something. */
export function placeIn(span: Span, day: Day | null): number {
  if (day === null) return 0;
  return Math.min(Math.max(daysBetween(span.first, day), 0), span.days - 1);
}
