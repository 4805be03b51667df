import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './db';
import type { Logger } from '@/server/platform/log';
import { answeredWithin } from './answered-within';
import { warnOfWeakTrails } from './app-role';
import { DatabaseStartError } from './embedded/start-error';
import { applyMigrations } from './migrate';
import { endsWithMachine } from './machine-end';
import { CONNECT_MS, KEEP_ALIVE, STARTED_AT } from './servers';

/** A connection that ends, a server without room for one, one that stops: whoever asks again may be told. */
const PASSING = /^(?:08|53|57)/;
/** While a server takes over from another, one of two addresses may lead to it before the other. */
const LOOKS = 10;
const LOOK_AGAIN_MS = 500;

export interface MigrateForAppOptions {
  /** What the app goes on with. */
  readonly app: Pick<Database, 'pool' | 'direct'>;
  /** The role that owns the tables; null: the app's own does. Not kept. */
  readonly owner: pg.ClientConfig | null;
  readonly logger: Logger;
}

/**
 * Migrates the database as its owner, on a connection that is closed again, gives the app's role what
 * it needs, and says in the log when that role could change the audit trails. Throws as `applyMigrations`, and `DatabaseStartError`
 * where its owner's address leads to another database.
 */
export async function migrateForApp({ app, owner, logger }: MigrateForAppOptions): Promise<void> {
  // The process runs in the project's folder, as Next itself requires.
  const migrationsDir = resolve('prisma/migrations');
  const connection = owner ?? (await app.direct.find());
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    ...KEEP_ALIVE,
    ...connection,
    application_name: 'eventide migrations',
    max: 1,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; the declared type lags behind
    onConnect: async (client) => {
      await client.query(answeredWithin(CONNECT_MS, { text: endsWithMachine(client) }));
    },
  });
  pool.on('error', () => undefined);
  // A connection that is lost while it is lent is told by the statement that needed it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    if (owner !== null) await refuseOtherDatabase(app.pool, pool);
    const appRole = await roleOf(app.pool);
    const isAnother = appRole !== (await roleOf(pool));
    await applyMigrations({ pool, migrationsDir, logger, ...(isAnother && { appRole }) });
  } finally {
    await pool.end();
  }
  await warnOfWeakTrails(app.pool, logger);
}

/** One address that was changed without the other would bring the wrong database up to date. */
async function refuseOtherDatabase(app: pg.Pool, owner: pg.Pool): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await sleep(LOOK_AGAIN_MS);
    const [appsOwn, owners] = [await serverOf(app), await serverOf(owner)];
    if (appsOwn === null || owners === null || appsOwn === owners) return;
  }
  throw new DatabaseStartError(
    'DATABASE_OWNER_URL leads to another database than DATABASE_URL. Both have to name the same one.',
  );
}

/**
 * Finds which server an address leads to, by when that was started: a copy that went back to a moment has all else of the first one.
 * @returns null where the server does not tell: some do not let everybody ask
 */
async function serverOf(pool: pg.Pool): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ server: string }>(
      `SELECT concat_ws('/', current_database(), ${STARTED_AT}) AS server`,
    );
    return rows[0]?.server ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !PASSING.test(error.code ?? '')) return null;
    throw error;
  }
}

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]?.name ?? '';
}
