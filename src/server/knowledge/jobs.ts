import { findOrganizations } from '@/server/holding/service';
import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { measureWhenDue } from './service/measure';

/** Milliseconds between two looks at what has moved. */
const ROUND_MS = 30_000;

/**
 * Counts what is known of what is held, from now on, wherever something has moved. One that fails keeps no other from its
 * turn.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleMeasuring(
  deps: Pick<Deps, 'clock' | 'db' | 'logger'>,
): () => Promise<void> {
  const failure = 'what is known could not be counted';
  const rounds = { name: 'degrees of evidence', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, async (signal) => {
    for (const { id: organizationId } of await findOrganizations(deps.db)) {
      signal.throwIfAborted();
      await measureWhenDue(deps, organizationId, signal).catch((err: unknown) => {
        if (!signal.aborted) deps.logger.error({ err, organizationId }, failure);
      });
    }
  });
}
