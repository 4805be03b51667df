import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { coverageLock, coversAnything } from '@/server/coverage/sql';
import { matchingLock } from '@/server/holding/sql';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Takes two shared locks, as uploads do until they end. Moving an organization to another catalog holds the one alone: so
 * an upload knows which catalog the organization's inventories are matched with for as long as it lasts. A change of
 * what contracts cover holds the other one.
 */
export async function shareMatching(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock_shared(${matchingLock(organizationId)}),
           pg_advisory_xact_lock_shared(${coverageLock(organizationId)})`.execute(tx.sql);
}

/**
 * Shares the lock on which catalog an organization is matched with until the transaction ends, and finds that catalog's key:
 * for what writes matches alone. Null when there is none.
 */
export async function shareCatalogKey(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<string | null> {
  await sql`SELECT pg_advisory_xact_lock_shared(${matchingLock(organizationId)})`.execute(tx.sql);
  // A statement of its own: one that has waited sees the database as it was before.
  return (await findJoined(organizationId, tx))?.catalogKey ?? null;
}

/** Waits until what shares the lock has ended; what comes after waits for its transaction. */
export async function lockMatching(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${matchingLock(organizationId)})`.execute(tx.sql);
}

const joinedCatalog = prepared((db, given: Places<{ organizationId: OrganizationId }>) =>
  db
    .selectFrom('inventoryMatching')
    .select('catalogKey')
    .select(coversAnything(anyOrganization(given('organizationId'))).as('isCovered'))
    .where('organizationId', '=', given('organizationId')),
);

/** Finds the organization's catalog, and whether contracts cover anything; null while it has had no upload. For uploads. */
export async function findJoined(organizationId: OrganizationId, tx: Transaction) {
  const [joined] = await joinedCatalog(tx.sql, { organizationId });
  return joined ?? null;
}

/** Keeps an organization's first catalog, unless it has one: there is nothing to match again. */
export async function insertMatching(
  organizationId: OrganizationId,
  tx: Transaction,
  { catalogKey, at }: { readonly catalogKey: string; readonly at: Date },
): Promise<void> {
  await tx.sql
    .insertInto('inventoryMatching')
    .values({ organizationId, catalogKey, startedAt: at, finishedAt: at, total: 0 })
    .onConflict((on) => on.column('organizationId').doNothing())
    .execute();
}

/**
 * Finds how far an organization's inventories are matched: null while it has had no upload. `finishedAt` is null
 * while it goes on, `total` while it is being found out which image tags the change concerns.
 */
export async function findProgress(organizationId: OrganizationId, db: Transaction) {
  return db.of(organizationId).inventoryMatching.findFirst({
    select: { catalogKey: true, finishedAt: true, total: true, done: true },
  });
}

/** Notes that from here on the organization is being matched with this catalog. */
export async function startMatching(
  organizationId: OrganizationId,
  tx: Transaction,
  catalogKey: string,
  startedAt: Date,
): Promise<void> {
  const data = { catalogKey, startedAt, finishedAt: null, total: null, done: 0 };
  await tx.of(organizationId).inventoryMatching.updateMany({ data });
}

/**
 * Counts the queue as the work left to do: of a round under way, or of a new one. As what follows it does nothing where the
 * organization is matched with another catalog by now: a round that has lost its lock ends none of another's.
 */
export async function countQueued(
  organizationId: OrganizationId,
  db: Transaction,
  catalogKey: string,
  at: Date,
): Promise<void> {
  const done = sql<number>`CASE WHEN finished_at IS NULL THEN done ELSE 0 END`;
  const queued = db.sql
    .selectFrom('rematchEntry')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .where('organizationId', '=', anyOrganization(organizationId));
  await db.sql
    .updateTable('inventoryMatching')
    .set({
      startedAt: sql`CASE WHEN finished_at IS NULL THEN started_at ELSE ${at}::timestamptz END`,
      finishedAt: null,
      done,
      total: sql`${done} + ${queued}`,
    })
    .where('organizationId', '=', organizationId)
    .where('catalogKey', '=', catalogKey)
    .execute();
}

export async function addDone(
  organizationId: OrganizationId,
  db: Transaction,
  catalogKey: string,
  count: number,
): Promise<void> {
  const done = sql<number>`done + ${count}::int`;
  await db.sql
    .updateTable('inventoryMatching')
    .set({ done, total: sql`greatest(total, ${done})` })
    .where('organizationId', '=', organizationId)
    .where('catalogKey', '=', catalogKey)
    .execute();
}

export async function finishMatching(
  organizationId: OrganizationId,
  db: Transaction,
  catalogKey: string,
  finishedAt: Date,
): Promise<void> {
  await db.sql
    .updateTable('inventoryMatching')
    .set(({ ref }) => ({ finishedAt, total: ref('done') }))
    .where('organizationId', '=', organizationId)
    .where('catalogKey', '=', catalogKey)
    .execute();
}

/**
 * Queues an image tag, whose findings are matched with the catalog later. It must be the last thing that its
 * transaction waits for: moving the organization to another catalog queues many tags at once.
 */
export async function queueRematch(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
): Promise<void> {
  await tx.sql
    .insertInto('rematchEntry')
    .values({ organizationId, imageTagId })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** An image tag that waits, and how many components it held when it was matched last. */
export interface QueuedTag {
  readonly imageTagId: string;
  readonly components: number;
}

/**
 * Finds image tags that wait, by id, but for some. Plan: a walk of the primary key, with a probe of the image tags' for each.
 */
export async function findQueued(
  organizationId: OrganizationId,
  db: Transaction,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<QueuedTag[]> {
  return db.sql
    .selectFrom('rematchEntry as e')
    .innerJoin('imageTag as t', (join) =>
      join.onRef('t.organizationId', '=', 'e.organizationId').onRef('t.id', '=', 'e.imageTagId'),
    )
    .select('e.imageTagId')
    .select(sql<number>`t.matched_count + t.distribution_count + t.unknown_count`.as('components'))
    .where('e.organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val, not }) => not(eb('e.imageTagId', '=', fn.any(val(without)))))
    .orderBy('e.imageTagId')
    .limit(limit)
    .execute();
}

/** Takes image tags off the queue. */
export async function removeQueued(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
): Promise<void> {
  await tx.sql
    .deleteFrom('rematchEntry')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
}

/**
 * Finds the organizations with the catalog that each is matched with, and whether that is still going on: of all of
 * them, for the job that matches them with their catalogs.
 */
export async function findMatchings(db: Transaction) {
  return db.sql
    .selectFrom('inventoryMatching as m')
    .select(['m.organizationId', 'm.catalogKey'])
    .select(({ eb, exists, or, selectFrom }) => {
      const queued = selectFrom('rematchEntry as e')
        .select('e.imageTagId')
        .whereRef('e.organizationId', '=', 'm.organizationId');
      return or([eb('m.finishedAt', 'is', null), exists(queued)]).as('isUnfinished');
    })
    .execute();
}

/**
 * Has the transaction end before it is on disk. Should the machine fail in the moments until then, all of it is as if it
 * had not been: what it did is queued still, and done again. What ends later and waits for the disk takes it along.
 */
export async function endWithoutTheDisk(tx: Transaction): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(tx.sql);
}
