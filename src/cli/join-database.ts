import { resolve } from 'node:path';
import type { Env } from '@/env';
import { joinEmbeddedPostgres } from '@/server/database/join-embedded';
import { applyMigrations } from '@/server/database/migrate';
import { openDatabase, type Database } from '@/server/db';
import type { Logger } from '@/server/logger';

export interface JoinedDatabase {
  readonly db: Database;
  stop(): Promise<void>;
}

/**
 * The migrated database that a server with this environment uses, whether or not one runs now.
 * @throws DatabaseStartError
 */
export async function joinDatabase(env: Env, logger: Logger): Promise<JoinedDatabase> {
  const joined = await join(env, logger);
  try {
    const migrationsDir = resolve('prisma/migrations');
    await applyMigrations({ pool: joined.db.pool, migrationsDir, logger });
    return joined;
  } catch (error) {
    await joined.stop();
    throw error;
  }
}

async function join(env: Env, logger: Logger): Promise<JoinedDatabase> {
  if (env.databaseUrl !== undefined) {
    const db = openDatabase({ connection: { connectionString: env.databaseUrl }, logger });
    return { db, stop: () => db.close() };
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
    stop: async () => {
      await db.close();
      await joined.stop();
    },
  };
}
