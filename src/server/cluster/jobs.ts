import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { findReported } from './repository/running';
import { bringNamespaces } from './service/clusters';

/** Milliseconds after which a namespace that an image runs in gives its project an owner, at the latest. */
const ROUND_MS = 5 * 60_000;

const FAILURE = 'owners by namespace could not be found';

type NamespaceDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/**
 * Finds out now and then where projects run, for the rules on namespaces. Not as reports come: an operator reports each
 * workload by itself, and joining what runs with what was scanned takes a tenth of a second.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleOwnersByNamespace(deps: NamespaceDeps): () => Promise<void> {
  const rounds = { name: 'owners by namespace', everyMs: ROUND_MS, failure: FAILURE };
  return scheduleRounds(deps, rounds, (signal) => bringAll(deps, signal));
}

/** Goes through the organizations. One that fails keeps no other from its turn. */
export async function bringAll(deps: NamespaceDeps, signal: AbortSignal): Promise<Turns> {
  const reported = await findReported(deps.db);
  return giveTurns(deps, reported, (organizationId) => bringNamespaces(deps, organizationId), {
    ...{ failure: FAILURE, signal },
  });
}
