import pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';

/** Milliseconds that one of two connections may be kept waiting by the other. */
const PATIENCE_MS = 5_000;
const ROUNDS = 5;

/** What serves a connection. Process ids come again, and are the same on two machines. */
const SERVER_PROCESS = `
  SELECT concat_ws(' ', pid, backend_start, inet_server_addr()) AS process
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`;

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

async function processOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ process: string }>(SERVER_PROCESS);
  return rows[0]?.process ?? '';
}

/**
 * Finds out whether connections go through a pooler that gives them another process of the server from one transaction
 * to the next. Two connections say so that are served by one process, and one that is served by two: neither ever is
 * where a connection keeps its process.
 */
export async function isPooledByTransaction(connection: pg.ClientConfig): Promise<boolean> {
  const first = await connectOnce(connection);
  try {
    const second = await connectOnce(connection);
    try {
      const known = [await processOf(first), await processOf(second)] as const;
      if (known[0] === known[1]) return true;
      for (let round = 1; round < ROUNDS; round += 1) {
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
