import { loadEnv } from '@/env';
import type { AttemptDeps } from '@/server/catalog/service/attempt';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { joinDatabase } from '../join-database';

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
  const catalog = createCatalogStore(db, logger, systemClock);
  return { deps: { db, clock: systemClock, logger, catalog }, close: stop };
}
