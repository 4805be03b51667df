import { dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { toldSince } from '@/domain/registry/age';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { deleteFacts, prunePackages, wasAnyRead } from '../repository/packages';
import { type GatheringDeps, KEPT_AFTER_DUE_MS } from './gather';

/** What is logged where it stays. */
export const FAILURE = 'what registries said long ago could not be forgotten';

/**
 * Forgets what registries said, once none has been read for so long that nothing of it is told any more: where they are not asked
 * any more. Where they are, each look at what is held does so. An
 * organization that fails keeps no other from its turn.
 */
export async function forgetUnread(deps: GatheringDeps, signal: AbortSignal): Promise<Turns> {
  const { db, clock } = deps;
  await prunePackages(db, new Date(clock.now().getTime() - KEPT_AFTER_DUE_MS));
  const since = new Date(startOfDayMs(toldSince(dayOf(clock.now()))));
  if (await wasAnyRead(db, since)) return { failed: 0 };
  const forget = (id: OrganizationId) => deleteFacts(id, db, since);
  return giveTurns(deps, await findOrganizationIds(db), forget, { failure: FAILURE, signal });
}
