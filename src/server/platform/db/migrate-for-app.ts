import { resolve } from 'node:path';
import pg from 'pg';
import type { Database } from './db';
import type { Logger } from '@/server/platform/log';
import { answeredWithin } from './answered-within';
import { warnOfWeakTrails } from './app-role';
import { applyMigrations, findPending, readMigrations } from './migrate';
import { DatabaseStartError } from './embedded/start-error';
import { endsWithMachine } from './machine-end';
import { refuseOtherDatabase, serverOf } from './same-database';
import { CONNECT_MS, KEEP_ALIVE } from './servers';

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
  const migrationsDir = ownMigrations();
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
    if (owner !== null) {
      const look = () => Promise.all([serverOf(app.pool), serverOf(pool)]);
      await refuseOtherDatabase('DATABASE_OWNER_URL', look);
    }
    const appRole = await roleOf(app.pool);
    const isAnother = appRole !== (await roleOf(pool));
    await applyMigrations({ pool, migrationsDir, logger, ...(isAnother && { appRole }) });
  } finally {
    await pool.end();
  }
  await warnOfWeakTrails(app.pool, logger);
}

// The process runs in the project's folder, as Next itself requires.
const ownMigrations = () => resolve('prisma/migrations');

/**
 * Refuses a database that is not of this version, and leaves it as it is: brought up to date, it would be lost to the version that
 * runs on it, with no way back but a backup.
 * @throws DatabaseStartError
 */
export async function requireMigrated({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const files = await readMigrations(ownMigrations());
  const client = await pool.connect();
  try {
    const [first, ...others] = await findPending(client, files);
    if (first === undefined) return;
    const more = others.length === 0 ? '' : ` and ${String(others.length)} more`;
    throw new DatabaseStartError(
      `The database is of an earlier version than this command, and stays so: it lacks the migration ${first}${more}. Run the command of the version that the service has; or make a backup and start this version, which brings the database up to date.`,
    );
  } finally {
    client.release();
  }
}

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]?.name ?? '';
}
