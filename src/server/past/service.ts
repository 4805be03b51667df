import { DAY_MS, dayOf, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { invalid } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findHistoryBegin, findTrailKept } from './repository';
import type { Past } from './sql';

/** Gives a day that is over with the instant at which it was. */
export function pastDay(day: Day): Past {
  return { day, before: new Date(startOfDayMs(day) + DAY_MS) };
}

/**
 * Gives the past that is asked for by its day; null: nothing but what is now.
 * @param field the name of the input, for the answer to one that cannot be
 * @throws DomainError 422 for a day to come, and for one of which what was found is not kept any more
 */
export async function pastOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  asOf: Day | null | undefined,
  field = 'as_of',
): Promise<Past | null> {
  const today = dayOf(clock.now());
  if (asOf === null || asOf === undefined || asOf === today) return null;
  if (asOf > today) throw refused(field, 'must be today or a day before: nobody knows that yet');
  const past = pastDay(asOf);
  const from = await historyBegin(db, organizationId);
  if (from !== null && past.before < from) {
    throw refused(field, `must be ${dayOf(from)} at the earliest: nothing is kept from before`);
  }
  return past;
}

function refused(field: string, what: string) {
  return invalid([{ loc: ['query', field], msg: `Value error, ${what}`, type: 'value_error' }]);
}

/** The instant at which what is known of findings begins; null: with the first scan. */
export function historyBegin(
  db: Transaction,
  organizationId: OrganizationId,
): Promise<Date | null> {
  return findHistoryBegin(organizationId, db);
}

/**
 * Tells whether the audit trail since a day is whole: what is past may go by the rule of today, or have gone by one that was
 * lifted since.
 */
export async function hasTrailSince(
  { db, clock }: Pick<Deps, 'clock'> & { readonly db: Transaction },
  organizationId: OrganizationId,
  { before }: Past,
): Promise<boolean> {
  const { days, removedTo } = await findTrailKept(organizationId, db);
  if (removedTo !== null && removedTo >= before) return false;
  return days === 0 || before.getTime() > clock.now().getTime() - days * DAY_MS;
}

export { countWrongFacts, factsOfCycle } from './repository';
