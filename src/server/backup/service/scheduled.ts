import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { backupName, outlived } from '@/domain/backup/manifest';
import type { Database } from '@/server/platform/db/db';
import { findSetting, saveSetting } from '@/server/platform/db/settings';
import type { Deps } from '@/server/platform/deps';
import { makeBackup } from './create';

/** Under this name the installation remembers its last scheduled backup. */
const SETTING = 'scheduled_backup';
const lastBackup = z.object({ madeAt: z.iso.datetime(), folder: z.string(), file: z.string() });
export type LastBackup = z.infer<typeof lastBackup>;

/** A killed process leaves what it wrote so far. Nobody writes for as long as this. */
const FORGOTTEN_MS = 24 * 60 * 60_000;
const FORGOTTEN = /^eventide-\d{8}T\d{6}Z\.tar\.gz\.[\da-f]{12}\.partial$/;

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
  if (!backups || !(await isDue(db, backups, at))) return;
  await mkdir(backups.dir, { recursive: true, mode: 0o700 });
  const file = join(backups.dir, backupName(at));
  await makeBackup({
    connection: db.pool.options,
    ...{ dataDir, authSecret, file, at, signal },
    onTable: (table) => logger.debug({ what: table }, 'backing up'),
  });
  const done: LastBackup = { madeAt: at.toISOString(), folder: backups.dir, file };
  await saveSetting(db, SETTING, done, at);
  const { size: sizeBytes } = await stat(file);
  const durationMs = clock.now().getTime() - at.getTime();
  logger.info({ file, sizeBytes, durationMs }, 'backup made');
  await tidy(deps, backups);
}

type Backups = NonNullable<ScheduledDeps['env']['backups']>;

async function isDue(db: Database, { dir, intervalMs }: Backups, at: Date): Promise<boolean> {
  const last = await findLastBackup(db);
  if (last?.folder !== dir) return true;
  return at.getTime() - new Date(last.madeAt).getTime() >= intervalMs;
}

async function tidy({ clock, logger }: ScheduledDeps, { dir, keep }: Backups): Promise<void> {
  const names = await readdir(dir);
  for (const name of outlived(names, keep)) {
    await rm(join(dir, name), { force: true });
    logger.info({ file: join(dir, name) }, 'backup removed: newer ones are kept');
  }
  for (const name of names.filter((one) => FORGOTTEN.test(one))) {
    const { mtimeMs } = await stat(join(dir, name));
    if (clock.now().getTime() - mtimeMs > FORGOTTEN_MS) await rm(join(dir, name), { force: true });
  }
}
