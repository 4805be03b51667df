import type { StoredMatch } from '@/domain/inventory/matching';
import type { Coverage } from '@/domain/inventory/findings';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { isAnyBegun } from '@/server/coverage/service';
import {
  findJoined,
  findProgress,
  insertMatching,
  shareCatalogKey,
  shareMatching,
} from '../repository/matching';

export { queueRematch } from '../repository/matching';

/** What an upload joins until it ends. */
export interface JoinedMatching {
  /** The catalog that the organization's inventories are matched with. */
  readonly catalogKey: string;
  /** Whether any contract has begun. */
  readonly isCovered: boolean;
}

/** Begins an upload: gives the catalog of the inventories, `candidate` when there is none yet. */
export async function joinMatching(
  organizationId: OrganizationId,
  tx: Transaction,
  candidate: { readonly catalogKey: string; readonly at: Date },
): Promise<JoinedMatching> {
  await shareMatching(organizationId, tx);
  const known = await findJoined(organizationId, tx);
  if (known) return known;
  await insertMatching(organizationId, tx, candidate);
  return (
    (await findJoined(organizationId, tx)) ?? {
      catalogKey: candidate.catalogKey,
      isCovered: await isAnyBegun(organizationId, tx),
    }
  );
}

/** The catalog has changed since the round was begun: it is begun again. */
export class CatalogMovedOn extends Error {
  override readonly name = 'CatalogMovedOn';
}

/**
 * Begins as an upload does, to write what follows from one catalog: the lock of a process on its work may be lost before it
 * is told so, and what another has matched with a newer catalog meanwhile would be taken back for good.
 * @throws CatalogMovedOn where the organization is matched with another catalog by now
 */
export async function joinMatchingWith(
  organizationId: OrganizationId,
  tx: Transaction,
  catalogKey: string,
): Promise<JoinedMatching> {
  await shareMatching(organizationId, tx);
  const joined = await findJoined(organizationId, tx);
  if (joined?.catalogKey !== catalogKey) throw new CatalogMovedOn();
  return joined;
}

/**
 * Does as {@link joinMatchingWith} for what writes no findings: nothing that changes contracts waits for it.
 * @throws CatalogMovedOn
 */
export async function keepToCatalog(
  organizationId: OrganizationId,
  tx: Transaction,
  catalogKey: string,
): Promise<void> {
  if ((await shareCatalogKey(organizationId, tx)) !== catalogKey) throw new CatalogMovedOn();
}

/**
 * Tells how far the organization's inventories are matched with a catalog that has changed: image tags done of
 * those that the change concerns (null while that is being found out). Null when nothing is under way.
 */
export async function matchingProgress(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<{ readonly done: number; readonly total: number | null } | null> {
  const progress = await findProgress(organizationId, db);
  if (!progress || progress.finishedAt !== null) return null;
  return { done: progress.done, total: progress.total };
}

/** Puts a match into the component's columns; all null when it is not matched. */
export function matchColumns(match: StoredMatch | undefined) {
  return {
    matchState: match?.state ?? null,
    matchProduct: match?.product ?? null,
    matchCycle: match?.cycle ?? null,
    matchCycleKey: match?.cycleKey ?? null,
  };
}

/** The catalog's match of an image tag's inventory. */
export interface InventoryState {
  readonly coverage: Coverage;
  /** Of the image itself. */
  readonly distribution: StoredMatch | null;
}

/** Puts the catalog's match of an inventory into the image tag's columns. */
export function inventoryColumns({ coverage, distribution }: InventoryState) {
  return {
    matchedCount: coverage.matched,
    distributionCount: coverage.distribution,
    unknownCount: coverage.unknown,
    distributionProduct: distribution?.product ?? null,
    distributionCycle: distribution?.cycle ?? null,
    distributionCycleKey: distribution?.cycleKey ?? null,
  };
}
