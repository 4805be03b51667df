import { resolve } from 'node:path';
import { loadEnv, type LoadedEnv } from '@/env';

/**
 * The demo's configuration: its own embedded database, in a folder of its own unless DATA_DIR names one,
 * reachable from this machine only unless HOST says otherwise, and quiet, so that what it prints is seen.
 * Everything else is as for `npm start`.
 * @throws ConfigurationError
 */
export function demoEnv(source: Readonly<Record<string, string | undefined>>): LoadedEnv {
  const env = loadEnv({
    ...source,
    HOST: source.HOST || '127.0.0.1',
    LOG_LEVEL: source.LOG_LEVEL || 'warn',
    DATABASE_URL: undefined,
    DATABASE_OWNER_URL: undefined,
    // These make an admin and an organization of a real installation.
    ADMIN_EMAIL: undefined,
    ADMIN_PASSWORD: undefined,
    BOOTSTRAP_ORGANIZATION: undefined,
    BOOTSTRAP_API_KEY: undefined,
  });
  return env.dataDirIsChosen ? env : { ...env, dataDir: resolve('.data/demo') };
}
