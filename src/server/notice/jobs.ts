import { organizationsThatHear } from '@/server/message/service';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
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
export async function tellAll(deps: NoticeDeps, signal: AbortSignal): Promise<Turns> {
  const organizations = await organizationsThatHear(deps.db, KINDS);
  const turns = organizations.flatMap((organizationId) =>
    [
      ...CAUSES.map((cause) => () => tellOf(cause, deps, organizationId)),
      () => tellOfGoneImages(deps, organizationId),
    ].map((tell) => ({ organizationId, tell })),
  );
  return giveTurns(deps, turns, (_organizationId, { tell }) => tell(), {
    ...{ failure: 'a notice could not be told', signal },
  });
}
