import { dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { toldSince } from '@/domain/registry/age';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import { deleteFacts, prunePackages, wasAnyRead } from '../repository/packages';
import { type GatheringDeps, KEPT_AFTER_DUE_MS } from './gather';

/**
 * Forgets what registries said, once none has been read for so long that nothing of it is told any more: where they are not asked
 * any more. Where they are, each look at what is held does so.
 */
export async function forgetUnread(
  { db, clock }: Pick<GatheringDeps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await prunePackages(db, new Date(clock.now().getTime() - KEPT_AFTER_DUE_MS));
  const since = new Date(startOfDayMs(toldSince(dayOf(clock.now()))));
  if (await wasAnyRead(db, since)) return;
  for (const id of await findOrganizationIds(db)) {
    signal.throwIfAborted();
    await deleteFacts(id, db, since);
  }
}
