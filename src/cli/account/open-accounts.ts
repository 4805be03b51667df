import { loadEnv } from '@/env';
import { systemClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { joinDatabase } from '../join-database';
import type { AccountDeps } from './reset-link';

/**
 * What a server with this environment knows of people, whether or not one runs now.
 * @throws ConfigurationError, DatabaseStartError
 */
export async function openAccounts(
  source: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly deps: AccountDeps; close(): Promise<void> }> {
  const env = loadEnv({ ...source, LOG_LEVEL: source.LOG_LEVEL || 'error' });
  const { db, stop } = await joinDatabase(env, createLogger(env.logLevel));
  return { deps: { env, db, clock: systemClock }, close: stop };
}
