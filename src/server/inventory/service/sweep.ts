import { imageDistribution, storedDistribution } from '@/domain/inventory/matching';
import type { Database } from '@/server/platform/db/db';
import {
  componentsAfter,
  findDistributions,
  queueHoldersOf,
  queueImagesOf,
} from '../repository/components';
import { keepToCatalog } from './matching';
import { storeMatches, type ChangedMatch, type FreshMatch, type Rematch } from './rematch-images';

const READ_AT_ONCE = 1_000;
/** Changed components looked for together, since finding the images that hold them reads every inventory. */
const CHANGED_AT_ONCE = 20_000;

/**
 * Matches all components of an organization again, stores the changes, and queues the image tags that they concern:
 * in one transaction each time, so that whatever is stored as changed is queued too.
 * @throws CatalogMovedOn where the organization is matched with another catalog by now
 */
export async function sweepComponents(
  { organizationId, catalog, matches }: Rematch,
  db: Database,
  signal: AbortSignal,
): Promise<void> {
  let changed: ChangedMatch[] = [];
  let concerned: string[] = [];
  const store = async () => {
    if (concerned.length === 0) return;
    await db.transaction(async (tx) => {
      await keepToCatalog(organizationId, tx, catalog.key);
      await storeMatches(organizationId, tx, changed);
      await queueHoldersOf(organizationId, tx, concerned);
    });
    changed = [];
    concerned = [];
  };
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const page = await componentsAfter(organizationId, db, after, READ_AT_ONCE);
    for (const component of page) {
      const fresh = matches.matchOf(component);
      if (fresh.isChanged) changed.push({ id: component.id, match: fresh.match.stored });
      if (fresh.isChanged || mayBeRenamed(fresh)) concerned.push(component.id);
    }
    if (concerned.length >= CHANGED_AT_ONCE) await store();
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  await store();
}

/**
 * Whether a component's own date is of a release cycle of which the catalog has no end: what is stored of the match does not
 * tell when the catalog calls its product otherwise than before. They are few.
 */
function mayBeRenamed({ match: { stored }, carried }: FreshMatch): boolean {
  return Boolean(carried?.cycle) && stored.state === 'vendor' && stored.cycleKey === null;
}

/** Queues the image tags of distributions of which the catalog's match has changed. */
export async function sweepDistributions(
  { organizationId, catalog }: Rematch,
  db: Database,
): Promise<void> {
  for (const { distro, product, cycle, cycleKey } of await findDistributions(organizationId, db)) {
    const now = storedDistribution(imageDistribution(catalog, distro));
    const isSame =
      (now?.product ?? null) === product &&
      (now?.cycle ?? null) === cycle &&
      (now?.cycleKey ?? null) === cycleKey;
    if (!isSame) await queueImagesOf(organizationId, db, distro);
  }
}
