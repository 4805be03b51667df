import type pg from 'pg';
import type { LoadedEnv } from '@/env';
import { configuredDatabase, type ConfiguredDatabase } from '@/server/platform/db/configured';
import { joinEmbeddedPostgres } from '@/server/platform/db/embedded/join-embedded';
import { migrateForApp } from '@/server/platform/db/migrate-for-app';
import { openDatabase, type Database } from '@/server/platform/db/db';
import type { Logger } from '@/server/platform/log';

export interface JoinedDatabase {
  readonly db: Database;
  stop(): Promise<void>;
}

/**
 * The migrated database that a server with this environment uses, whether or not one runs now.
 * @throws DatabaseStartError
 */
export async function joinDatabase(env: LoadedEnv, logger: Logger): Promise<JoinedDatabase> {
  const { db, owner, stop } = await join(env, logger);
  try {
    await migrateForApp({ app: db, owner, logger });
    return { db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function join(
  env: LoadedEnv,
  logger: Logger,
): Promise<JoinedDatabase & { readonly owner: pg.ClientConfig | null }> {
  const { app, owner, stop } = await reachDatabase(env, logger);
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
export async function reachDatabase(env: LoadedEnv, logger: Logger): Promise<ReachedDatabase> {
  const { dataDir, dataDirIsChosen } = env;
  const configured = await configuredDatabase(env);
  if (configured) return { ...configured, stop: () => Promise.resolve() };
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
