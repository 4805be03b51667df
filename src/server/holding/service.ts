import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import {
  type Addition,
  addToImageCounts,
  addToProductHoldings,
  addToProjectHoldings,
  addToSoftwareHoldings,
  type ChangeRow,
  countAnew,
  countWrong,
  organizationsWithChanges,
  takeChanges,
  takeProductChanges,
} from './repository';

/** Names the work for all processes: one of them at a time does it. */
export const ADDING_UP = 'kept counts';

/** Changes that one transaction adds up: some milliseconds of work, and a second where each is of a whole project. */
const CHANGES_AT_ONCE = 500;

/** Adds up the changes of all organizations. */
export async function addUpAll({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  for (const organizationId of await organizationsWithChanges(db)) {
    let taken = CHANGES_AT_ONCE;
    while (taken === CHANGES_AT_ONCE && !signal.aborted) {
      taken = await db.transaction((tx) => addUpSome(organizationId, tx, CHANGES_AT_ONCE));
    }
  }
}

/** Adds up to `limit` changes of software, and as many of products, to the counts; tells how many there were of the more. */
export async function addUpSome(
  organizationId: OrganizationId,
  tx: Transaction,
  limit: number,
): Promise<number> {
  const changes = await takeChanges(organizationId, tx, limit);
  const { ofProjects, ofSoftware, ofImages } = sumsOf(changes);
  await addToProjectHoldings(organizationId, tx, ofProjects);
  await addToSoftwareHoldings(organizationId, tx, ofSoftware);
  await addToImageCounts(organizationId, tx, ofImages);
  const ofProducts = await takeProductChanges(organizationId, tx, limit);
  await addToProductHoldings(organizationId, tx, productSumsOf(ofProducts));
  return Math.max(changes.length, ofProducts.length);
}

/** Sums up changes of products; what comes to nothing is left out. */
function productSumsOf(changes: Awaited<ReturnType<typeof takeProductChanges>>) {
  const sums = new Map<string, number>();
  for (const { productKeys, counts } of changes)
    for (const [place, productKey] of productKeys.entries())
      sums.set(productKey, (sums.get(productKey) ?? 0) + (counts[place] ?? 0));
  return [...sums]
    .map(([productKey, images]) => ({ productKey, images }))
    .filter(({ images }) => images !== 0);
}

/** Sums up changes; what comes to nothing is left out. */
function sumsOf(changes: readonly ChangeRow[]) {
  const ofProjects = new Sums();
  const ofSoftware = new Sums();
  const ofImages = new Sums();
  for (const { projectId, images, softwareIds, counts } of changes) {
    ofImages.add({ projectId, images });
    for (const [place, softwareId] of softwareIds.entries()) {
      const count = counts[place] ?? 0;
      ofProjects.add({ projectId, softwareId, images: count });
      ofSoftware.add({ softwareId, images: count });
    }
  }
  return {
    ofProjects: ofProjects.all(),
    ofSoftware: ofSoftware.all(),
    ofImages: ofImages.all(),
  };
}

/** Additions, one for each count. */
class Sums {
  private readonly sums = new Map<string, Addition>();

  add(addition: Addition): void {
    const key = `${addition.projectId ?? ''} ${addition.softwareId ?? ''}`;
    const images = (this.sums.get(key)?.images ?? 0) + addition.images;
    this.sums.set(key, { ...addition, images });
  }

  all(): Addition[] {
    return [...this.sums.values()].filter(({ images }) => images !== 0);
  }
}

/** Tells how many of the numbers that are kept of an organization's images are not what the images say. */
export function wrongCounts({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return countWrong(organizationId, db);
}

/** Counts an organization's images anew, whatever was kept of them; false while changes are being added up elsewhere. */
export async function repairCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<boolean> {
  const done = await exclusively(db, ADDING_UP, async () => {
    await db.transaction((tx) => countAnew(organizationId, tx));
    return true;
  });
  return done ?? false;
}

export { findOrganizations } from './repository';
