import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/server/prisma-client/client';
import { asDomainError } from './database/connection-errors';
import { rowsInBatches } from './database/cursor';
import { forAnyOrganization } from './database/organization-estimate';
import { typeParsers } from './database/type-parsers';
import type { Logger } from './logger';

export interface Transaction {
  /**
   * As `Database.query`, inside the transaction, and prepared: a connection plans each text once. Texts are
   * constants of the program, so there are few of them.
   */
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Database {
  readonly prisma: PrismaClient;
  /** Shared by `prisma` and the functions below. */
  readonly pool: pg.Pool;
  /**
   * Runs one statement; values are read as `typeParsers` says. Throws `DomainError('unavailable')` when the
   * server cannot be reached, and `pg`'s own error for everything the server says about the statement.
   */
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs one statement and reads what it finds in batches of at most `batchRows`, all of one moment: for lists of
   * any length. Holds a connection until the last batch was read or the reader stops. Throws as `query`.
   */
  stream<Row extends object>(
    sql: string,
    params: readonly unknown[],
    batchRows: number,
  ): AsyncGenerator<Row[], void, undefined>;
  /**
   * Runs `work` between BEGIN and COMMIT on one connection, and rolls back when it throws. A serialization
   * failure or a deadlock (40001, 40P01) runs it again, up to three more times: whatever `work` does beyond
   * the transaction must bear being repeated.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  readonly connection: pg.PoolConfig;
  /** Connections at most, per process. */
  readonly poolSize?: number;
  readonly logger?: Logger;
}

const defaultPoolSize = 10;
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;
const maxRetries = 3;

function createPool({ connection, poolSize = defaultPoolSize, logger }: OpenDatabaseOptions) {
  const pool = new pg.Pool({
    application_name: 'eventide',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    ...connection,
    max: poolSize,
    types: typeParsers,
    // Prisma's adapter sends date-times as UTC without saying so: the server must read them as UTC,
    // whatever its own setting.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it; the declared type lags behind
    onConnect: (client) => client.query("SET TIME ZONE 'UTC'"),
  });
  // Without listeners, a connection that the server closes would end the process. The pool replaces it, or
  // is being closed itself, in which case the server merely was faster.
  pool.on('error', (error) => {
    if (!pool.ending) logger?.warn({ err: error }, 'idle database connection lost');
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function run<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  params: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  try {
    const { rows } = await target.query({
      text: forAnyOrganization(sql),
      values: [...params],
      ...(name && { name }),
    });
    // The caller names the columns it selects; `pg` cannot know them.
    return rows as Row[];
  } catch (error) {
    throw asDomainError(error);
  }
}

const statementNames = new Map<string, string>();

/** A name for a statement, so that a connection parses and plans it once. */
function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `s${String(statementNames.size + 1)}`;
  statementNames.set(sql, name);
  return name;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asDomainError(error);
  }
}

async function attempt<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let isBroken = false;
  try {
    await run(client, 'BEGIN');
    const result = await work({
      query: (sql, params) => run(client, sql, params, statementName(sql)),
    });
    await run(client, 'COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is closed instead of being handed to someone else.
    client.release(isBroken);
  }
}

function mayRetry(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Opens the database; nothing is connected until the first query. The one place that opens a pool. */
export function openDatabase(options: OpenDatabaseOptions): Database {
  const pool = createPool(options);
  const adapter = new PrismaPg(pool, { disposeExternalPool: false });
  // `minimal`: Prisma's longer messages quote the arguments of the call, which may be uploaded content.
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(pool, work);
      } catch (error) {
        if (!mayRetry(error) || retries === maxRetries) throw error;
        await sleep(Math.random() * 20 * 2 ** retries);
      }
    }
  }

  return {
    prisma,
    pool,
    query: (sql, params) => run(pool, sql, params),
    stream: (sql, params, batchRows) =>
      rowsInBatches(pool, forAnyOrganization(sql), params, batchRows),
    transaction,
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
