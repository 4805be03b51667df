import pg from 'pg';
import type { LoadedEnv } from '@/env';
import { answeredWithin } from '@/server/platform/db/answered-within';
import {
  type DistributionPlan,
  distribute,
  planDistribution,
} from '@/server/platform/db/distribute';
import { openDatabase } from '@/server/platform/db/db';
import { DatabaseStartError } from '@/server/platform/db/embedded/start-error';
import type { Place } from '@/server/platform/db/layout';
import { endsWithMachine } from '@/server/platform/db/machine-end';
import { migrateForApp } from '@/server/platform/db/migrate-for-app';
import { CONNECT_MS, KEEP_ALIVE } from '@/server/platform/db/servers';
import type { Logger } from '@/server/platform/log';
import { mendCounts } from '../counts/commands';
import { reachDatabase, type ReachedDatabase } from '../join-database';

export interface DistributeDeps {
  readonly env: LoadedEnv;
  readonly logger: Logger;
  /** Prints a line. */
  say(line: string): void;
}

const WORDS: Readonly<Record<Place, string>> = {
  reference: 'on every machine',
  distributed: 'spread by organization',
  local: 'on the first machine',
};

const AGAIN =
  'The organizations are spread all the same: stop Eventide, and say `npm run counts -- repair`.';

function summaryOf({ tables, machines }: DistributionPlan): string {
  const on = `${String(machines)} machine${machines === 1 ? '' : 's'}`;
  if (tables.length === 0) return `Nothing to do: the organizations are spread over ${on}.`;
  const count = (of: Place) => String(tables.filter(({ place }) => place === of).length);
  return `${count('distributed')} tables spread by organization over ${on}, ${count('reference')} on every machine`;
}

async function connect({ session }: ReachedDatabase): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: 'eventide distribute',
    connectionTimeoutMillis: CONNECT_MS,
    ...KEEP_ALIVE,
    ...session,
  });
  // A lost connection is told by the statement that it was needed for.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function migrate({ app, owner }: ReachedDatabase, logger: Logger): Promise<void> {
  const db = openDatabase({ ...app, poolSize: 1, logger });
  try {
    await migrateForApp({ app: db, owner, logger });
  } finally {
    await db.close();
  }
}

/**
 * Citus may run the triggers of a table for the rows that it had, which were counted before. Said again, it finds what an
 * earlier time has left.
 * @throws DatabaseStartError where numbers may be wrong still
 */
async function countAnew({ app }: ReachedDatabase, { logger, say }: DistributeDeps): Promise<void> {
  const db = openDatabase({ ...app, poolSize: 1, logger });
  try {
    if ((await mendCounts({ db, say })) === 0) return;
    throw new DatabaseStartError(
      `A server keeps the numbers of images from being counted. ${AGAIN}`,
    );
  } catch (cause) {
    if (cause instanceof DatabaseStartError) throw cause;
    throw new DatabaseStartError(`The numbers of images could not be held against them. ${AGAIN}`, {
      cause,
    });
  } finally {
    await db.close();
  }
}

/**
 * Spreads the database of a server with this environment over the machines that it has, or says what that would do.
 * @throws DatabaseStartError where the database is not made for it, or numbers that are kept may be wrong afterwards
 */
export async function distributeDatabase(
  deps: DistributeDeps,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<void> {
  const { env, logger, say } = deps;
  const reached = await reachDatabase(env, logger);
  try {
    const client = await connect(reached);
    try {
      await client.query(answeredWithin(CONNECT_MS, { text: endsWithMachine(client) }));
      // Refused before anything is changed.
      const plan = await planDistribution(client);
      if (isDryRun) {
        for (const { name, place } of plan.tables) say(`${name}: ${WORDS[place]}`);
        say(summaryOf(plan));
        return;
      }
      await migrate(reached, logger);
      const done = await distribute(client, ({ name, place }) => {
        say(`${name}: ${WORDS[place]}`);
      });
      say(summaryOf(done));
      await countAnew(reached, deps);
    } finally {
      await client.end();
    }
  } finally {
    await reached.stop();
  }
}
