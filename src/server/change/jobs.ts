import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { deleteOldChanges } from './repository';

/** Milliseconds between two rounds: what has come since the last one is a row of 50 bytes for each upload. */
const ROUND_MS = 10 * 60_000;
const FAILURE = 'old changes could not be forgotten';

type ChangeDeps = Pick<Deps, 'db' | 'logger'>;

/**
 * Forgets changes that nobody asks for any more, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleForgettingChanges(deps: ChangeDeps): () => Promise<void> {
  const rounds = { name: 'old changes', everyMs: ROUND_MS };
  return scheduleRounds(deps, { ...rounds, failure: FAILURE }, (signal) =>
    forgetOldChanges(deps, signal),
  );
}

/** Goes through the organizations. One that fails keeps no other from its turn. */
export async function forgetOldChanges(deps: ChangeDeps, signal: AbortSignal): Promise<Turns> {
  const forget = (own: OrganizationId) => deleteOldChanges(own, deps.db);
  return giveTurns(deps, await findOrganizationIds(deps.db), forget, { failure: FAILURE, signal });
}
