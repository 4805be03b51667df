import { addDays, type Day } from '@/domain/eol/calendar';

/** For how long the word of a registry is told. See .github/decisions/0103-age-of-what-registries-said.md. */

/** Days between two readings of a package, where its registry answers. Releases and deprecations of most change less often. */
export const READ_EVERY_DAYS = 3;

/** Days for which what a registry said is told without having been read again: ten readings that came to nothing. */
export const TOLD_FOR_DAYS = 10 * READ_EVERY_DAYS;

/** The first day of readings that are still told of. */
export function toldSince(today: Day): Day {
  return addDays(today, -TOLD_FOR_DAYS);
}

/** Whether what was read on a day is still told: after that it is unknown again. */
export function isTold(readOn: Day, today: Day): boolean {
  return readOn >= toldSince(today);
}
