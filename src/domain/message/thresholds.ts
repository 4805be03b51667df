import { type Day, daysBetween } from '@/domain/eol/calendar';

/** When what goes on by itself is worth a message: all in one place. */

/** Points by which the share of a project's packages that the catalog knows falls, before it is said. */
export const COVERAGE_FALL_POINTS = 10;
/** Of fewer packages a share says nothing. */
export const MIN_COVERAGE_PACKAGES = 20;

/** Days without a successful update, where the catalog has an address to be updated from. */
export const CATALOG_STALE_DAYS = 7;
/** The age in days of the document at such an address, by what it says itself: many a mirror is made anew once a week. */
export const CATALOG_DOCUMENT_STALE_DAYS = 30;
/** The age in days of a catalog that came with the service or as a file, and has no such address. */
export const BUNDLED_CATALOG_STALE_DAYS = 90;

/** Days for which scanners go on without a new database. Theirs is refused by them after five, unless told otherwise. */
export const SCANNER_DATABASE_STALE_DAYS = 7;

/** Days before a key's end at which it is said, the farthest first. */
export const KEY_THRESHOLDS = [14, 3, 0] as const;
/** Of a key that ended longer ago, whoever used it knows. */
export const KEY_ENDED_DAYS = 14;

/** The last threshold that was passed on the way to a key's end; null: it is too far away. */
export function keyThresholdOf(endsOn: Day, today: Day): number | null {
  const left = daysBetween(today, endsOn);
  return KEY_THRESHOLDS.findLast((threshold) => left <= threshold) ?? null;
}

/** How many of a project's packages the catalog knows. */
export interface Coverage {
  readonly known: number;
  readonly packages: number;
}

/** Whether the share of packages that are known is smaller than it was, by enough to be said. */
export function coverageFell(now: Coverage, before: Coverage): boolean {
  return shareOf(before) - shareOf(now) > COVERAGE_FALL_POINTS;
}

/** The share of packages that are known, in points of a hundred. */
export function shareOf({ known, packages }: Coverage): number {
  return packages === 0 ? 0 : (known / packages) * 100;
}
