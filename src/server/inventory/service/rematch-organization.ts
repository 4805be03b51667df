import { isKeyOf } from '@/domain/inventory/matching';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import {
  findOverlayVersion,
  findRevision,
  followCatalog,
  shareCatalog,
} from '@/server/catalog/service/facts';
import type { Transaction } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import {
  addDone,
  countQueued,
  endWithoutTheDisk,
  findProgress,
  findQueued,
  finishMatching,
  lockMatching,
  startMatching,
} from '../repository/matching';
import { inTransactions } from './in-transactions';
import type { FindingChanges } from './findings';
import { CatalogMovedOn, joinMatchingWith } from './matching';
import { ComponentMatches, rematchImages, type Rematch } from './rematch-images';
import { sweepComponents, sweepDistributions } from './sweep';

/** Numbers of a round that matched an organization's inventories again. */
export interface RematchReport {
  readonly images: number;
  readonly opened: number;
  readonly closed: number;
}

const IMAGES_AT_ONCE = 50;
/** Starts at most; changes that come faster are left to the next round. */
const MAX_STARTS = 5;

type MatchingDeps = Pick<Deps, 'db' | 'clock' | 'catalog' | 'logger'>;

/**
 * Makes an organization's inventories agree with its catalog of now: compares all of its components in memory, and
 * goes through the image tags that hold changed ones, a few in a transaction. Finished images stay finished: killed
 * at any moment, the next call goes on with the rest. Of all processes one does so at a time; null when another
 * does. One that has lost its lock writes nothing of a catalog that another has moved on from.
 */
export async function rematchOrganization(
  deps: MatchingDeps,
  organizationId: OrganizationId,
  signal?: AbortSignal,
): Promise<RematchReport | null> {
  const rematch = async (ending: AbortSignal) => {
    for (let start = 1; ; start += 1) {
      try {
        return await bringUpToDate(deps, organizationId, ending);
      } catch (error) {
        if (!(error instanceof CatalogMovedOn) || start === MAX_STARTS) throw error;
      }
    }
  };
  return exclusively(deps.db, `rematch ${organizationId}`, rematch, signal);
}

const NOTHING: RematchReport = { images: 0, opened: 0, closed: 0 };

async function bringUpToDate(
  deps: MatchingDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<RematchReport> {
  const { db } = deps;
  signal.throwIfAborted();
  await deps.catalog.refresh();
  const catalog = await deps.catalog.forOrganization(organizationId);
  const progress = await findProgress(organizationId, db);
  if (!progress) return NOTHING;
  const matches = new ComponentMatches(organizationId, catalog);
  const rematch: Rematch = { organizationId, catalog, matches };
  const isSwept = progress.catalogKey === catalog.key && progress.total !== null;
  if (!isSwept) {
    if (!(await switchTo(deps, organizationId, catalog))) {
      deps.catalog.forgetOverlay(organizationId);
      throw new CatalogMovedOn();
    }
    await sweepComponents(rematch, db, signal);
    await sweepDistributions(rematch, db);
  }
  await countQueued(organizationId, db, catalog.key, deps.clock.now());
  const report = await drain(deps, rematch, signal);
  await finishMatching(organizationId, db, catalog.key, deps.clock.now());
  deps.logger.info({ organizationId, catalog: catalog.key, ...report }, 'inventories matched anew');
  return report;
}

/**
 * Makes uploads from here on know that this is the organization's catalog; those that began before have ended, so
 * that all they stored is seen. False when it is not the newest: a process that is behind takes nobody back.
 */
async function switchTo(
  { db, clock }: MatchingDeps,
  organizationId: OrganizationId,
  catalog: OrganizationCatalog,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockMatching(organizationId, tx);
    const revision = await findRevision(tx);
    const overlay = await findOverlayVersion(organizationId, tx);
    if (!isKeyOf(catalog.key, revision, overlay)) return false;
    const at = clock.now();
    await startMatching(organizationId, tx, catalog.key, at);
    // A day may have come on which something ended that no cycle speaks of.
    await shareCatalog(organizationId, tx);
    await followCatalog(tx, organizationId, at);
    return true;
  });
}

/**
 * Brings some images up to date, and takes them off the queue: all of them or none.
 * @throws CatalogMovedOn where the organization is matched with another catalog by now
 */
async function bringImages(
  tx: Transaction,
  rematch: Rematch,
  imageTagIds: readonly string[],
  now: Date,
): Promise<FindingChanges> {
  await endWithoutTheDisk(tx);
  const { organizationId, catalog } = rematch;
  const { isCovered } = await joinMatchingWith(organizationId, tx, catalog.key);
  return rematchImages(tx, { ...rematch, isCovered }, imageTagIds, now);
}

/** Goes through the queue until it is empty. */
async function drain(
  deps: MatchingDeps,
  rematch: Rematch,
  signal: AbortSignal,
): Promise<RematchReport> {
  const { db, clock } = deps;
  const { organizationId, catalog } = rematch;
  const report = { ...NOTHING };
  for (;;) {
    const queued = await findQueued(organizationId, db, IMAGES_AT_ONCE);
    if (queued.length === 0) return report;
    for (const some of inTransactions(queued)) {
      signal.throwIfAborted();
      const changes = await db.transaction((tx) => bringImages(tx, rematch, some, clock.now()));
      report.images += some.length;
      report.opened += changes.opened;
      report.closed += changes.closed;
    }
    await addDone(organizationId, db, catalog.key, queued.length);
    const current = await deps.catalog.forOrganization(organizationId);
    if (current.key !== catalog.key) throw new CatalogMovedOn();
  }
}
