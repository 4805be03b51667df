import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withSession } from '@/server/backup/repository/session';
import { createLogger } from '@/server/platform/log';
import { beginReading } from '@/server/transfer/repository/rows';
import { createTestDatabase } from '@/test/database';
import { openDatabase } from './db';
import { type AttachedPostmaster, attachPostmaster } from './embedded/attach-postmaster';
import { roleName } from './embedded/create-cluster';
import { describeCluster, shutDownPostmaster } from './embedded/embedded';
import type { Cluster } from './embedded/launch-postmaster';
import { listenTo } from './listen';
import { endsWithMachine } from './machine-end';
import { lockMigrations } from './migrate';
import { migrateForApp } from './migrate-for-app';
import { Positions } from './replicas/positions';
import { Replica } from './replicas/replica';
import { identityOfDatabase } from './replicas/replica-identity';

const logger = createLogger('silent');

const SETTINGS = `
  SELECT current_setting('tcp_keepalives_idle') AS idle, current_setting('tcp_keepalives_interval') AS interval,
         current_setting('tcp_keepalives_count') AS count, current_setting('tcp_user_timeout') AS "userMs"`;
const OURS = { idle: '10', interval: '5', count: '4', userMs: '30000' };

async function settingsOf(client: Pick<pg.ClientBase, 'query'>): Promise<unknown> {
  const { rows } = await client.query<Record<string, string>>(SETTINGS);
  return rows[0];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, 'close');
  return port;
}

/** Seconds until the system asks the other side of each connection to a port whether it is there, by the other side's port. */
async function askedIn(port: number): Promise<Map<number, number>> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16);
  return new Map(
    lines.flatMap((line) => {
      const [, local, remote, , , timer = ''] = line.trim().split(/\s+/);
      const [kind, hundredths = ''] = timer.split(':');
      if (portOf(local) !== port || kind !== '02') return [];
      return [[portOf(remote), Number.parseInt(hundredths, 16) / 100] as const];
    }),
  );
}

// What a system does, and tells of a connection, is Linux's.
describe.runIf(process.platform === 'linux')('a session of another machine', () => {
  let dataDir: string;
  let cluster: Cluster;
  let server: AttachedPostmaster;
  let connection: pg.ClientConfig & { readonly port: number };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'eventide-tcp-'));
    // As root, PostgreSQL runs as another user, who has to pass through this folder.
    await chmod(dataDir, 0o755);
    const endpoint = { host: '127.0.0.1', port: await freePort() };
    cluster = { ...(await describeCluster({ dataDir, logger, durable: false })), endpoint };
    server = await attachPostmaster(cluster, logger, new AbortController().signal);
    connection = { ...endpoint, user: roleName, password: cluster.password, database: 'postgres' };
  });
  afterAll(async () => {
    await shutDownPostmaster(cluster, server.pid);
    await rm(dataDir, { recursive: true });
  });

  /** The longest time until the system asks after a session, by the session's name. */
  async function sessions(): Promise<Record<string, number>> {
    const { rows } = await server.lock.query<{ name: string; port: number }>(
      `SELECT application_name AS name, client_port AS port FROM pg_stat_activity
        WHERE application_name LIKE 'eventide%' AND pid <> pg_backend_pid()`,
    );
    const seconds = await askedIn(connection.port);
    const longest: Record<string, number> = {};
    for (const { name, port } of rows)
      longest[name] = Math.max(longest[name] ?? 0, seconds.get(port) ?? Infinity);
    return longest;
  }

  test('is asked after by the server within ten seconds, whatever it is for', async () => {
    const db = openDatabase({ connection, logger });
    onTestFinished(() => db.close());
    await db.pool.query('SELECT 1');
    await db.locks.take('machine end');
    const listening = listenTo({
      ...{ db, logger, channel: 'eventide_channel' },
      ...{ onMessage: () => undefined, onListening: () => undefined },
    });
    onTestFinished(() => listening.stop());
    const backup = Promise.withResolvers<undefined>();
    const backingUp = withSession(connection, () => backup.promise);
    await lockMigrations(server.lock, logger);
    const migrating = migrateForApp({ app: db, owner: null, logger });
    const lost = expect(migrating).rejects.toThrow();
    const identity = await identityOfDatabase(server.lock);
    const replica = new Replica({
      ...{ place: 1, connection, poolSize: 1, maxLagMs: 1, types: pg.types, logger },
      ...{ positions: new Positions(1, () => undefined), identity: () => identity },
      askPosition: () => Promise.resolve(0),
    });
    onTestFinished(() => replica.close());
    // It takes changes itself: it has been connected to by then.
    await expect(replica.lookNow()).rejects.toThrow('It takes changes itself');
    const soon = expect.toSatisfy((seconds: number) => seconds <= 10);
    await expect.poll(sessions, { timeout: 20_000 }).toEqual({
      ...{ eventide: soon, eventide_locks: soon, eventide_channel: soon, eventide_reads: soon },
      ...{ 'eventide backup': soon, 'eventide migrations': soon },
    });
    backup.resolve(undefined);
    await backingUp;
    await server.lock.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'eventide migrations'`,
    );
    await lost;
  });

  test('is not waited for where it does not confirm what is sent, unless it reads at another’s pace', async () => {
    const db = openDatabase({ connection, logger });
    onTestFinished(() => db.close());
    const client = await db.pool.connect();
    try {
      expect(await settingsOf(client)).toEqual(OURS);
      await beginReading(client);
      expect(await settingsOf(client)).toEqual({ ...OURS, userMs: '0' });
      await client.query('COMMIT');
      expect(await settingsOf(client)).toEqual(OURS);
    } finally {
      client.release();
    }
    expect(await withSession(connection, settingsOf)).toEqual({ ...OURS, userMs: '0' });
  });

  test('that is a pooler’s stays as it is', async () => {
    const client = new pg.Client(connection);
    await client.connect();
    onTestFinished(() => client.end());
    const ofSystem = await settingsOf(client);
    // A pooler lets clients in by itself, and names no process of the server.
    const pooled = Object.assign(new pg.Client(), { processID: 1 });
    await client.query(endsWithMachine(pooled));
    expect(await settingsOf(client)).toEqual(ofSystem);
    await client.query(endsWithMachine(client));
    expect(await settingsOf(client)).toEqual(OURS);
  });
});

test('a session by a socket has nothing to be set', async () => {
  const address = await createTestDatabase();
  onTestFinished(() => address.drop());
  const client = new pg.Client({ connectionString: address.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ isRemote: boolean }>(
      'SELECT inet_client_addr() IS NOT NULL AS "isRemote"',
    );
    const { rowCount } = await client.query(endsWithMachine(client));
    expect(rowCount).toBe(rows[0]?.isRemote === true ? 4 : 0);
  } finally {
    await client.end();
  }
});
