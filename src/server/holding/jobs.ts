import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { ADDING_UP, addUpAll } from './service';

/** Milliseconds between two rounds: what has come since the last one is added up by each list that is read. */
const ROUND_MS = 5_000;

/**
 * Adds up what has changed in how many images hold what, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleAddingUp(deps: Pick<Deps, 'db' | 'logger'>): () => Promise<void> {
  const rounds = { name: ADDING_UP, everyMs: ROUND_MS };
  const failure = 'what images hold could not be added up';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => addUpAll(deps, signal));
}
