import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Compilable } from 'kysely';
import pg from 'pg';
import type { OrganizationId } from '@/server/auth/organization-id';
import { Prisma, PrismaClient } from '@/server/prisma-client/client';
import { asDomainError, isWriteConflict } from './database/connection-errors';
import { rowsInBatches } from './database/cursor';
import {
  organizationExtension,
  type OrganizationClient,
  type OutsideOrganizations,
} from './database/organization-client';
import { sqlOfPool, sqlOfTransaction, type Sql } from './database/sql';
import { typeParsers } from './database/type-parsers';
import type { Logger } from './logger';

export interface Transaction {
  /** Prisma Client for the rows of one organization. */
  of(organizationId: OrganizationId): OrganizationClient;
  /** Prisma Client for what belongs to no organization; nothing of one can be reached with it. */
  readonly prisma: OutsideOrganizations<ReturnType<typeof openPrisma>>;
  /** What Prisma does not say well: lists with optional filters, analytics, bulk writes, locks. */
  readonly sql: Sql;
}

export interface Database extends Transaction {
  /** Shared by all of the above. Tests and tools alone ask it anything by themselves. */
  readonly pool: pg.Pool;
  /**
   * Reads what a statement finds in batches of at most `batchRows`, all of one moment: for lists of any length. Holds a
   * connection until the last batch was read or the reader stops.
   */
  batches<Row extends object>(
    statement: Compilable<Row>,
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

/** A transaction that Prisma has begun, with its connection for as long as it lasts. */
interface Begun {
  client: pg.PoolClient | null;
}

const begun = new AsyncLocalStorage<Begun>();

/**
 * The pool as Prisma gets it: a transaction that Prisma begins is told which connection it was given, so that
 * statements beside Prisma's run in the same transaction, and when it has given it back, so that none runs after it:
 * the connection may be somebody else's by then.
 */
function poolForPrisma(pool: pg.Pool): pg.Pool {
  async function connectFor(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const transaction = begun.getStore();
    if (!transaction) return client;
    transaction.client = client;
    // The pool gives a client a new `release` each time that it lends it.
    const release = client.release.bind(client);
    client.release = (error) => {
      transaction.client = null;
      release(error);
    };
    return client;
  }
  return new Proxy(pool, {
    get(_, key) {
      if (key === 'connect') return connectFor;
      const value: unknown = Reflect.get(pool, key);
      // The pool's own methods work on the pool itself.
      return typeof value === 'function' ? (value.bind(pool) as unknown) : value;
    },
  });
}

/** Every error of Prisma's as the rest of the server knows it. */
const domainErrors = Prisma.defineExtension({
  name: 'domain errors',
  query: {
    async $allOperations({ args, query }) {
      try {
        return (await query(args)) as unknown;
      } catch (error) {
        throw asDomainError(error);
      }
    },
  },
});

function openPrisma(pool: pg.Pool) {
  const adapter = new PrismaPg(poolForPrisma(pool), { disposeExternalPool: false });
  // `minimal`: Prisma's longer messages quote the arguments of the call, which may be uploaded content.
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
    .$extends(domainErrors)
    .$extends(organizationExtension);
}

/** Prisma ends transactions that last longer. None of ours is to be ended: an import into many organizations is one. */
const transactionTimeoutMs = 24 * 60 * 60_000;

/** Opens the database; nothing is connected until the first query. The one place that opens a pool. */
export function openDatabase(options: OpenDatabaseOptions): Database {
  const pool = createPool(options);
  const prisma = openPrisma(pool);

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const transaction: Begun = { client: null };
    let isOfWork = false;
    const ended = begun.run(transaction, () =>
      prisma.$transaction(
        (tx) => {
          const working = work({
            of: (organizationId) => tx.of(organizationId),
            prisma: tx,
            sql: sqlOfTransaction(pool, () => transaction.client),
          });
          return working.catch((error: unknown) => {
            isOfWork = true;
            throw error;
          });
        },
        { maxWait: connectTimeoutMs, timeout: transactionTimeoutMs },
      ),
    );
    return ended.catch((error: unknown) => {
      throw isOfWork ? error : asDomainError(error);
    });
  }

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(work);
      } catch (error) {
        if (!isWriteConflict(error) || retries === maxRetries) throw error;
        await sleep(Math.random() * 20 * 2 ** retries);
      }
    }
  }

  return {
    of: (organizationId) => prisma.of(organizationId),
    prisma,
    sql: sqlOfPool(pool),
    pool,
    batches: (statement, batchRows) => {
      const { sql, parameters } = statement.compile();
      return rowsInBatches(pool, sql, parameters, batchRows);
    },
    transaction,
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
