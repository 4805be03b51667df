import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { LoadedEnv } from '@/env';
import { configuredDatabase, type ConfiguredDatabase } from '@/server/platform/db/configured';
import { DatabaseStartError } from '@/server/platform/db/embedded/start-error';
import { joinEmbeddedPostgres } from '@/server/platform/db/embedded/join-embedded';
import { migrateForApp, requireMigrated } from '@/server/platform/db/migrate-for-app';
import { openDatabase, type Database } from '@/server/platform/db/db';
import type { Logger } from '@/server/platform/log';

export interface JoinedDatabase {
  readonly db: Database;
  stop(): Promise<void>;
}

export interface Reaching {
  /**
   * Whether an embedded database is made where there is none, and one of an earlier version brought up to date: for what fills
   * it, as the first act on a new machine.
   */
  readonly mayMake?: boolean;
}

/**
 * The migrated database that a server with this environment uses, whether or not one runs now. One that this version would have
 * to bring up to date first is left as it is, unless the command fills it.
 * @throws DatabaseStartError
 */
export async function joinDatabase(
  env: LoadedEnv,
  logger: Logger,
  reaching: Reaching = {},
): Promise<JoinedDatabase> {
  const { db, owner, stop } = await open(env, logger, reaching);
  try {
    if (reaching.mayMake) await migrateForApp({ app: db, owner, logger });
    else await requireMigrated(db);
    return { db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  env: LoadedEnv,
  logger: Logger,
  reaching: Reaching,
): Promise<JoinedDatabase & { readonly owner: pg.ClientConfig | null }> {
  const { app, owner, stop } = await reachDatabase(env, logger, reaching);
  const db = openDatabase({ ...app, logger });
  return {
    db,
    owner,
    stop: async () => {
      await db.close();
      await stop();
    },
  };
}

export interface ReachedDatabase extends ConfiguredDatabase {
  stop(): Promise<void>;
}

/**
 * The ways to the database that a server with this environment uses, whether or not one runs now, and as it is: it may be
 * empty.
 * @throws DatabaseStartError
 */
export async function reachDatabase(
  env: LoadedEnv,
  logger: Logger,
  { mayMake = false }: Reaching = {},
): Promise<ReachedDatabase> {
  const { dataDir, dataDirIsChosen } = env;
  const configured = await configuredDatabase(env);
  if (configured) return { ...configured, stop: () => Promise.resolve() };
  if (!mayMake) await refuseWithoutDatabase(dataDir);
  const joined = await joinEmbeddedPostgres({
    dataDir,
    mayMove: !dataDirIsChosen,
    durable: true,
    logger,
  });
  return {
    app: { connection: joined.connection },
    owner: joined.owner.connection,
    session: joined.owner.connection,
    stop: () => joined.stop(),
  };
}

/**
 * A database that was made for the question would answer it, as if the service's own were empty: all of its counts and facts are
 * right, and nobody signs in.
 */
async function refuseWithoutDatabase(dataDir: string): Promise<void> {
  const found = await stat(join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) =>
    // Of what may not be looked at, the start of the database says why.
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? null : error,
  );
  if (found === null)
    throw new DatabaseStartError(
      `There is no database in ${dataDir}. Run the command with the settings that the service has: DATA_DIR, or DATABASE_URL and AUTH_SECRET.`,
    );
}
