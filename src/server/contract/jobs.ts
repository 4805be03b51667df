import { dayOf } from '@/domain/eol/calendar';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { exclusively } from '@/server/platform/db/exclusive-work';
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
  const stopping = new AbortController();
  let round: Promise<unknown> | null = null;
  const look = () => {
    round ??= exclusively(deps.db, 'contracts', () => keepContracts(deps, stopping.signal))
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) deps.logger.error({ err }, 'contracts were not looked after');
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
