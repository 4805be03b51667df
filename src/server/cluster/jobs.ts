import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
import { findReported } from './repository/running';
import { bringNamespaces } from './service/clusters';

/** Milliseconds after which a namespace that an image runs in gives its project an owner, at the latest. */
const ROUND_MS = 5 * 60_000;

type NamespaceDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/**
 * Finds out now and then where projects run, for the rules on namespaces. Not as reports come: an operator reports each
 * workload by itself, and joining what runs with what was scanned takes a tenth of a second.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleOwnersByNamespace(deps: NamespaceDeps): () => Promise<void> {
  const stopping = new AbortController();
  let round: Promise<unknown> | null = null;
  const look = () => {
    const name = 'owners by namespace';
    const { signal } = stopping;
    round ??= exclusively(
      deps.db,
      name,
      (ending) => runJob(name, () => bringAll(deps, ending), signal),
      signal,
    )
      .catch((err: unknown) => {
        if (!stopping.signal.aborted)
          deps.logger.error({ err }, 'owners by namespace could not be found');
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

/** Goes through the organizations. One that fails keeps no other from its turn. */
async function bringAll(deps: NamespaceDeps, signal: AbortSignal): Promise<void> {
  for (const id of await findReported(deps.db)) {
    signal.throwIfAborted();
    const organizationId = mintOrganizationId(id);
    await bringNamespaces(deps, organizationId).catch((err: unknown) => {
      deps.logger.error({ err, organizationId }, 'owners by namespace could not be found');
    });
  }
}
