import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/service/store';
import type { AttemptDeps } from '@/server/catalog/service/attempt';
import { lastRevisions, type RevisionRow } from '@/server/catalog/service/facts';
import { systemClock } from '@/server/platform/clock';
import { failureText } from '@/server/listener/failure-text';
import { createLogger } from '@/server/platform/log';
import { importFile } from './catalog/import';
import { readCommandLine } from './command-line';
import { joinDatabase, type Reaching } from './join-database';

const USAGE = `usage: npm run catalog -- import FILE [--accept-losses]
       npm run catalog -- status

import  brings the catalog to what FILE says: the answer of products/full of the endoflife.date API v1.
        --accept-losses  also when FILE lacks much of what was imported before
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

const DAY_MS = 86_400_000;

/** Prints where the catalog comes from and how fresh it is. */
async function showStatus(
  { db, catalog, clock }: AttemptDeps,
  say: (line: string) => void,
): Promise<void> {
  await catalog.refresh();
  const { revision, products } = catalog.current();
  const cycles = products.reduce((sum, product) => sum + product.cycles.length, 0);
  const { running, last, lastSuccess, current } = await lastRevisions(db, clock.now());
  say(
    `Revision ${String(revision)}: ${products.length.toLocaleString('en')} products, ${cycles.toLocaleString('en')} release cycles`,
  );
  if (current) say(`Changed ${whenText(current, clock.now())}, from ${current.source}`);
  if (lastSuccess) say(`Last looked at ${whenText(lastSuccess, clock.now())}`);
  if (last) say(`Last update: ${outcomeText(last)}`);
  if (running)
    say(`Running since ${running.startedAt.toISOString()}: ${running.detail.step ?? ''}`);
}

function whenText({ finishedAt, startedAt }: RevisionRow, now: Date): string {
  const at = finishedAt ?? startedAt;
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  return `${at.toISOString()} (${days === 0 ? 'less than a day' : `${String(days)} days`} ago)`;
}

function outcomeText({ outcome, source, detail }: RevisionRow): string {
  const why = detail.message === undefined ? '' : `: ${detail.message}`;
  return `${(outcome ?? 'running').replace('_', ' ')}, from ${source}${why}`;
}

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { 'accept-losses': { type: 'boolean', default: false } },
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
    if (!isImport) await showStatus(deps, say);
    else return await importFile(deps, file, { acceptsLosses: values['accept-losses'] }, say);
    return 0;
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
