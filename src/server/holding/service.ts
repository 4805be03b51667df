import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
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
  tryShareMatching,
  takeChanges,
  takeProductChanges,
} from './repository/counts';
import {
  imagesToWrite,
  insertNumbers,
  lockBits,
  queueAll,
  queuedImages,
  type QueuedImages,
  removeBits,
  removeQueued,
  softwareNumbers,
  writeBits,
  wrongBits,
} from './repository/bits';

/** Names the work for all processes: one of them at a time does it. */
export const ADDING_UP = 'kept counts';

/** Changes that one transaction adds up: some milliseconds of work, and a second where each is of a whole project. */
const CHANGES_AT_ONCE = 500;

/** Images whose bits one transaction writes: 50 ms of work. At least one statement's, of which some hundreds are together. */
const IMAGES_AT_ONCE = 1_000;

/**
 * Adds up the changes of all organizations, and writes the bits of images that have changed. An organization that fails keeps
 * no other from its turn.
 */
export async function addUpAll(
  deps: Pick<Deps, 'db' | 'logger'>,
  signal: AbortSignal,
): Promise<Turns> {
  const changed = await organizationsWithChanges(deps.db);
  return giveTurns(deps, changed, (organizationId) => addUp(deps.db, organizationId, signal), {
    ...{ failure: 'what an organization’s images hold was not added up', signal },
  });
}

async function addUp(
  db: Deps['db'],
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  let taken = CHANGES_AT_ONCE;
  while (taken === CHANGES_AT_ONCE && !signal.aborted) {
    taken = await db.transaction((tx) => addUpSome(organizationId, tx, CHANGES_AT_ONCE));
  }
  let written = 1;
  while (written > 0 && !signal.aborted)
    written = await db.transaction((tx) => writeSomeBits(organizationId, tx, IMAGES_AT_ONCE));
}

/** Adds up to `limit` changes of software, and as many of products, to the counts; tells how many there were of the more. */
export async function addUpSome(
  organizationId: OrganizationId,
  tx: Transaction,
  limit: number,
): Promise<number> {
  if (!(await tryShareMatching(organizationId, tx))) return 0;
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

/**
 * Writes the bits of some images that have changed, and gives what they hold its numbers; tells how many there were. What is
 * read of an image is at least as new as what queued it, so what is written is true, or another change of it is queued.
 */
export async function writeSomeBits(
  organizationId: OrganizationId,
  tx: Transaction,
  limit: number,
): Promise<number> {
  if (!(await tryShareMatching(organizationId, tx))) return 0;
  await lockBits(organizationId, tx);
  const queued = upTo(limit, await queuedImages(organizationId, tx, limit));
  if (queued.length === 0) return 0;
  const ids = new Set(queued.flatMap(({ imageTagIds }) => imageTagIds));
  const images = await imagesToWrite(organizationId, tx, [...ids]);
  const numbers = await softwareNumbers(organizationId, tx);
  const added: [softwareId: string, number: number][] = [];
  const numberOf = (softwareId: string) => {
    const known = numbers.get(softwareId);
    if (known !== undefined) return known;
    const next = numbers.size;
    numbers.set(softwareId, next);
    added.push([softwareId, next]);
    return next;
  };
  const held = images.map(({ softwareIds, ...image }) => ({
    ...image,
    held: bitsOf(softwareIds.map(numberOf)),
  }));
  await insertNumbers(organizationId, tx, added);
  await writeBits(organizationId, tx, held);
  for (const { id } of images) ids.delete(id);
  await removeBits(organizationId, tx, [...ids]);
  await removeQueued(
    organizationId,
    tx,
    queued.map(({ id }) => id),
  );
  return queued.length;
}

/** The first ones that have so many images together; one at least. */
function upTo(limit: number, queued: readonly QueuedImages[]): readonly QueuedImages[] {
  let images = 0;
  return queued.filter(({ imageTagIds }, place) => {
    images += imageTagIds.length;
    return place === 0 || images <= limit;
  });
}

/** Writes bits at some places, in whole bytes, as the database reads them. */
function bitsOf(places: readonly number[]): string {
  const bytes = Buffer.alloc(places.length === 0 ? 0 : (Math.max(...places) >> 3) + 1);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
  return `x${bytes.toString('hex')}`;
}

/** Tells how many of the numbers and bits that are kept of an organization's images are not what the images say. */
export async function wrongCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<number> {
  return (await countWrong(organizationId, db)) + (await wrongBits(organizationId, db));
}

/**
 * Counts an organization's images anew, whatever was kept of them, and has their bits written anew; false while changes are
 * being added up elsewhere, or the organization is being deleted or moved to another catalog.
 */
export async function repairCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<boolean> {
  const done = await exclusively(db, ADDING_UP, async () => {
    if (!(await db.transaction((tx) => countAnew(organizationId, tx)))) return false;
    return db.transaction(async (tx) => {
      if (!(await tryShareMatching(organizationId, tx))) return false;
      await lockBits(organizationId, tx);
      await queueAll(organizationId, tx);
      return true;
    });
  });
  return done ?? false;
}

export { findOrganizations, tryShareMatching } from './repository/counts';
