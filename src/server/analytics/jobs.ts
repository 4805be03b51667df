import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { keepMonthsOfAll } from './service/months';

/** Milliseconds between two rounds: until a month that has been over for an hour is kept, trends read the times of it. */
const ROUND_MS = 10 * 60_000;

/**
 * Keeps how many findings were open when months were over, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleKeepingMonths(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
): () => Promise<void> {
  const rounds = { name: 'kept months', everyMs: ROUND_MS };
  const failure = 'what was open when months were over could not be kept';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => keepMonthsOfAll(deps, signal));
}
