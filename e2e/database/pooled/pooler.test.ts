import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isPooledByTransaction } from '@/server/platform/db/pooler';
import { clientOf, mounts } from '../../api/harness/mounts';
import { imageScan } from '../../api/harness/payloads';
import { commands, freePort, ServerProcess } from '../../api/harness/server-process';
import { makeTenant } from '../../api/harness/tenants';
import { startPgBouncer } from '../pgbouncer';

const { databaseUrl, databaseOwnerUrl, clusterDir } = inject('startedServers');
const pooledUrl = inject('pooledUrl');
const keepsStatements = inject('keepsStatements');

/** What PgBouncer calls the statements that it keeps in a connection of its own. */
const KEPT = String.raw`PGBOUNCER\_%`;

async function startOf(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-pooled-'));
  const port = await freePort();
  const secret = { AUTH_SECRET: 'a secret for the tests of poolers, and for them' };
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: { ...secret, DATA_DIR: folder, ...env },
  });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a pooler of transactions is told from one of sessions, and from none', async () => {
  const ofSessions = await startPgBouncer(databaseUrl, dirname(clusterDir), 'session');
  onTestFinished(() => ofSessions.stop());
  const isPooled = (url: string) => isPooledByTransaction({ connectionString: url });
  // Others work meanwhile: what is told does not depend on whose turn it is.
  for (let round = 0; round < 10; round += 1)
    expect(
      await Promise.all([pooledUrl, ofSessions.url, databaseUrl, pooledUrl].map(isPooled)),
    ).toEqual([true, false, false, true]);
});

test.each([
  [{ DATABASE_URL: pooledUrl }, 'Name the way past it in DATABASE_DIRECT_URL'],
  [
    { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: pooledUrl },
    'DATABASE_DIRECT_URL leads through a pooler',
  ],
  [
    { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: pooledUrl },
    'DATABASE_OWNER_URL leads through a pooler',
  ],
])('a start that would need a session of the pooler is refused', async (env, sentence) => {
  const server = await startOf(env);
  expect(await server.ended()).toBe(1);
  const log = await server.log();
  expect(log).toContain(sentence);
  expect(log).not.toMatch(/\.js:\d|\.ts:\d/);
});

test('a pooler of sessions needs no other way', async () => {
  const ofSessions = await startPgBouncer(databaseUrl, dirname(clusterDir), 'session');
  onTestFinished(() => ofSessions.stop());
  const server = await startOf({ DATABASE_URL: ofSessions.url, DATABASE_POOL_SIZE: '2' });
  await server.ready();
});

/** What is set in the connections that the pooler has, of which it lends as many as there are transactions. */
async function leftovers() {
  const clients = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const client = new pg.Client({ connectionString: pooledUrl });
      await client.connect();
      await client.query('BEGIN');
      return client;
    }),
  );
  const found = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ pid: number; kept: number }>(
        `SELECT pg_backend_pid() AS pid,
                (SELECT count(*)::int FROM pg_prepared_statements WHERE name LIKE '${KEPT}') AS kept,
                (SELECT count(*)::int FROM pg_prepared_statements WHERE name NOT LIKE '${KEPT}') AS statements,
                (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
                (SELECT count(*)::int FROM pg_cursors) AS cursors,
                pg_my_temp_schema()::int AS "temporary",
                (SELECT count(*)::int FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') AS locks`,
      );
      return rows[0];
    }),
  );
  for (const client of clients) await client.query('ROLLBACK');
  await Promise.all(clients.map((client) => client.end()));
  expect(new Set(found.map((row) => row?.pid)).size).toBe(5);
  return {
    isKept: found.some((row) => (row?.kept ?? 0) > 0),
    others: found.map((row) => ({ ...row, pid: undefined, kept: undefined })),
  };
}

test('nothing is left behind in a pooled connection', async () => {
  const { keys } = await makeTenant();
  const clients = mounts.map((mount) => clientOf(mount).withKey(keys.admin));
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      clients.map(async (client, at) => {
        const image = `pooled/${String(at)}-${String(round)}:1`;
        const scan = imageScan({
          project: 'pooled',
          image,
          matches: [{ product: 'Python', cycle: '3.6' }],
        });
        expect((await client.put('/v2/scan', scan)).status).toBe(200);
        expect((await client.get('/projects/images')).status).toBe(200);
      }),
    );
  const clean = { statements: 0, channels: 0, cursors: 0, temporary: 0, locks: 0 };
  // What runs in the background ends its transactions, too.
  const others = Array.from({ length: 5 }, () => clean);
  await expect.poll(leftovers).toEqual({ isKept: keepsStatements, others });
});

test('locks and notifications have sessions of their own', async () => {
  const named = await ask<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'eventide__%'`,
  );
  const holders = await ask<{ name: string }>(
    `SELECT DISTINCT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND a.backend_xid IS NULL AND a.state = 'idle'
        AND a.datname = 'eventide'`,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(holders.filter(({ name }) => name !== 'eventide_locks')).toEqual([]);
});
