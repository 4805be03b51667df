import { organizationsThatHear } from '@/server/message/service';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { tellOfGoneImages } from '@/server/scan/service/denial';
import { fallenCoverage } from './service/coverage';
import { expiringKeys } from './service/keys';
import { overduePlans } from './service/overdue';
import { staleCatalog, staleScannerDatabase } from './service/stale';
import { type NoticeDeps, tellOf } from './service/standing';

/** Milliseconds between two looks at what goes on by itself: none of it is told by the minute. */
const ROUND_MS = 30 * 60_000;

const CAUSES = [overduePlans, fallenCoverage, staleCatalog, staleScannerDatabase, expiringKeys];
const KINDS = [...CAUSES.map(({ kind }) => kind), 'build.denied' as const];

/**
 * Says what goes on by itself, from now on. Any number of processes may do so: one of them at a time does, and what was
 * said is noted with it.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleNotices(deps: NoticeDeps): () => Promise<void> {
  const rounds = { name: 'notices', everyMs: ROUND_MS, failure: 'notices could not be told' };
  return scheduleRounds(deps, rounds, (signal) => tellAll(deps, signal));
}

/** Goes through the organizations. What fails keeps nothing else from its turn. */
export async function tellAll(deps: NoticeDeps, signal: AbortSignal): Promise<void> {
  for (const organizationId of await organizationsThatHear(deps.db, KINDS)) {
    const tells = [
      ...CAUSES.map((cause) => () => tellOf(cause, deps, organizationId)),
      () => tellOfGoneImages(deps, organizationId),
    ];
    for (const tell of tells) {
      signal.throwIfAborted();
      await tell().catch((err: unknown) => {
        deps.logger.error({ err, organizationId }, 'a notice could not be told');
      });
    }
  }
}
