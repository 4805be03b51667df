import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import { addUpChanges, countAnew, countWrong, organizationsWithChanges } from './repository';

/** Names the work for all processes: one of them at a time does it. */
export const ADDING_UP = 'kept counts';

/** Changes that one transaction adds up: some milliseconds of work, and a second where each is of a whole project. */
const CHANGES_AT_ONCE = 500;

/** Adds up the changes of all organizations. */
export async function addUpAll({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  for (const organizationId of await organizationsWithChanges(db)) {
    let taken = CHANGES_AT_ONCE;
    while (taken === CHANGES_AT_ONCE && !signal.aborted) {
      taken = await db.transaction((tx) => addUpChanges(organizationId, tx, CHANGES_AT_ONCE));
    }
  }
}

/** Tells how many of the numbers that are kept of an organization's images are not what the images say. */
export function wrongCounts({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return countWrong(organizationId, db);
}

/** Counts an organization's images anew, whatever was kept of them; false while changes are being added up elsewhere. */
export async function repairCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<boolean> {
  const done = await exclusively(db, ADDING_UP, async () => {
    await db.transaction((tx) => countAnew(organizationId, tx));
    return true;
  });
  return done ?? false;
}
