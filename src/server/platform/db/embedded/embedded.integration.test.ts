import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
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

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('as root', () => {
  const inCluster = (...names: string[]) => join(dataDir, 'postgres', ...names);
  const ownerOf = async (path: string) => {
    const { uid, gid, mode } = await stat(path);
    return { uid, gid, mode: mode & 0o777 };
  };

  /** Returns the error of reading a file as a process of some other service, whose user owns nothing; "" for none. */
  async function readAs(uid: number, gid: number, path: string): Promise<string> {
    const { stderr } = await promisify(execFile)('head', ['-c', '1', path], { uid, gid }).catch(
      (error: unknown) => error as { stderr: string },
    );
    return stderr;
  }

  test('the cluster belongs to a user of its own, and its password to root', async () => {
    const app = await startReady();
    const { uid, gid, mode } = await ownerOf(inCluster());
    expect(uid).toBeGreaterThanOrEqual(60_578);
    expect(uid).toBeLessThanOrEqual(61_183);
    expect({ gid, mode }).toEqual({ gid: uid, mode: 0o700 });
    expect((await stat(`/proc/${String(await postgresPid())}`)).uid).toBe(uid);
    const password = inCluster('eventide-password');
    expect(await ownerOf(password)).toEqual({ uid: 0, gid: 0, mode: 0o600 });
    for (const [otherUid, otherGid] of [
      [65_534, 65_534],
      [65_534, gid],
      [uid, gid],
    ] as const) {
      expect(await readAs(otherUid, otherGid, password)).toContain('Permission denied');
    }
    for (const name of ['PG_VERSION', '.s.PGSQL.5432', 'postmaster.pid']) {
      expect(await readAs(65_534, gid, inCluster(name))).toContain('Permission denied');
    }
    expect((await ownerOf(join(dataDir, 'postgres.log'))).mode).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.includes('-new-'))).toEqual([]);
    expect(await app.end('SIGTERM')).toBe(0);
  });

  test('one of nobody’s, as earlier versions made them, changes hands once nothing runs on it', async () => {
    const first = await startReady();
    await first.query('CREATE TABLE kept AS SELECT 7 AS value');
    await first.end('SIGTERM');
    await promisify(execFile)('chown', ['-R', '65534:65534', inCluster()]);
    const elsewhere = join(dataDir, 'elsewhere');
    await writeFile(elsewhere, 'not of the cluster');
    await chown(elsewhere, 65_534, 65_534);
    await symlink(elsewhere, inCluster('link'));

    const second = await startReady();
    expect((await second.query('SELECT value FROM kept')).rows).toEqual([{ value: 7 }]);
    const { uid } = await ownerOf(inCluster());
    expect(uid).not.toBe(65_534);
    expect((await stat(inCluster('base/1/PG_VERSION'))).uid).toBe(uid);
    expect(await ownerOf(inCluster('eventide-password'))).toMatchObject({ uid: 0, mode: 0o600 });
    expect((await stat(elsewhere)).uid).toBe(65_534);
    // Killed, both of them: it is still its own.
    const pid = await postgresPid();
    await second.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const third = await startReady();
    expect((await third.query('SELECT value FROM kept')).rows).toEqual([{ value: 7 }]);
    expect((await ownerOf(inCluster())).uid).toBe(uid);
  });

  test('a person’s own stays theirs', async () => {
    await (await startReady()).end('SIGTERM');
    await promisify(execFile)('chown', ['-R', '4321:4321', inCluster()]);
    const app = await startReady();
    expect((await app.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await ownerOf(inCluster('eventide-password'))).uid).toBe(4321);
    expect((await stat(`/proc/${String(await postgresPid())}`)).uid).toBe(4321);
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
