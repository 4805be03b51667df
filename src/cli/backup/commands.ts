import { dirname, resolve } from 'node:path';
import { BackupError } from '@/domain/backup/fault';
import { backupName } from '@/domain/backup/manifest';
import type { LoadedEnv } from '@/env';
import { makeBackup } from '@/server/backup/service/create';
import { restoreBackup } from '@/server/backup/service/restore';
import { findRoomFault, type FreeBytes, freeBytesIn } from '@/server/backup/service/room';
import { findLastBackup } from '@/server/backup/service/scheduled';
import { verifyBackup } from '@/server/backup/service/verify';
import { findAuthSecret } from '@/server/platform/auth/auth-secret';
import { appRoleName } from '@/server/platform/db/app-role';
import type { Clock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import type { Logger } from '@/server/platform/log';
import { defaultFile, pathOf } from '../files';
import { unlessInterrupted } from '../interruption';
import { type ReachedDatabase, reachDatabase } from '../join-database';

export interface BackupDeps {
  readonly env: LoadedEnv;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Prints a line. */
  say(line: string): void;
}

const count = (value: number) => value.toLocaleString('en');

export interface BackUp {
  /** Left out: one that is named by the time, see {@link defaultFile}. */
  readonly file: string | undefined;
  /** Whether it is tried where there seems to be no room for it. */
  readonly acceptsLittleRoom: boolean;
  readonly freeBytes?: FreeBytes;
  /** Tells when it is to end before it is whole; asked for once it is about to be written. */
  readonly interruption?: () => AbortSignal;
}

/**
 * Keeps the whole installation in a file, while a server may run on it.
 * @throws BackupError, DatabaseStartError
 */
export async function backUp(
  { env, clock, logger, say }: BackupDeps,
  { file, acceptsLittleRoom, freeBytes = freeBytesIn, interruption }: BackUp,
): Promise<void> {
  const at = clock.now();
  const { dataDir } = env;
  const path = file === undefined ? defaultFile(backupName(at), dataDir) : pathOf(file);
  const authSecret = await findAuthSecret(env);
  if (authSecret === undefined)
    throw new BackupError(`There is no installation in ${dataDir}: nothing to keep.`);
  const reached = await reachDatabase(env, logger);
  try {
    if (!acceptsLittleRoom) await refuseWithoutRoom(reached, dirname(path), { logger, freeBytes });
    const signal = interruption?.();
    const made = await unlessInterrupted(signal, () =>
      makeBackup({ connection: reached.session, dataDir, authSecret, file: path, at, signal }),
    );
    say(`Kept ${count(made.rows)} rows of ${count(made.tables)} tables in ${path}`);
    if (made.leftOut.length > 0)
      say(`Not in it: tables of other roles in the same schema: ${made.leftOut.join(', ')}`);
    sayUnknown(say, made.unknown);
  } finally {
    await reached.stop();
  }
  say(
    env.authSecret === undefined
      ? `Not in it: the secret in ${resolve(dataDir, 'auth-secret')}. Keep a copy of that file at another place.`
      : 'Not in it: AUTH_SECRET. A restore needs the same one.',
  );
}

/** @throws BackupError where a folder has no room for a backup, as one on a schedule */
async function refuseWithoutRoom(
  { session }: ReachedDatabase,
  folder: string,
  { logger, freeBytes }: { readonly logger: Logger; readonly freeBytes: FreeBytes },
): Promise<void> {
  const db = openDatabase({ connection: session, logger });
  try {
    // What is no installation, or one of an early version, remembers none.
    const last = await findLastBackup(db).catch(() => null);
    const fault = await findRoomFault(db, folder, { last, freeBytes });
    if (fault !== null)
      throw new BackupError(`${fault} --accept-little-room tries it all the same.`);
  } finally {
    await db.close();
  }
}

/**
 * Reads a backup to its end and says what it holds.
 * @throws BackupError
 */
export async function verify({ say }: Pick<BackupDeps, 'say'>, file: string): Promise<void> {
  const { head, contents, unknown } = await verifyBackup(pathOf(file));
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Whole: ${count(rows)} rows of ${count(contents.tables.length)} tables, made ${head.madeAt} by version ${head.release} from PostgreSQL ${head.postgres}.`,
  );
  sayUnknown(say, unknown);
}

function sayUnknown(say: BackupDeps['say'], unknown: readonly string[]): void {
  if (unknown.length > 0)
    say(
      `This version does not know some of the tables in it. A restore brings back those alone that a migration of the backup makes: ${unknown.join(', ')}`,
    );
}

/**
 * Makes an empty database, or an empty data folder, the installation that a backup holds.
 * @throws BackupError, DatabaseStartError
 */
export async function restore(
  { env, logger, say }: BackupDeps,
  file: string,
  { acceptsOtherSecret }: { readonly acceptsOtherSecret: boolean },
): Promise<void> {
  const path = pathOf(file);
  // Before a database is made for it.
  await verifyBackup(path);
  const authSecret = await findAuthSecret(env);
  const reached = await reachDatabase(env, logger, { mayMake: true });
  try {
    const { head, rows, migrated, isOtherSecret, leftOut } = await restoreBackup({
      connection: reached.session,
      appRole: appRoleOf(env),
      migrationsDir: resolve('prisma/migrations'),
      ...{ dataDir: env.dataDir, authSecret, acceptsOtherSecret, file: path, logger },
    });
    say(`Restored ${count(rows)} rows, as they were ${head.madeAt}; all of them verified.`);
    if (leftOut.length > 0)
      say(
        `Not restored: tables that no migration makes, as an administrator may have made them: ${leftOut.join(', ')}. Their rows are in the file.`,
      );
    if (migrated.length > 0)
      say(`Brought up to this version by ${count(migrated.length)} migrations.`);
    if (isOtherSecret)
      say(
        'AUTH_SECRET is another one: everybody signs in again, and keys of other services have to be entered again.',
      );
  } finally {
    await reached.stop();
  }
}

/** Who the app works as, where that is not the owner. */
function appRoleOf({ databaseUrl, databaseOwnerUrl }: LoadedEnv): string | undefined {
  if (databaseUrl === undefined) return appRoleName;
  if (databaseOwnerUrl === undefined) return undefined;
  const [app, owner] = [databaseUrl, databaseOwnerUrl].map((url) =>
    decodeURIComponent(new URL(url[0]).username),
  );
  return app === owner ? undefined : app;
}
