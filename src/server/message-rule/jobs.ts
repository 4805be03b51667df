import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
import { outcomeOf } from '@/server/platform/jobs/turns';
import { sendDueDigests } from './service/digests';

/** Milliseconds between looks for digests that are due. */
const EVERY_MS = 10_000;

/**
 * Makes digests from now on, when they are due. Any number of processes may do so.
 * @returns a function that ends it, once what is being made is made
 */
export function scheduleDigests(
  deps: Pick<Deps, 'clock' | 'db' | 'logger'>,
  everyMs = EVERY_MS,
): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = async () => {
    try {
      const make = () => sendDueDigests(deps);
      // A look that finds nothing is no run: a rule that fails waits between tries, and would seem to be well meanwhile.
      await runJob('make digests', make, undefined, (turns) => turns && outcomeOf(turns));
    } catch (err) {
      deps.logger.error({ err }, 'digests cannot be made');
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
