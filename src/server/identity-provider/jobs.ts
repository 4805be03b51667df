import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';

/** Milliseconds that a membership which ended at the provider can go on here, for a person who is signed in. */
const ROUND_MS = 5 * 60_000;

/**
 * Makes memberships agree with the identity provider, from now on; does nothing where members are kept here. Any number of
 * processes may do so: one of them at a time asks the provider.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleDirectoryMemberships(deps: Deps): () => Promise<void> {
  const { memberships } = deps.identityProvider;
  if (!memberships) return () => Promise.resolve();
  const failure = 'memberships could not be brought up to date';
  const rounds = { name: 'bring memberships', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => memberships.bringAllUpToDate(deps, signal));
}
