import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EmbeddedApp } from '@/test/embedded-app';
import { findPostmaster, isServing } from './postmaster-file';

let dataDir: string;
let apps: EmbeddedApp[];

function start(folder = dataDir): EmbeddedApp {
  const app = new EmbeddedApp(folder);
  apps.push(app);
  return app;
}

async function startReady(): Promise<EmbeddedApp> {
  const app = start();
  expect(await app.listen()).toEqual({ ready: true });
  return app;
}

async function postgresPid(): Promise<number> {
  const running = await findPostmaster(join(dataDir, 'postgres'));
  if (!running) throw new Error('PostgreSQL is not running');
  return running.pid;
}

const patiently = { timeout: 60_000, interval: 50 };
// Each test starts several processes and clusters: seconds on an idle machine, far more on a busy one.
vi.setConfig({ testTimeout: 120_000 });

/** Asks until PostgreSQL answers again. */
async function queryUntilAnswered(app: EmbeddedApp, sql: string) {
  return vi.waitUntil(async () => {
    const answer = await app.query(sql);
    return answer.rows ? answer : undefined;
  }, patiently);
}

beforeEach(async () => {
  apps = [];
  dataDir = await mkdtemp(join(tmpdir(), 'eventide-embedded-'));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  await Promise.all(apps.map((app) => app.end('SIGKILL')));
  const left = await findPostmaster(join(dataDir, 'postgres'));
  if (left) {
    process.kill(left.pid, 'SIGKILL');
    await vi.waitUntil(async () => !(await findPostmaster(join(dataDir, 'postgres'))));
  }
  await rm(dataDir, { recursive: true, maxRetries: 5 });
});

test('SIGTERM stops PostgreSQL in order, and the next start finds the data', async () => {
  const first = await startReady();
  await first.query("CREATE TABLE kept AS SELECT 'here' AS word");
  const pid = await postgresPid();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  expect(await isServing(pid, join(dataDir, 'postgres'))).toBe(false);
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  const second = await startReady();
  expect((await second.query('SELECT word FROM kept')).rows).toEqual([{ word: 'here' }]);
});

test('a second process on the same folder is refused, and the first goes on', async () => {
  const first = await startReady();
  const { refused } = await start().listen();
  expect(refused).toMatch(/^Another instance \(process \d+\) is using the database in .*DATA_DIR/);
  expect((await first.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('of two processes that start at once on a new folder, one wins', async () => {
  const sayings = await Promise.all([start().listen(), start().listen()]);
  expect(sayings.filter(({ ready }) => ready)).toHaveLength(1);
  expect(sayings.filter(({ refused }) => refused?.startsWith('Another instance'))).toHaveLength(1);
});

test('after kill -9 of the app, the next one takes over the PostgreSQL that still runs', async () => {
  const first = await startReady();
  await first.query('CREATE TABLE kept (id int)');
  const pid = await postgresPid();
  await first.end('SIGKILL');
  expect(await postgresPid()).toBe(pid);
  const second = await startReady();
  expect(await second.query('SELECT count(*) FROM kept')).toEqual({
    rows: [{ count: 0 }],
    postgresPid: pid,
  });
  expect(await second.end('SIGTERM')).toBe(0);
  expect(await isServing(pid, join(dataDir, 'postgres'))).toBe(false);
});

test('an app that ends without stopping PostgreSQL takes it along', async () => {
  const app = await startReady();
  const pid = await postgresPid();
  app.tell('exit');
  await vi.waitUntil(async () => !(await isServing(pid, join(dataDir, 'postgres'))), patiently);
});

describe('PostgreSQL is started again', () => {
  test('when it is killed while the app lives, and the pool finds it', async () => {
    const app = await startReady();
    await app.query('CREATE TABLE kept AS SELECT 7 AS value');
    const pid = await postgresPid();
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => app.log.includes('the embedded PostgreSQL is back'), patiently);
    const answer = await queryUntilAnswered(app, 'SELECT value FROM kept');
    expect(answer.rows).toEqual([{ value: 7 }]);
    expect(answer.postgresPid).not.toBe(pid);
    expect(app.log).toContain('the embedded PostgreSQL ended unexpectedly');
    // It is watched as the first one was.
    process.kill(await postgresPid(), 'SIGKILL');
    await sleep(100);
    expect((await queryUntilAnswered(app, 'SELECT value FROM kept')).rows).toEqual([{ value: 7 }]);
    expect(await app.end('SIGTERM')).toBe(0);
  });

  test('when one of its connections crashes and it resets itself', async () => {
    const app = await startReady();
    const pid = await postgresPid();
    const [backend] = (await app.query('SELECT pg_backend_pid() AS pid')).rows ?? [];
    process.kill(Number(backend?.pid), 'SIGKILL');
    const answer = await queryUntilAnswered(app, 'SELECT 1 AS one');
    expect(answer.postgresPid).toBe(pid);
    await vi.waitUntil(() => app.log.includes('the embedded PostgreSQL is back'), patiently);
    const { refused } = await start().listen();
    expect(refused).toContain('Another instance');
  });

  test('when both are killed, by the next app', async () => {
    const first = await startReady();
    await first.query('CREATE TABLE kept AS SELECT 7 AS value');
    const pid = await postgresPid();
    await first.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const second = await startReady();
    expect((await second.query('SELECT value FROM kept')).rows).toEqual([{ value: 7 }]);
  });

  test('when its old process number belongs to something else now', async () => {
    const first = await startReady();
    await first.end('SIGTERM');
    const other = spawn('sleep', ['60'], { uid: process.getuid?.() === 0 ? 65_534 : undefined });
    try {
      const clusterDir = join(dataDir, 'postgres');
      const stale = [other.pid, clusterDir, 1, 5432, clusterDir, '', '1 1', 'ready   '].join('\n');
      await writeFile(join(clusterDir, 'postmaster.pid'), stale);
      await startReady();
    } finally {
      other.kill();
    }
  });
});

describe('a folder that cannot be used is named', () => {
  test('of another PostgreSQL version', async () => {
    await (await startReady()).end('SIGTERM');
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n');
    expect((await start().listen()).refused).toMatch(
      /postgres was made by PostgreSQL 15, and this version brings PostgreSQL 18/,
    );
  });

  test('of something else', async () => {
    await (await startReady()).end('SIGTERM');
    await rm(join(dataDir, 'postgres/PG_VERSION'));
    expect((await start().listen()).refused).toContain('is not a PostgreSQL data folder');
  });

  test.runIf(process.getuid?.() === 0)('behind a folder that only root may enter', async () => {
    await chmod(dataDir, 0o700);
    const { refused } = await start(join(dataDir, 'inner')).listen();
    expect(refused).toContain(`may not enter ${dataDir},`);
    expect(refused).toContain('Set DATA_DIR');
  });
});

test('a path too long for a socket is no obstacle', async () => {
  const long = join(dataDir, 'a-folder-with-a-long-name'.repeat(4));
  const app = start(long);
  expect(await app.listen()).toEqual({ ready: true });
  const [row] =
    (await app.query("SELECT current_setting('unix_socket_directories') AS dir")).rows ?? [];
  expect(String(row?.dir)).not.toContain(dataDir);
  expect(await app.end('SIGTERM')).toBe(0);
});

test('nothing listens on the network, and failed statements leave no content in the log', async () => {
  const app = await startReady();
  const settings = await app.query(
    "SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );
  expect(settings.rows).toEqual([{ addresses: '', fsync: 'on', commit: 'on' }]);
  await app.query("SELECT 'hunter2'::int");
  await app.query('CREATE TABLE word (word text PRIMARY KEY)');
  await app.query("INSERT INTO word VALUES ('hunter2'), ('hunter2')");
  await app.end('SIGTERM');
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('hunter2');
});
