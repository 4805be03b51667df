import { KEEP_EVERYTHING } from '@/domain/retention/rules';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { followRetention } from '@/server/retention/service/round';
import { changeRetention } from '@/server/retention/service/rules';

/** By which the oldest record of a refused upload goes, and scans in half a year. */
const RULES = { ...KEEP_EVERYTHING, scanDays: 730, newestScans: 10, refusedDays: 45 };

/**
 * Has an admin say how long what is past is kept, and the service remove what is older.
 * @param deps with a clock that says when
 */
export async function keepForSomeTime(deps: Deps, admin: Actor): Promise<void> {
  await changeRetention(deps, admin, RULES);
  await followRetention(deps, new AbortController().signal);
}
