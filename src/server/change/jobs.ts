import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { deleteOldChanges } from './repository';

/** Milliseconds between two rounds: what has come since the last one is a row of 50 bytes for each upload. */
const ROUND_MS = 10 * 60_000;

/**
 * Forgets changes that nobody asks for any more, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleForgettingChanges(deps: Pick<Deps, 'db' | 'logger'>): () => Promise<void> {
  const rounds = { name: 'old changes', everyMs: ROUND_MS };
  const failure = 'old changes could not be forgotten';
  return scheduleRounds(deps, { ...rounds, failure }, async () => {
    await deleteOldChanges(deps.db);
  });
}
