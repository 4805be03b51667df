import { isDomainError } from '@/domain/errors';
import { isCarriedAsFound, isKeyOf } from '@/domain/inventory/matching';
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
import { findCarrying, queueHoldersOf } from '../repository/components';
import {
  addDone,
  countQueued,
  endWithoutTheDisk,
  findJoined,
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
/** Images of a round that fail alone; one more, and something else is wrong than they are. */
const MAX_FAILED = 20;

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

/** Queues the image tags that hold what carries dates of its support. */
async function queueCarrying(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  const carrying = await findCarrying(organizationId, tx);
  if (carrying.length > 0) await queueHoldersOf(organizationId, tx, carrying);
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
    const before = (await findJoined(organizationId, tx))?.catalogKey ?? catalog.key;
    await startMatching(organizationId, tx, catalog.key, at);
    // After it: a process of the release before would take them off the queue as it leaves them.
    if (isCarriedAsFound(before)) await queueCarrying(organizationId, tx);
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

/**
 * Goes through the queue until it is empty.
 * @throws where images could not be matched, which stay in it: after all others, but for what stands in the way of every one
 */
async function drain(
  deps: MatchingDeps,
  rematch: Rematch,
  signal: AbortSignal,
): Promise<RematchReport> {
  const { db } = deps;
  const { organizationId, catalog } = rematch;
  const failed: string[] = [];
  let report = NOTHING;
  for (;;) {
    const queued = await findQueued(organizationId, db, { limit: IMAGES_AT_ONCE, without: failed });
    if (queued.length === 0) break;
    const before = report.images;
    for (const some of inTransactions(queued))
      report = sumOf(report, await bringTogether(deps, rematch, { some, failed }, signal));
    await addDone(organizationId, db, catalog.key, report.images - before);
    const current = await deps.catalog.forOrganization(organizationId);
    if (current.key !== catalog.key) throw new CatalogMovedOn();
  }
  if (failed.length > 0) throw new Error(`Images could not be matched: ${String(failed.length)}`);
  return report;
}

/** Brings some images up to date; where that fails, each by itself, so that one of them keeps no other from its turn. */
async function bringTogether(
  deps: MatchingDeps,
  rematch: Rematch,
  { some, failed }: { readonly some: readonly string[]; readonly failed: string[] },
  signal: AbortSignal,
): Promise<RematchReport> {
  signal.throwIfAborted();
  try {
    const now = deps.clock.now();
    const changes = await deps.db.transaction((tx) => bringImages(tx, rematch, some, now));
    return { images: some.length, ...changes };
  } catch (err) {
    const [first, ...others] = some;
    // A database that is away is a domain error.
    const isOfAll = err instanceof CatalogMovedOn || isDomainError(err);
    if (isOfAll || first === undefined || failed.length === MAX_FAILED) throw err;
    if (others.length === 0) {
      failed.push(first);
      const { organizationId } = rematch;
      deps.logger.error({ err, organizationId, imageTagId: first }, 'an image was not matched');
      return NOTHING;
    }
    let report = NOTHING;
    for (const one of some)
      report = sumOf(report, await bringTogether(deps, rematch, { some: [one], failed }, signal));
    return report;
  }
}

const sumOf = (one: RematchReport, other: RematchReport): RematchReport => ({
  images: one.images + other.images,
  opened: one.opened + other.opened,
  closed: one.closed + other.closed,
});
