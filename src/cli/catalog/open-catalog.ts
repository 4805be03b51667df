import { resolve } from 'node:path';
import { loadEnv, type Env } from '@/env';
import type { AttemptDeps } from '@/server/catalog/import/attempt';
import { createCatalogStore } from '@/server/catalog/catalog-store';
import { systemClock } from '@/server/clock';
import { joinEmbeddedPostgres } from '@/server/database/join-embedded';
import { applyMigrations } from '@/server/database/migrate';
import { openDatabase, type Database } from '@/server/db';
import { createLogger, type Logger } from '@/server/logger';

export interface OpenedCatalog {
  readonly deps: AttemptDeps;
  close(): Promise<void>;
}

/**
 * The database that a server with this environment uses, whether or not one runs now.
 * @throws ConfigurationError, DatabaseStartError
 */
export async function openCatalog(
  source: Readonly<Record<string, string | undefined>>,
): Promise<OpenedCatalog> {
  const env = loadEnv({ ...source, LOG_LEVEL: source.LOG_LEVEL || 'error' });
  const logger = createLogger(env.logLevel);
  const { db, stop } = await joinDatabase(env, logger);
  try {
    await applyMigrations({ pool: db.pool, migrationsDir: resolve('prisma/migrations'), logger });
  } catch (error) {
    await stop();
    throw error;
  }
  const catalog = createCatalogStore(db, logger);
  return { deps: { db, clock: systemClock, logger, catalog }, close: stop };
}

async function joinDatabase(
  env: Env,
  logger: Logger,
): Promise<{ readonly db: Database; readonly stop: () => Promise<void> }> {
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
