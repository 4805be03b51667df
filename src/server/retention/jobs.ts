import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { followRetention, type RoundDeps } from './service/round';

/** Milliseconds after which changed rules are followed, and a run that was broken off is gone on with, at the latest. */
const ROUND_MS = 10 * 60_000;

/**
 * Removes what rules for retention say, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleRetention(deps: RoundDeps): () => Promise<void> {
  const rounds = { name: 'retention', everyMs: ROUND_MS };
  const failure = 'what is past could not be removed';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => followRetention(deps, signal));
}
