import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { followRetirements, type RoundDeps } from './service/round';

/** Milliseconds after which an image comes back that a cluster runs again, and changed rules are followed, at the latest. */
const ROUND_MS = 5 * 60_000;

/**
 * Retires images as rules say, and brings back what runs, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleRetirements(deps: RoundDeps): () => Promise<void> {
  const rounds = { name: 'retired images', everyMs: ROUND_MS };
  const failure = 'images could not be retired';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => followRetirements(deps, signal));
}
