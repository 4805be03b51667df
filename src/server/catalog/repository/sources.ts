import { sql } from 'kysely';
import type { SourceConflict } from '@/domain/own-catalog/conflicts';
import { NO_PAUSE_MS } from '@/domain/own-catalog/source';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isDue } from '@/server/platform/jobs/due';

export type SourceRow = Awaited<ReturnType<typeof findSources>>[number];

const COLUMNS = [
  ...(['id', 'name', 'url', 'sealedKey', 'rhythm', 'createdAt', 'changedAt'] as const),
  ...(['nextReadAt', 'etag', 'lastSuccessAt', 'lastFailureAt', 'lastFault', 'failures'] as const),
  ...(['conflicts', 'conflictCount'] as const),
] as const;

function sourcesOf(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('ownCatalogSource')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId);
}

/** Finds catalogs of others, the oldest first. Plan: the primary key's first column; they are few. */
export function findSources(organizationId: OrganizationId, db: Transaction) {
  return sourcesOf(organizationId, db).orderBy('createdAt').orderBy('id').execute();
}

/** Null when the organization has no such one. Plan: primary key. */
export async function findSource(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<SourceRow | null> {
  const row = await sourcesOf(organizationId, db).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Counts the products that came from each. Plan: own_product's primary key; their number is bounded. */
export async function countSourceProducts(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.sql
    .selectFrom('ownProduct')
    .select(({ fn }) => ['sourceId', fn.countAll<string>().as('count')])
    .where('organizationId', '=', organizationId)
    .where('sourceId', 'is not', null)
    .groupBy('sourceId')
    .execute();
  return new Map(
    rows.flatMap(({ sourceId, count }) => (sourceId === null ? [] : [[sourceId, Number(count)]])),
  );
}

/** Names the catalog that a product was read from; null for one of the organization's own. Plan: own_product (organization_id, slug). */
export async function sourceNameOf(
  organizationId: OrganizationId,
  db: Transaction,
  slug: string,
): Promise<string | null> {
  const row = await db.sql
    .selectFrom('ownProduct as p')
    .innerJoin('ownCatalogSource as s', (join) =>
      join.onRef('s.organizationId', '=', 'p.organizationId').onRef('s.id', '=', 'p.sourceId'),
    )
    .select('s.name')
    .where('p.organizationId', '=', organizationId)
    .where('p.slug', '=', slug)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** What an admin sets, and what follows from it. */
export type SourceSettings = Pick<
  SourceRow,
  'id' | 'name' | 'url' | 'sealedKey' | 'rhythm' | 'changedAt' | 'nextReadAt' | 'etag' | 'failures'
>;

export async function insertSource(
  organizationId: OrganizationId,
  tx: Transaction,
  settings: SourceSettings,
): Promise<void> {
  const row = { organizationId, ...settings, createdAt: settings.changedAt };
  await tx.sql
    .insertInto('ownCatalogSource')
    .values({ ...row, conflicts: '[]' })
    .execute();
}

export async function changeSource(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, ...said }: SourceSettings,
): Promise<void> {
  await tx.sql
    .updateTable('ownCatalogSource')
    .set(said)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function removeSource(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.sql
    .deleteFrom('ownCatalogSource')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Makes the products of a catalog of others the organization's own. */
export async function keepSourceProducts(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.sql
    .updateTable('ownProduct')
    .set({ sourceId: null })
    .where('organizationId', '=', organizationId)
    .where('sourceId', '=', id)
    .execute();
}

/** Has the documents read in full next time, for what is beside their products has changed. @param except one that is read now */
export async function forgetTags(
  organizationId: OrganizationId,
  tx: Transaction,
  except: string | null = null,
): Promise<void> {
  await tx.sql
    .updateTable('ownCatalogSource')
    .set({ etag: null })
    .where('organizationId', '=', organizationId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute();
}

/**
 * Lists catalogs of whichever organizations that are to be read, those that wait longest first. For the schedule alone: it
 * tells nothing of them. Plan: own_catalog_source_next_read_at_idx.
 */
export async function findDueSources(db: Transaction, now: Date, limit: number) {
  const rows = await db.sql
    .selectFrom('ownCatalogSource')
    .select(['organizationId', 'id'])
    .where(isDue('nextReadAt', now, NO_PAUSE_MS))
    .orderBy('nextReadAt')
    .limit(limit)
    .execute();
  return rows.map(({ organizationId, id }) => ({
    organizationId: mintOrganizationId(organizationId),
    id,
  }));
}

/** Sets when it is read next. */
export async function setNextReading(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  nextReadAt: Date,
): Promise<void> {
  await tx.sql
    .updateTable('ownCatalogSource')
    .set({ nextReadAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** The reading of one address with one key, begun at a time at which it was due. */
export type SourceRevision = Pick<SourceRow, 'id' | 'changedAt' | 'nextReadAt'>;

/**
 * Keeps it from being changed or removed until the transaction ends. False when it was already: what was fetched has no
 * place here any more.
 */
export async function holdSource(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, changedAt }: SourceRevision,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('ownCatalogSource')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('changedAt', '=', changedAt)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** What a reading leaves behind. */
export type ReadingResult = Partial<
  Pick<
    SourceRow,
    'etag' | 'lastSuccessAt' | 'lastFailureAt' | 'lastFault' | 'failures' | 'conflictCount'
  >
> & { readonly conflicts?: readonly SourceConflict[]; readonly nextReadAt: Date | null };

/** Notes how a reading ended. Who asked for one meanwhile gets it: the time of the next one is then theirs. */
export async function noteReading(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, changedAt, nextReadAt: wasDueAt }: SourceRevision,
  { nextReadAt, conflicts, ...result }: ReadingResult,
): Promise<void> {
  await tx.sql
    .updateTable('ownCatalogSource')
    .set({
      ...result,
      ...(conflicts && { conflicts: JSON.stringify(conflicts) }),
      nextReadAt: sql<Date | null>`CASE WHEN next_read_at IS NOT DISTINCT FROM ${wasDueAt}::timestamptz THEN ${nextReadAt}::timestamptz ELSE next_read_at END`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('changedAt', '=', changedAt)
    .execute();
}

/** Adds to what is left out of a catalog of others. */
export async function addConflicts(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  conflicts: readonly SourceConflict[],
): Promise<void> {
  await tx.sql
    .updateTable('ownCatalogSource')
    .set({
      conflicts: sql`conflicts || ${JSON.stringify(conflicts)}::jsonb`,
      conflictCount: sql<number>`conflict_count + ${conflicts.length}`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
