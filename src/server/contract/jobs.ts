import { dayOf } from '@/domain/eol/calendar';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import type { Deps } from '@/server/platform/deps';
import { findOrganizationsWithContracts } from './repository/contracts';
import { keepCoverage, tellOfEnds } from './service/notices';

/** Milliseconds between two looks for contracts that begin or end: they do so with a day. */
const ROUND_MS = 60_000;

type ContractDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/**
 * Lets contracts begin, and tells of their ends in time, from now on, whichever process does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleContracts(deps: ContractDeps): () => Promise<void> {
  const failure = 'contracts were not looked after';
  const rounds = { name: 'contracts', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => keepContracts(deps, signal));
}

/** Goes through the organizations with contracts. One that fails keeps no other from its turn. */
export async function keepContracts(deps: ContractDeps, signal: AbortSignal): Promise<void> {
  const today = dayOf(deps.clock.now());
  for (const { organizationId: id, isDue } of await findOrganizationsWithContracts(
    deps.db,
    today,
  )) {
    signal.throwIfAborted();
    const organizationId = mintOrganizationId(id);
    try {
      await keepCoverage(deps, organizationId, isDue);
      await tellOfEnds(deps, organizationId);
    } catch (err) {
      deps.logger.error({ err, organizationId }, 'contracts were not looked after');
    }
  }
}
