import { scheduleRounds } from '@/server/platform/jobs/rounds';
import type { Deps } from '@/server/platform/deps';
import { makeDuePacks } from './service/schedules';

/** Milliseconds between two looks for packs that are due: they are so with a day. */
const ROUND_MS = 10 * 60_000;

/**
 * Makes the evidence packs that schedules say, from now on, whichever process does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function schedulePacks(deps: Deps): () => Promise<void> {
  const rounds = { name: 'scheduled packs', everyMs: ROUND_MS };
  const failure = 'scheduled evidence packs were not made';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => makeDuePacks(deps, signal));
}
