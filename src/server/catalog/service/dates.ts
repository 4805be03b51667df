import { dayOf, type Day } from '@/domain/eol/calendar';
import { pastDay } from '@/server/past/service';
import type { Deps } from '@/server/platform/deps';
import { productFactsAt } from '@/server/catalog/repository/facts';

/**
 * Lists what the catalog said of each support level of each release cycle of a product when a day was over; what it says now
 * for today, and for a day to come.
 * @param asOf null: today
 */
export async function listProductDates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  slug: string,
  asOf: Day | null,
) {
  const today = dayOf(clock.now());
  const { day, before } = pastDay(asOf === null || asOf > today ? today : asOf);
  const facts = await productFactsAt(db, slug, before);
  return {
    as_of: day,
    dates: facts.map(({ cycle, level, endsOn, ended, learntAt, knownBefore }) => ({
      ...{ cycle, level, date: endsOn, ended },
      ...{ learnt_at: learntAt.toISOString(), known_before: knownBefore },
    })),
  };
}
