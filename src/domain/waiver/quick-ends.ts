import { addDays, type Day } from '@/domain/eol/calendar';
import { lastDayOfQuarter, quarterOf } from '@/domain/plan/quarter';

/** A last day that is chosen often, in words. */
export interface QuickEnd {
  readonly words: string;
  readonly day: Day;
}

/**
 * Lists the last days of a term that are chosen most often.
 * @param latest the last day that may be chosen, in UTC; later ones are left out
 */
export function quickEnds(today: Day, latest: string | undefined): QuickEnd[] {
  return [
    { words: '30 days', day: addDays(today, 30) },
    { words: '90 days', day: addDays(today, 90) },
    { words: 'End of the quarter', day: lastDayOfQuarter(quarterOf(today)) },
  ].filter(({ day }) => latest === undefined || day <= latest);
}
