import pLimit from 'p-limit';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findDue } from './repository/companion';
import { pullWhenDue } from './service/pull';

/** Milliseconds between two looks for what is due; who asks for a pull waits so long at most. */
const TICK_MS = 5_000;
/** Pulls at once: each holds a connection, and waits for the servers of other people. */
const AT_ONCE = 2;
const MAX_DUE = 100;

/**
 * Pulls the portfolios of organizations whenever that is due, from now on.
 * @returns a function that ends it: a project that is being stored is finished, the rest goes on at the next start
 */
export function schedulePulls(deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const limit = pLimit(AT_ONCE);
  /** Those that are pulled or have their turn next. One that another process pulls is through at once. */
  const begun = new Map<OrganizationId, Promise<void>>();

  const pull = async (organizationId: OrganizationId) => {
    try {
      if (!signal.aborted) await pullWhenDue(deps, organizationId, signal);
    } catch (err) {
      if (!signal.aborted) deps.logger.error({ err, organizationId }, 'a portfolio was not pulled');
    } finally {
      begun.delete(organizationId);
    }
  };
  const look = async () => {
    const due = await findDue(deps.db, deps.clock.now(), MAX_DUE);
    for (const one of due) {
      if (!begun.has(one))
        begun.set(
          one,
          limit(() => pull(one)),
        );
    }
  };
  let looking: Promise<void> | null = null;
  const tick = () => {
    looking ??= look()
      .catch((err: unknown) => {
        deps.logger.error({ err }, 'it is not known which portfolios are due');
      })
      .finally(() => {
        looking = null;
      });
  };
  tick();
  const timer = setInterval(tick, TICK_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await looking;
    await Promise.all(begun.values());
  };
}
