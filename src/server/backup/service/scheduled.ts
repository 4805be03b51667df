import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { outlived, scheduledName, unfinished } from '@/domain/backup/manifest';
import type { Database } from '@/server/platform/db/db';
import { findSetting, saveSetting } from '@/server/platform/db/settings';
import type { Deps } from '@/server/platform/deps';
import { findDatabaseIdentity } from '../repository/identity';
import { makeBackup } from './create';

const HOUR_MS = 60 * 60_000;

/**
 * A backup whose file is not there any more is made anew, after this time: processes that do not share the folder, as
 * they should, would do nothing but that otherwise.
 */
const MISSED_MS = HOUR_MS;

/** Under this name the installation remembers its last scheduled backup. */
const SETTING = 'scheduled_backup';
const lastBackup = z.object({ madeAt: z.iso.datetime(), folder: z.string(), file: z.string() });
export type LastBackup = z.infer<typeof lastBackup>;

/** A killed process leaves what it wrote so far. Nobody writes for as long as this. */
const FORGOTTEN_MS = 24 * HOUR_MS;

export type ScheduledDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'env'>;

/** The last scheduled backup that was made, whichever process did; null when there is none. */
export async function findLastBackup(db: Database): Promise<LastBackup | null> {
  return lastBackup.safeParse(await findSetting(db, SETTING)).data ?? null;
}

/**
 * Makes the next scheduled backup if it is due, and removes those beyond the number that is kept, once the new one is
 * whole.
 */
export async function backUpWhenDue(deps: ScheduledDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, logger, env } = deps;
  const { backups, dataDir, authSecret } = env;
  const at = clock.now();
  if (!backups || !(await isDue(deps, backups, at))) return;
  const database = await findDatabaseIdentity(db);
  await mkdir(backups.dir, { recursive: true, mode: 0o700 });
  const file = join(backups.dir, scheduledName(database, at));
  await makeBackup({
    connection: await db.direct.find(),
    ...{ dataDir, authSecret, file, at, signal },
    onTable: (table) => logger.debug({ what: table }, 'backing up'),
  });
  const done: LastBackup = { madeAt: at.toISOString(), folder: backups.dir, file };
  await saveSetting(db, SETTING, done, at);
  const { size: sizeBytes } = await stat(file);
  const durationMs = clock.now().getTime() - at.getTime();
  logger.info({ file, sizeBytes, durationMs }, 'backup made');
  await tidy(deps, backups, { database, at });
}

type Backups = NonNullable<ScheduledDeps['env']['backups']>;

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
  if (age < MISSED_MS || (await isThere(last.file))) return false;
  const { file } = last;
  logger.warn({ file }, 'the last backup is not there any more; another one is made');
  return true;
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function tidy(
  { clock, logger }: ScheduledDeps,
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
