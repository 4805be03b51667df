import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';

/** Milliseconds that one of two connections may be kept waiting by the other. */
const PATIENCE_MS = 5_000;
const ROUNDS = 5;
/** As many where something stands between: what else it serves may give each connection the same process for a while. */
const ROUNDS_BEHIND = 60;
/** Milliseconds at most between two of those: two that ask in step would be served in step. */
const APART_MS = 4;

/** What serves a connection. Process ids come again, and are the same on two machines. */
const SERVER_PROCESS = `
  SELECT concat_ws(' ', pid, backend_start, inet_server_addr()) AS process, pid
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`;

/** What `pg` has of a connection, and its declared type does not: the process that the server named when it let us in. */
type Connected = pg.Client & { readonly processID?: number | null };

/** Makes one connection that gives up soon, for a look at the server. */
export async function connectOnce(connection: pg.ClientConfig): Promise<pg.Client> {
  // A pool hides its password from whoever copies its options.
  const { password } = connection;
  const client = new pg.Client({
    application_name: 'eventide',
    connectionTimeoutMillis: 10_000,
    ...connection,
    password,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function serverOf(client: Connected): Promise<{ process: string; isOther: boolean }> {
  const { rows } = await client.query<{ process: string; pid: number }>(SERVER_PROCESS);
  const [row] = rows;
  return { process: row?.process ?? '', isOther: row?.pid !== client.processID };
}
const processOf = async (client: Connected) => (await serverOf(client)).process;

/**
 * Finds out whether connections go through a pooler that gives them another process of the server from one transaction
 * to the next. Two connections say so that are served by one process, and one that is served by two: neither ever is
 * where a connection keeps its process. Where another process answers than let us in, which is any pooler's way, it is looked
 * for longer.
 */
export async function isPooledByTransaction(connection: pg.ClientConfig): Promise<boolean> {
  const first = await connectOnce(connection);
  try {
    const second = await connectOnce(connection);
    try {
      const one = await serverOf(first);
      const known = [one.process, await processOf(second)] as const;
      if (known[0] === known[1]) return true;
      const rounds = one.isOther ? ROUNDS_BEHIND : ROUNDS;
      for (let round = 1; round < rounds; round += 1) {
        if (one.isOther) await sleep(Math.random() * APART_MS);
        if ((await processOf(first)) !== known[0]) return true;
        if ((await processOf(second)) !== known[1]) return true;
      }
      return false;
    } finally {
      await second.end().catch(() => undefined);
    }
  } finally {
    await first.end().catch(() => undefined);
  }
}

/** The connections that a process is configured with. */
export interface ConfiguredConnections {
  readonly app: pg.ClientConfig;
  /** The role of `app` past any pooler; null: none was named. */
  readonly direct: pg.ClientConfig | null;
  /** The role that migrates; null: that of `app` does. */
  readonly owner: pg.ClientConfig | null;
}

/**
 * Finds out whether `app` goes through a pooler of transactions.
 * @throws DatabaseStartError when what needs a session of its own would go through one
 */
export async function findPooler({ app, direct, owner }: ConfiguredConnections): Promise<boolean> {
  const isPooled = await isPooledByTransaction(app);
  if (isPooled && direct === null)
    throw new DatabaseStartError(
      'DATABASE_URL leads through a pooler that lends connections for a transaction at a time (PgBouncer with pool_mode = transaction, for one). Name the way past it in DATABASE_DIRECT_URL: migrations, locks and notifications need connections of their own.',
    );
  const sessions = { DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner };
  for (const [name, connection] of Object.entries(sessions))
    if (connection && (await isPooledByTransaction(connection)))
      throw new DatabaseStartError(
        `${name} leads through a pooler that lends connections for a transaction at a time. It has to lead to PostgreSQL itself.`,
      );
  return isPooled;
}
