import type { Day } from '@/domain/eol/calendar';
import type { ScannerArchive } from '@/domain/scanner-database/feed';
import type { Transaction } from '@/server/db';
import type { BuiltArchive } from './build';
import {
  ARCHIVE_BY_NAME,
  INSERT_ARCHIVE,
  LOCK_BUILDING,
  NEWEST_ARCHIVE,
  NEWEST_ARCHIVE_SIZE,
  PRUNE_ARCHIVES,
} from './queries';

/** What an archive was built from, and what it says of itself. */
export interface StoredArchive extends ScannerArchive {
  readonly catalogRevision: number;
  readonly builtOn: Day;
}

/** The archive to offer, or null before the first was built. */
export async function findNewestArchive(db: Transaction): Promise<StoredArchive | null> {
  const [row] = await db.query<StoredArchive>(NEWEST_ARCHIVE);
  return row ?? null;
}

/** The same with its size. */
export async function findNewestSize(
  db: Transaction,
): Promise<(StoredArchive & { readonly sizeBytes: number }) | null> {
  const [row] = await db.query<StoredArchive & { readonly sizeBytes: number }>(NEWEST_ARCHIVE_SIZE);
  return row ?? null;
}

export async function findArchive(
  db: Transaction,
  name: string,
): Promise<(StoredArchive & BuiltArchive) | null> {
  const [row] = await db.query<StoredArchive & BuiltArchive>(ARCHIVE_BY_NAME, [name]);
  return row ?? null;
}

/** Makes those who build take turns, in whichever process, until the transaction ends. */
export async function lockBuilding(tx: Transaction): Promise<void> {
  await tx.query(LOCK_BUILDING);
}

/** Stores an archive as the one to offer, and drops those built before `keptSince`. */
export async function storeArchive(
  tx: Transaction,
  archive: StoredArchive & BuiltArchive,
  keptSince: Date,
): Promise<void> {
  const { name, catalogRevision, builtOn, builtAt, sha256, content } = archive;
  await tx.query(INSERT_ARCHIVE, [name, catalogRevision, builtOn, builtAt, sha256, content]);
  await tx.query(PRUNE_ARCHIVES, [name, keptSince]);
}
