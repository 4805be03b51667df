import { KEEP_EVERYTHING } from '@/domain/retention/rules';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { followRetention } from '@/server/retention/service/round';
import { changeRetention } from '@/server/retention/service/rules';

/** Of the demo's eighteen months, so that the oldest scans are gone. */
const RULES = { ...KEEP_EVERYTHING, scanDays: 500, newestScans: 10, refusedDays: 90 };

/**
 * Has an admin say that old scans go, and the service remove them.
 * @param deps with a clock that says when
 */
export async function retainScans(deps: Deps, admin: Actor): Promise<void> {
  await changeRetention(deps, admin, RULES);
  await followRetention(deps, new AbortController().signal);
}
