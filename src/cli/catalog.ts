import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/service/store';
import type { AttemptDeps } from '@/server/catalog/service/attempt';
import { systemClock } from '@/server/platform/clock';
import { failureText } from '@/server/listener/failure-text';
import { createLogger } from '@/server/platform/log';
import { importFile } from './catalog/import';
import { showStatus } from './catalog/status';
import { readCommandLine } from './command-line';
import { joinDatabase, type Reaching } from './join-database';

const USAGE = `usage: npm run catalog -- import FILE [--accept-losses] [--accept-older]
       npm run catalog -- status

import  brings the catalog to what FILE says: the answer of products/full of the endoflife.date API v1.
        --accept-losses  also when FILE lacks much of what was imported before
        --accept-older   also when FILE was made before what was imported last
status  says where the catalog comes from, and how fresh it is`;

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/**
 * Opens the catalog of a server with this environment, whether or not one runs now.
 * @throws ConfigurationError, DatabaseStartError
 */
async function openCatalog(
  source: Readonly<Record<string, string | undefined>>,
  reaching: Reaching,
): Promise<{ readonly deps: AttemptDeps; close(): Promise<void> }> {
  const env = loadEnv({ ...source, LOG_LEVEL: source.LOG_LEVEL || 'error' });
  const logger = createLogger(env.logLevel);
  const { db, stop } = await joinDatabase(env, logger, reaching);
  const catalog = createCatalogStore(db, logger, systemClock);
  return { deps: { db, clock: systemClock, logger, catalog }, close: stop };
}

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: {
      'accept-losses': { type: 'boolean', default: false },
      'accept-older': { type: 'boolean', default: false },
    },
  });
  const [command, file, ...others] = positionals;
  const isImport = command === 'import' && file !== undefined && others.length === 0;
  const isStatus = command === 'status' && file === undefined;
  if (!isImport && !isStatus) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { deps, close } = await openCatalog(process.env, { mayMake: isImport });
  try {
    if (!isImport) {
      await showStatus(deps, say);
      return 0;
    }
    const accepts = {
      acceptsLosses: values['accept-losses'],
      acceptsOlder: values['accept-older'],
    };
    return await importFile(deps, file, accepts, say);
  } finally {
    await close();
  }
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
