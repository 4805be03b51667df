import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';

/** Milliseconds that a membership which ended at the provider can go on here, for a person who is signed in. */
const ROUND_MS = 5 * 60_000;

/**
 * Makes memberships agree with the identity provider, from now on; does nothing where members are kept here.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleDirectoryMemberships(deps: Deps): () => Promise<void> {
  const { memberships } = deps.identityProvider;
  if (!memberships) return () => Promise.resolve();
  const stopping = new AbortController();
  let round: Promise<void> | null = null;
  const look = () => {
    const { signal } = stopping;
    const bring = () => memberships.bringAllUpToDate(deps, signal);
    round ??= runJob('bring memberships', bring, signal)
      .catch((err: unknown) => {
        deps.logger.error({ err }, 'memberships could not be brought up to date');
      })
      .finally(() => {
        round = null;
      });
  };
  look();
  const timer = setInterval(look, ROUND_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await round;
  };
}
