import { sql } from 'kysely';
import type { Transaction } from '@/server/platform/db/db';
import type { BuiltArchive } from './service/build';

// As SQL for its day, which is text here and would not be in Prisma Client.

const FACTS = ['name', 'catalogRevision', 'builtOn', 'builtAt', 'sha256'] as const;

/** An archive's metadata: the catalog and day that it was built from, and its own description. */
export type StoredArchive = NonNullable<Awaited<ReturnType<typeof findNewestArchive>>>;

/**
 * Finds the metadata of the archive to offer: of the newest catalog, and of that the newest day; null before the
 * first was built. Plan: index (catalog_revision, built_on) backwards, one row.
 */
export async function findNewestArchive(db: Transaction) {
  return (await newestFirst(db).select(FACTS).executeTakeFirst()) ?? null;
}

/**
 * Does as {@link findNewestArchive}, with the number of its bytes. PostgreSQL keeps the length of a value apart
 * from the value: no archive is read.
 */
export async function findNewestArchiveSize(db: Transaction) {
  const sizeBytes = sql<number>`octet_length(${sql.ref('archive')})`.as('sizeBytes');
  return (await newestFirst(db).select(FACTS).select(sizeBytes).executeTakeFirst()) ?? null;
}

function newestFirst(db: Transaction) {
  return db.sql
    .selectFrom('scannerDatabase')
    .orderBy('catalogRevision', 'desc')
    .orderBy('builtOn', 'desc')
    .limit(1);
}

/** Finds an archive with its bytes. Plan: primary key. */
export async function findArchive(db: Transaction, name: string) {
  const row = await db.sql
    .selectFrom('scannerDatabase')
    .select(FACTS)
    .select('archive as content')
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** Makes builders take turns, in whichever process, until the transaction ends. */
export async function lockBuilding(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('scanner database', 0))`.execute(tx.sql);
}

/** Stores an archive as the one to offer, and drops those built before `keptSince`. */
export async function storeArchive(
  tx: Transaction,
  { name, catalogRevision, builtOn, builtAt, sha256, content }: StoredArchive & BuiltArchive,
  keptSince: Date,
): Promise<void> {
  await tx.sql
    .insertInto('scannerDatabase')
    .values({ name, catalogRevision, builtOn, builtAt, sha256, archive: content })
    .execute();
  const outdated = { builtAt: { lt: keptSince }, name: { not: name } };
  await tx.prisma.scannerDatabase.deleteMany({ where: outdated });
}
