import { stat, statfs } from 'node:fs/promises';
import type { StatsFs } from 'node:fs';
import { roomFault } from '@/domain/backup/room';
import type { Database } from '@/server/platform/db/db';
import { findDatabaseBytes } from '../repository/identity';

/** Tells how many bytes may still be written to a folder; null where its disk does not say. */
export type FreeBytes = (folder: string) => Promise<number | null>;

/** What the blocks of a disk are counted in: not what it is read by best, which is larger on a shared folder. */
const unitOf = ({ frsize, bsize }: StatsFs) =>
  // Earlier versions of node do not tell it.
  frsize || bsize;

export const freeBytesIn: FreeBytes = async (folder) => {
  // Some disks, and some machines, do not tell.
  const disk = await statfs(folder).catch(() => null);
  return disk === null || disk.blocks === 0 ? null : disk.bavail * unitOf(disk);
};

/** The backup that the next one is expected to be as large as. */
interface Last {
  readonly file: string;
  /** Its size when it was made, where that is known. */
  readonly sizeBytes?: number | undefined;
}

/**
 * Says why a folder has no room for a backup, before anything is written: one that fails half-way has filled the disk by then,
 * which may be the database's own.
 * @returns null where it has, or nobody can say
 */
export async function findRoomFault(
  db: Database,
  folder: string,
  { last, freeBytes }: { readonly last: Last | null; readonly freeBytes: FreeBytes },
): Promise<string | null> {
  const free = await freeBytes(folder);
  if (free === null) return null;
  return roomFault(folder, {
    freeBytes: free,
    // It may have been moved to another machine.
    lastBytes: (last && (await sizeOf(last.file))) ?? last?.sizeBytes ?? null,
    databaseBytes: await findDatabaseBytes(db),
  });
}

/** The size of a file; null where it is not there. */
export const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );
