import { organizationsThatHear } from '@/server/message/service';
import type { CatalogUpdater } from '@/server/catalog/service/updater';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import type { Deps } from '@/server/platform/deps';
import type { Logger } from '@/server/platform/log';
import { findDueSources } from './repository/sources';
import { tellOfEnds } from './service/ending';
import { readSourceWhenDue } from './service/source-reading';

/** Milliseconds between two looks whether an update is due; far below the shortest interval. */
const TICK_MS = 30_000;

/**
 * Updates the catalog whenever that is due, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleCatalogUpdates(
  updater: CatalogUpdater,
  logger: Logger,
): () => Promise<void> {
  let tick: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const look = () => {
    if (isBusy) return;
    isBusy = true;
    tick = updater
      .updateWhenDue()
      .catch((err: unknown) => {
        logger.error({ err }, 'the catalog could not be updated');
      })
      .finally(() => {
        isBusy = false;
      });
  };
  look();
  const timer = setInterval(look, TICK_MS).unref();
  return async () => {
    clearInterval(timer);
    await updater.stop();
    await tick;
  };
}

/** Milliseconds after which it is said that an end has come nearer, at the latest. */
const ENDS_EVERY_MS = 30 * 60_000;

type EndsDeps = Pick<Deps, 'catalog' | 'clock' | 'db' | 'logger'>;

/** What comes before an organization's ends are told, which change with a day: contracts, of which the catalog knows nothing. */
type BeforeEnds = (deps: EndsDeps, organizationId: OrganizationId) => Promise<void>;

/**
 * Says now and then which software comes to its end. Any number of processes may do so: one of them at a time does, and
 * what was said is noted with it.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleEnds(deps: EndsDeps, before: BeforeEnds): () => Promise<void> {
  const failure = 'ends could not be told of';
  const rounds = { name: 'ends of support', everyMs: ENDS_EVERY_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => tellAll(deps, before, signal));
}

/** Goes through the organizations. One that fails keeps no other from its turn. */
export async function tellAll(
  deps: EndsDeps,
  before: BeforeEnds,
  signal: AbortSignal,
): Promise<Turns> {
  const organizations = await organizationsThatHear(deps.db, ['support.ends']);
  const tell = async (organizationId: OrganizationId) => {
    await before(deps, organizationId);
    await tellOfEnds(deps, organizationId);
  };
  return giveTurns(deps, organizations, tell, { failure: 'ends could not be told of', signal });
}

/** Milliseconds between two looks for what is due; who asks for a reading waits so long at most. */
const SOURCES_EVERY_MS = 5_000;
/** Readings at once: each waits for the servers of other people. */
const READ_AT_ONCE = 4;
const MAX_DUE = 100;

/**
 * Reads catalogs of others whenever that is due, from now on. Any number of processes may do so: one of them at a time does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleSourceReadings(deps: Deps): () => Promise<void> {
  const failure = 'catalogs of others could not be read';
  const rounds = { name: 'catalogs of others', everyMs: SOURCES_EVERY_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => readDueSources(deps, signal));
}

/**
 * Reads those that are due, one organization's as any other's. One that fails keeps no other from its turn, and waits for its
 * next: that nothing is due meanwhile is no success.
 */
export async function readDueSources(deps: Deps, signal: AbortSignal): Promise<Turns | null> {
  const due = await findDueSources(deps.db, deps.clock.now(), MAX_DUE);
  if (due.length === 0) return null;
  const read = (organizationId: OrganizationId, { id }: (typeof due)[number]) =>
    readSourceWhenDue(deps, organizationId, id, signal);
  return giveTurns(deps, due, read, {
    ...{ failure: 'a catalog of others was not read', atOnce: READ_AT_ONCE, signal },
  });
}
