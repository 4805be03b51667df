import { addDays, addMonths, type Day } from '@/domain/eol/calendar';
import { quarterAfter, quarterOf } from '@/domain/plan/quarter';

/** How often a pack is made by itself. */
export const PACK_PERIODS = ['monthly', 'quarterly'] as const;
export type PackPeriod = (typeof PACK_PERIODS)[number];

export const PERIOD_WORDS: Readonly<Record<PackPeriod, string>> = {
  monthly: 'Each month',
  quarterly: 'Each quarter',
};

/**
 * Gives the first day of the month or quarter of the calendar after the one that a day is in: packs are made from then on.
 * What was missed meanwhile is not made up for: what was known then is not known any more.
 */
export function nextDue(period: PackPeriod, today: Day): Day {
  if (period === 'quarterly') return quarterAfter(quarterOf(today));
  return addMonths(addDays(today, 1 - Number(today.slice(8))), 1);
}
