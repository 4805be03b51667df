import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Compilable } from 'kysely';
import pg from 'pg';
import type { OrganizationId } from '../auth/organization-id';
import { Prisma, PrismaClient } from '@/server/prisma-client/client';
import { asDomainError, isWriteConflict } from './connection-errors';
import {
  type OrganizationClient,
  organizationExtension,
  type OutsideOrganizations,
} from './organization-client';
import { closeInTime } from './close-in-time';
import { FollowingPool } from './following-pool';
import { type LockSession, openLockSession } from './lock-session';
import { rowsInBatches } from './batches';
import { openReplicas, type Replicas, type ReplicasOptions } from './replicas/replicas';
import { followServers } from './follow-servers';
import { endsWithMachine } from './machine-end';
import { DATES_AS_WE_READ_THEM, KEEP_ALIVE, type Servers } from './servers';
import { learnForm } from './spread';
import { type Sql, sqlOfPool, sqlOfTransaction } from './sql';
import type { Logger } from '../log';

export interface Transaction {
  /** Prisma Client for the rows of one organization. */
  of(organizationId: OrganizationId): OrganizationClient;
  /** Prisma Client for what belongs to no organization; nothing of one can be reached with it. */
  readonly prisma: OutsideOrganizations<ReturnType<typeof openPrisma>>;
  /** Kysely, for what Prisma does not say well: lists with optional filters, analytics, bulk writes, locks. */
  readonly sql: Sql;
}

export interface Database extends Transaction {
  /** Shared by all of the above. Tests and tools alone ask it anything by themselves. */
  readonly pool: pg.Pool;
  /** Statements that wait for none of the above, on a connection of their own: whether the database is well. */
  readonly aside: Sql;
  /** The servers that all of the above go to, one at a time. */
  readonly servers: Servers;
  /** What one process at a time does, by name. Not for what a transaction could lock. */
  readonly locks: LockSession;
  /**
   * The same past any pooler: the ways to connections that stay one session of a server, for what a session has to hold,
   * as a lock or a LISTEN. Whoever connects by one ends that connection.
   */
  readonly direct: Servers;
  /** Where what may be a little old can be read, too; null: nowhere. */
  readonly replicas: Replicas | null;
  /**
   * Reads what a statement finds in batches of at most `batchRows`, all of one moment: for lists of any length. Holds a
   * connection until the last batch was read or the reader stops.
   */
  batches<Row extends object>(
    statement: Compilable<Row>,
    batchRows: number,
  ): AsyncGenerator<Row[], void, undefined>;
  /**
   * Runs `work` between BEGIN and COMMIT on one connection, and rolls back when it throws. A serialization failure or a
   * deadlock (40001, 40P01) runs it again, up to three more times, and so does a key that another transaction has taken
   * meanwhile, or a row referred to that it has deleted (23505, 23503): `work` then sees that, if it looks for it itself. So
   * whatever it does beyond the transaction must bear being repeated, and what it refers to is to be read within.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Counts the transactions of this process that have ended, however they did. */
  endedTransactions(): number;
  /** Closes it once everything is done. @param withinMs cuts after this time whatever then still has a connection */
  close(withinMs?: number): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** To one server, or to several of which one takes changes at a time. */
  readonly connection: Ways;
  /** The same role past any pooler, where `connection` goes through one. */
  readonly direct?: Ways;
  /** Whether statements that are said often get names, which a connection then has to keep. As it is unless told. */
  readonly preparedStatements?: boolean;
  /** Servers that replay what these are told. They are asked nothing before they are started. */
  readonly replicas?: ReplicasOptions | undefined;
  /** Connections at most, per process; as many for each replica. */
  readonly poolSize?: number;
  readonly logger?: Logger;
}

type Ways = pg.PoolConfig | readonly [pg.PoolConfig, ...pg.PoolConfig[]];

/** Tells one way from several: an array that cannot be changed is no array to `Array.isArray`. */
const isOne = (ways: Ways): ways is pg.PoolConfig => !Array.isArray(ways);

const serversOf = (ways: Ways, isPooled: boolean) =>
  followServers(isOne(ways) ? [ways] : ways, { isPooled });

const defaultPoolSize = 10;
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;
const maxRetries = 3;
/** A server that is gone without a word does not hold up for longer what asks whether it is there. */
const asideTimeoutMs = 5_000;

const session = {
  application_name: 'eventide',
  connectionTimeoutMillis: connectTimeoutMs,
  ...KEEP_ALIVE,
};

interface PoolOf {
  readonly servers: Servers;
  readonly watched: readonly Servers[];
  readonly logger: Logger | undefined;
}

function createPool({ servers, watched, logger }: PoolOf, max: number, answerWithinMs?: number) {
  const pool: FollowingPool = new FollowingPool(
    {
      ...session,
      idleTimeoutMillis: idleTimeoutMs,
      ...servers.present,
      max,
      query_timeout: answerWithinMs,
      types: typeParsers,
      // Prisma's adapter sends date-times as UTC without saying so: the server must read them as UTC,
      // whatever its own setting. And what is read of days is their texts.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; the declared type lags behind
      onConnect: async (client) => {
        await client.query(`${DATES_AS_WE_READ_THEM}; ${endsWithMachine(client)}`);
        await learnForm(pool, client);
      },
    },
    servers,
    watched,
  );
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
  /** Whether it has had one: others that Prisma takes while it lasts are not its own. */
  isGiven: boolean;
}

const begun = new AsyncLocalStorage<Begun>();

/**
 * The pool as Prisma gets it: a transaction that Prisma begins is told which connection it was given, so that
 * statements other than Prisma's run in the same transaction, and when it has given it back, so that none runs after
 * it: the connection may be in another's use by then. Statements outside of transactions go where the read goes that they are
 * part of.
 */
function poolForPrisma(pool: pg.Pool, replicas: Replicas | null): pg.Pool {
  async function connectFor(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const transaction = begun.getStore();
    if (!transaction || transaction.isGiven) return client;
    transaction.client = client;
    transaction.isGiven = true;
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
      if (key === 'query') {
        const read = replicas?.current.getStore();
        if (read && !read.hasReturned) return read.query.bind(read);
      }
      const value: unknown = Reflect.get(pool, key);
      // The pool's own methods work on the pool itself.
      return typeof value === 'function' ? (value.bind(pool) as unknown) : value;
    },
  });
}

/** Every error of Prisma's as the rest of the server knows it. */
const domainErrors = (servers: Servers) =>
  Prisma.defineExtension({
    name: 'domain errors',
    query: {
      async $allOperations({ args, query }) {
        try {
          return (await query(args)) as unknown;
        } catch (error) {
          servers.heed(error);
          throw asDomainError(error);
        }
      },
    },
  });

function openPrisma(pool: pg.Pool, servers: Servers, replicas: Replicas | null) {
  const adapter = new PrismaPg(poolForPrisma(pool, replicas), { disposeExternalPool: false });
  // `minimal`: Prisma's longer messages quote the arguments of the call, which may be uploaded content.
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
    .$extends(domainErrors(servers))
    .$extends(organizationExtension);
}

/**
 * Prisma gives up waiting for a connection after a time of its own, and ends transactions that last longer than
 * another. Neither is to happen: the pool says sooner, and in words that we know, that there is none, and an import
 * into many organizations is one transaction.
 */
const neverMs = 24 * 60 * 60_000;

/** Opens the database; nothing is connected until the first query. The one place that opens a pool. */
export function openDatabase(options: OpenDatabaseOptions): Database {
  const { connection, poolSize = defaultPoolSize, preparedStatements = true, logger } = options;
  const servers = serversOf(connection, options.direct !== undefined);
  const direct = options.direct ? serversOf(options.direct, false) : servers;
  const watched = [...new Set([servers, direct])];
  const pool = createPool({ servers, watched, logger }, poolSize);
  const aside = createPool({ servers, watched, logger }, 1, asideTimeoutMs);
  // A pooler has a connection wait for a server that is gone, and lends it to nobody else before whoever waits has left.
  if (direct !== servers)
    direct.onMove(() => {
      servers.leave();
    });
  servers.onMove(() => {
    logger?.warn('connections to the database were left: its server is another one, or silent');
  });
  const locks = openLockSession(direct);
  const primary = {
    ...{ pool, poolSize, logger, types: typeParsers },
    sql: sqlOfPool(pool, servers, preparedStatements),
    // What it asks says how well the database is: nothing is kept for it.
    aside: sqlOfPool(aside, servers, false),
  };
  const replicas = options.replicas ? openReplicas(options.replicas, primary) : null;
  const prisma = openPrisma(pool, servers, replicas);
  const running = new Set<Promise<unknown>>();
  let endedTransactions = 0;

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const transaction: Begun = { client: null, isGiven: false };
    let isOfWork = false;
    let isOver = false;
    // What still waits for its turn when the work is over would run after the end of the transaction, by itself.
    const clientOf = () => (isOver ? null : transaction.client);
    const ended = begun.run(transaction, () =>
      prisma.$transaction(
        (tx) => {
          const working = work({
            of: (organizationId) => tx.of(organizationId),
            prisma: tx,
            sql: sqlOfTransaction(pool, servers, clientOf, preparedStatements),
          });
          return working
            .catch((error: unknown) => {
              isOfWork = true;
              throw error;
            })
            .finally(() => {
              isOver = true;
            });
        },
        { maxWait: neverMs, timeout: neverMs },
      ),
    );
    running.add(ended);
    return ended
      .catch((error: unknown) => {
        servers.heed(error);
        throw isOfWork ? error : asDomainError(error);
      })
      .finally(() => {
        running.delete(ended);
        endedTransactions += 1;
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

  async function closeInOrder(): Promise<void> {
    // Prisma undoes what it has begun when it is told to go; what runs is to be done first.
    await Promise.allSettled(running);
    await prisma.$disconnect();
    await locks.close();
    await replicas?.close();
    await aside.end();
    if (!pool.ended) await pool.end();
    await Promise.all(watched.map((one) => one.close()));
  }
  const cutAll = () => {
    for (const one of [pool, aside]) one.cutAll();
  };

  return {
    of: (organizationId) => prisma.of(organizationId),
    prisma,
    sql: primary.sql,
    pool,
    aside: primary.aside,
    servers,
    locks,
    direct,
    replicas,
    batches: (statement, batchRows) => {
      const { sql, parameters } = statement.compile();
      return rowsInBatches(pool, sql, parameters, batchRows);
    },
    transaction,
    endedTransactions: () => endedTransactions,
    close: (withinMs) =>
      withinMs === undefined ? closeInOrder() : closeInTime(closeInOrder, cutAll, withinMs),
  };
}

const { builtins } = pg.types;
/** Typed for any type number: the declared list leaves out every array. */
const parserOf: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown =
  pg.types.getTypeParser;

function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Prisma stores UTC in columns without a time zone; `pg` alone would read them in the machine's zone. */
function parseTimestamp(text: string): Date | number {
  // An infinity has no offset to add; `pg` turns it into a number.
  if (text.endsWith('infinity')) return text.startsWith('-') ? -Infinity : Infinity;
  return new Date(`${text.replace(' ', 'T')}Z`);
}

const UUIDS = 2951;

/**
 * Parses `uuid[]`. Thousands of ids are read at once, and none of them needs the quotes and escapes that `pg` looks for in each
 * character: that takes ten times as long.
 */
function parseUuids(text: string): unknown {
  const isPlain = text.startsWith('{') && !text.startsWith('{{') && !text.includes('NULL');
  if (!isPlain) return parserOf(UUIDS)(text);
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

const parsers = new Map<number, (text: string) => unknown>([
  [UUIDS, parseUuids],
  [builtins.DATE, (text) => text],
  [builtins.INT8, parseInt8],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMP, parseTimestamp],
]);

const arrayElements = new Map<number, (text: string) => unknown>([
  [1182, (text) => text], // date[]
  [1016, parseInt8], // int8[]
  [1231, Number], // numeric[]
]);

/** `pg`'s own parser of `text[]`: the elements of every other array are read from its text elements. */
const parseTextArray = parserOf(1009);

/**
 * Parsers for our own queries: `date` as `YYYY-MM-DD` text, `int8` as a number (a bigint beyond 2^53),
 * `numeric` as a number, `timestamptz` and `timestamp` as `Date`, `json` parsed. Prisma sets its own
 * parsers on each query and never sees these.
 */
export const typeParsers: pg.CustomTypesConfig = {
  // The declared type is an overload per format with `any` results; this covers the text format, and hands
  // everything else to the original.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      const parser = parsers.get(oid);
      if (parser) return parser;
      const element = arrayElements.get(oid);
      if (element)
        return (text: string) =>
          // Elements of an array of these types are text or null.
          (parseTextArray(text) as (string | null)[]).map((value) =>
            value === null ? null : element(value),
          );
    }
    return parserOf(oid, format);
  }) as typeof pg.types.getTypeParser,
};
