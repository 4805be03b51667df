import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
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
      await runJob('make digests', () => sendDueDigests(deps));
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
