import type pg from 'pg';
import type { LoadedEnv } from '@/env';
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
    await migrateForApp({ app: db.pool, owner, logger });
    return { db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function join(
  env: LoadedEnv,
  logger: Logger,
): Promise<JoinedDatabase & { readonly owner: pg.PoolConfig | null }> {
  if (env.databaseUrl !== undefined) {
    const db = openDatabase({ connection: { connectionString: env.databaseUrl }, logger });
    const owner =
      env.databaseOwnerUrl === undefined ? null : { connectionString: env.databaseOwnerUrl };
    return { db, owner, stop: () => db.close() };
  }
  const { dataDir, dataDirIsChosen } = env;
  const joined = await joinEmbeddedPostgres({
    dataDir,
    mayMove: !dataDirIsChosen,
    durable: true,
    logger,
  });
  const db = openDatabase({ connection: joined.connection, logger });
  return {
    db,
    owner: joined.owner.connection,
    stop: async () => {
      await db.close();
      await joined.stop();
    },
  };
}
