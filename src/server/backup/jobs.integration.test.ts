import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { temporaryFolder } from '@/test/files';
import { openDatabase } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { scheduleBackups } from './jobs';
import { backUpWhenDue, findLastBackup } from './service/scheduled';
import { verifyBackup } from './service/verify';

const HOUR_MS = 60 * 60_000;

let deps: TestDeps;
let dir: string;
const { signal } = new AbortController();

beforeEach(async () => {
  dir = join(await temporaryFolder(), 'backups');
  const settings = { BACKUP_DIR: dir, BACKUP_INTERVAL: '6h', BACKUP_KEEP: '2', DATA_DIR: dir };
  deps = testDeps(await testDatabase(), settings);
});
afterEach(() => deps.db.close());

const later = (hours: number) => deps.clock.advance(hours * HOUR_MS);

test('a backup is made when it is due, for nobody else to read, and the newest are kept', async () => {
  await backUpWhenDue(deps, signal);
  expect(await readdir(dir)).toEqual(['eventide-20261121T120000Z.tar.gz']);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  await verifyBackup(join(dir, 'eventide-20261121T120000Z.tar.gz'));
  expect(deps.logged()).toContain('backup made');
  later(5);
  await backUpWhenDue(deps, signal);
  expect(await readdir(dir)).toHaveLength(1);
  await writeFile(join(dir, 'mine.tar.gz'), '');
  for (let time = 0; time < 2; time += 1) {
    later(6);
    await backUpWhenDue(deps, signal);
  }
  expect((await readdir(dir)).toSorted()).toEqual([
    'eventide-20261121T230000Z.tar.gz',
    'eventide-20261122T050000Z.tar.gz',
    'mine.tar.gz',
  ]);
  const last = await findLastBackup(deps.db);
  expect(last?.madeAt).toBe('2026-11-22T05:00:00.000Z');
});

test('the embedded database is reached, whose address comes in parts', async () => {
  const url = new URL(deps.db.pool.options.connectionString ?? '');
  const connection = {
    host: url.searchParams.get('host') ?? url.hostname,
    ...{ port: Number(url.port), user: url.username, password: url.password },
    database: url.pathname.slice(1),
  };
  const db = openDatabase({ connection });
  try {
    await backUpWhenDue({ ...deps, db }, signal);
  } finally {
    await db.close();
  }
  expect(await readdir(dir)).toHaveLength(1);
});

test('what a killed process left goes after a day', async () => {
  await backUpWhenDue(deps, signal);
  const left = join(dir, 'eventide-20261120T120000Z.tar.gz.0123456789ab.partial');
  await writeFile(left, 'half');
  const day = new Date('2026-11-20T12:00:00Z');
  await utimes(left, day, day);
  later(6);
  await backUpWhenDue(deps, signal);
  expect((await readdir(dir)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('while one process makes it, another does not; a failure is logged and removes nothing', async () => {
  await exclusively(deps.db, 'backups', async () => {
    const stop = scheduleBackups(deps);
    await stop();
    expect(deps.logged()).not.toMatch(/backup (made|failed)/);
  });
  await writeFile(dir, 'a file where the folder should be');
  const stop = scheduleBackups(deps);
  await vi.waitUntil(() => deps.logged().includes('the backup failed'));
  await stop();
  expect(await findLastBackup(deps.db)).toBeNull();
});

test('nothing is made where no folder is named', async () => {
  const unset = testDeps(deps.db);
  await scheduleBackups(unset)();
  await backUpWhenDue(unset, signal);
  expect(await findLastBackup(deps.db)).toBeNull();
});
