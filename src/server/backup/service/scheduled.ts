import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from '@/domain/backup/fault';
import { keptHereName, outlived, scheduledName, unfinished } from '@/domain/backup/manifest';
import { waitAfterFull } from '@/domain/backup/room';
import type { Database } from '@/server/platform/db/db';
import { findSetting, removeSetting, saveSetting } from '@/server/platform/db/settings';
import type { Deps } from '@/server/platform/deps';
import { isFullDisk } from '@/server/platform/full-disk';
import type { Turns } from '@/server/platform/jobs/turns';
import { codeOf } from '@/server/platform/written-aside';
import { findDatabaseIdentity } from '../repository/identity';
import { type BackupMade, makeBackup } from './create';
import { findRoomFault, type FreeBytes, freeBytesIn, sizeOf } from './room';

const HOUR_MS = 60 * 60_000;

/**
 * A backup whose file is not there any more is made anew, after this time: processes that do not share the folder, as
 * they should, would do nothing but that otherwise.
 */
const MISSED_MS = HOUR_MS;

/** Under this name the installation remembers its last scheduled backup. */
const SETTING = 'scheduled_backup';
const lastBackup = z.object({
  madeAt: z.iso.datetime(),
  folder: z.string(),
  file: z.string(),
  /** Not there where an earlier version made it. */
  sizeBytes: z.int().optional(),
  /** The database whose backup it is; its folder has a file that says so. Not there where an earlier version made it. */
  database: z.string().optional(),
});
export type LastBackup = z.infer<typeof lastBackup>;

/** Under this name it remembers that backups filled the disk, for all processes: each would fill it again. */
const FULL_SETTING = 'scheduled_backup_full';
const fullDisk = z.object({
  failedAt: z.iso.datetime(),
  folder: z.string(),
  times: z.int().min(1),
});
type FullDisk = z.infer<typeof fullDisk>;

/** A killed process leaves what it wrote so far. Nobody writes for as long as this. */
const FORGOTTEN_MS = 24 * HOUR_MS;

export type ScheduledDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'env'>;

/** The last scheduled backup that was made, whichever process did; null when there is none. */
export async function findLastBackup(db: Database): Promise<LastBackup | null> {
  return lastBackup.safeParse(await findSetting(db, SETTING)).data ?? null;
}

/** What a schedule writes with. */
export interface Means {
  readonly freeBytes: FreeBytes;
  readonly make: typeof makeBackup;
}

const MEANS: Means = { freeBytes: freeBytesIn, make: makeBackup };

/**
 * Makes the next scheduled backup if it is due and there is room, and removes those beyond the number that is kept, once
 * the new one is whole.
 * @returns a failure as long as it waits after one that filled the disk
 * @throws BackupError where there is no room, before anything is written
 */
export async function backUpWhenDue(
  deps: ScheduledDeps,
  signal: AbortSignal,
  means = MEANS,
): Promise<Turns> {
  const { backups } = deps.env;
  const at = deps.clock.now();
  if (!backups || !(await isDue(deps, backups, at))) return { failed: 0 };
  const full = await findFullDisk(deps.db, backups.dir);
  if (full && isWaiting(full, at)) return { failed: 1 };
  await backUp(deps, backups, { at, signal, means, full });
  if (full) await removeSetting(deps.db, FULL_SETTING);
  return { failed: 0 };
}

type Backups = NonNullable<ScheduledDeps['env']['backups']>;

interface Making {
  readonly at: Date;
  readonly signal: AbortSignal;
  readonly means: Means;
  readonly full: FullDisk | null;
}

async function backUp(
  deps: ScheduledDeps,
  backups: Backups,
  { at, signal, means, full }: Making,
): Promise<void> {
  const { db, clock, logger } = deps;
  const { dataDir, authSecret } = deps.env;
  const database = await findDatabaseIdentity(db);
  const last = await findLastBackup(db);
  await enterFolder(backups.dir, database, last);
  const fault = await findRoomFault(db, backups.dir, { last, freeBytes: means.freeBytes });
  if (fault !== null) throw new BackupError(fault);
  await mark(backups.dir, database, at);
  const file = join(backups.dir, scheduledName(database, at));
  const options = {
    connection: await db.direct.find(),
    ...{ dataDir, authSecret, file, at, signal },
    onTable: (table: string) => logger.debug({ what: table }, 'backing up'),
  };
  let made: BackupMade;
  try {
    made = await means.make(options);
  } catch (error) {
    if (isFullDisk(error) && !signal.aborted) await noteFullDisk(deps, backups, full);
    throw error;
  }
  const { size: sizeBytes } = await stat(file);
  const done: LastBackup = {
    madeAt: at.toISOString(),
    folder: backups.dir,
    file,
    sizeBytes,
    database,
  };
  try {
    await saveSetting(db, SETTING, done, at);
  } catch (error) {
    // Nobody would know of it, and the next look would make another one.
    await rm(file, { force: true });
    throw error;
  }
  const durationMs = clock.now().getTime() - at.getTime();
  logger.info({ file, sizeBytes, durationMs }, 'backup made');
  sayWhatStaysAway(logger, made);
  await tidy({ clock, logger }, backups, { database, at });
}

/** Whoever has put tables of their own into the schema should not come to know with the restore. */
function sayWhatStaysAway(logger: ScheduledDeps['logger'], { leftOut, unknown }: BackupMade): void {
  if (leftOut.length > 0)
    logger.info({ tables: leftOut }, 'tables of other roles are not in the backup');
  if (unknown.length > 0)
    logger.warn(
      { tables: unknown },
      'tables in the backup are none that this version knows: a restore brings back those alone that a migration makes',
    );
}

const KEPT_HERE = `Eventide keeps the backups that it makes on a schedule in this folder. It looks for this file before it makes another one:
where it is missing, the disk that backups are kept on may not be mounted.
`;

/**
 * Makes the folder for backups ready, the first time. Later it has to be the one that it was: below the place where a disk is
 * missing, backups would fill another one, where nobody finds them.
 * @throws BackupError
 */
async function enterFolder(dir: string, database: string, last: LastBackup | null): Promise<void> {
  // What a backup was restored to is another database, and begins anew.
  if (last?.folder === dir && last.database === database) {
    const marker = join(dir, keptHereName(database));
    // Whatever cleans the folder up may take the one, and a person the other.
    if ((await isThere(marker)) || (await isThere(last.file))) return;
    throw new BackupError(
      `The folder BACKUP_DIR is not the one that the last backup is in: ${marker} is not there. Mount its disk. Where backups are to be kept in the folder as it is now, make an empty file of that name.`,
    );
  }
  await mkdir(dir, { recursive: true, mode: 0o700 });
}

/** Leaves the file that a folder is known by. What is there stays as it is, but for its age: old files are cleaned up. */
async function mark(dir: string, database: string, at: Date): Promise<void> {
  const marker = join(dir, keptHereName(database));
  await writeFile(marker, KEPT_HERE, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  // Of another user's file it cannot be said.
  await utimes(marker, at, at).catch(() => undefined);
}

/** @throws as node does where that cannot be told, as of a share that does not answer */
async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function findFullDisk(db: Database, folder: string): Promise<FullDisk | null> {
  const full = fullDisk.safeParse(await findSetting(db, FULL_SETTING)).data;
  return full?.folder === folder ? full : null;
}

function isWaiting({ failedAt, times }: FullDisk, at: Date): boolean {
  const age = at.getTime() - new Date(failedAt).getTime();
  // The clock was ahead then.
  return age >= 0 && age < waitAfterFull(times);
}

async function noteFullDisk(
  { db, clock, logger }: ScheduledDeps,
  { dir: folder }: Backups,
  before: FullDisk | null,
): Promise<void> {
  const at = clock.now();
  const times = (before?.times ?? 0) + 1;
  const full: FullDisk = { failedAt: at.toISOString(), folder, times };
  try {
    await saveSetting(db, FULL_SETTING, full, at);
    const delayMs = waitAfterFull(times);
    logger.warn({ delayMs, file: folder }, 'a backup filled the disk: none is tried for a while');
  } catch (err) {
    // The database may have ended with its disk. The next look goes by the room there is.
    logger.warn({ err }, 'that a backup filled the disk could not be noted');
  }
}

async function isDue(
  { db, logger }: ScheduledDeps,
  { dir, intervalMs }: Backups,
  at: Date,
): Promise<boolean> {
  const last = await findLastBackup(db);
  if (last?.folder !== dir) return true;
  const age = at.getTime() - new Date(last.madeAt).getTime();
  // The clock was ahead then: waiting for it could take years.
  if (age < 0 || age >= intervalMs) return true;
  if (age < MISSED_MS || (await sizeOf(last.file)) !== null) return false;
  const { file } = last;
  logger.warn({ file }, 'the last backup is not there any more; another one is made');
  return true;
}

async function tidy(
  { clock, logger }: Pick<ScheduledDeps, 'clock' | 'logger'>,
  { dir, keep }: Backups,
  { database, at }: { readonly database: string; readonly at: Date },
): Promise<void> {
  const names = await readdir(dir);
  for (const name of outlived(names, { database, keep, at })) {
    await rm(join(dir, name), { force: true });
    logger.info({ file: join(dir, name) }, 'backup removed: newer ones are kept');
  }
  for (const name of unfinished(names, database)) {
    const { mtimeMs } = await stat(join(dir, name));
    if (clock.now().getTime() - mtimeMs > FORGOTTEN_MS) await rm(join(dir, name), { force: true });
  }
}
