import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { measureWhenDue } from './service/measure';

/** Milliseconds between two looks at what has moved. */
const ROUND_MS = 30_000;

const FAILURE = 'what is known could not be counted';

type MeasureDeps = Pick<Deps, 'clock' | 'db' | 'logger'>;

/**
 * Counts what is known of what is held, from now on, wherever something has moved.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleMeasuring(deps: MeasureDeps): () => Promise<void> {
  const rounds = { name: 'degrees of evidence', everyMs: ROUND_MS, failure: FAILURE };
  return scheduleRounds(deps, rounds, (signal) => measureAll(deps, signal));
}

/** Goes through the organizations. One that fails keeps no other from its turn. */
export async function measureAll(deps: MeasureDeps, signal: AbortSignal): Promise<Turns> {
  const ids = await findOrganizationIds(deps.db);
  return giveTurns(deps, ids, (organizationId) => measureWhenDue(deps, organizationId, signal), {
    ...{ failure: FAILURE, signal },
  });
}
