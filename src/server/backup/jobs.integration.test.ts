import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { temporaryFolder } from '@/test/files';
import { openDatabase } from '@/server/platform/db/db';
import { saveSetting } from '@/server/platform/db/settings';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { scheduleBackups } from './jobs';
import { findDatabaseIdentity } from './repository/identity';
import { makeBackup } from './service/create';
import { backUpWhenDue, findLastBackup, type Means } from './service/scheduled';
import { verifyBackup } from './service/verify';

const HOUR_MS = 60 * 60_000;

let deps: TestDeps;
let dir: string;
/** The name of a scheduled backup of this database. */
let named: (stamp: string) => string;
const { signal } = new AbortController();

beforeEach(async () => {
  dir = join(await temporaryFolder(), 'backups');
  const settings = { BACKUP_DIR: dir, BACKUP_INTERVAL: '6h', BACKUP_KEEP: '2', DATA_DIR: dir };
  deps = testDeps(await testDatabase(), settings);
  const identity = await findDatabaseIdentity(deps.db);
  named = (stamp) => `eventide-scheduled-${identity}-${stamp}.tar.gz`;
});
afterEach(() => deps.db.close());

/** What is in the folder beside the file that says what it is for. */
const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => !name.endsWith('-are-kept-here'));

const later = (hours: number) => deps.clock.advance(hours * HOUR_MS);

test('a backup is made when it is due, for nobody else to read, and the newest are kept', async () => {
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toEqual([named('20261121T120000Z')]);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  await verifyBackup(join(dir, named('20261121T120000Z')));
  expect(deps.logged()).toContain('backup made');
  later(5);
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toHaveLength(1);
  await writeFile(join(dir, 'mine.tar.gz'), '');
  for (let time = 0; time < 2; time += 1) {
    later(6);
    await backUpWhenDue(deps, signal);
  }
  expect((await backupsIn(dir)).toSorted()).toEqual([
    named('20261121T230000Z'),
    named('20261122T050000Z'),
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
  expect(await backupsIn(dir)).toHaveLength(1);
});

test('what another installation or a person keeps in the folder stays, and so does what was just made', async () => {
  await mkdir(dir);
  const others = [
    'eventide-20261119T120000Z.tar.gz',
    'eventide-20261120T120000Z.tar.gz',
    'eventide-scheduled-00000000-20261120T120000Z.tar.gz',
    named('20270101T000000Z'),
    named('20270102T000000Z'),
  ];
  for (const name of others) await writeFile(join(dir, name), '');
  await backUpWhenDue(deps, signal);
  expect((await backupsIn(dir)).toSorted()).toEqual(
    [...others, named('20261121T120000Z')].toSorted(),
  );
});

test('one is due as well where the file of the last one is gone, or a clock was ahead', async () => {
  await backUpWhenDue(deps, signal);
  await rm(join(dir, named('20261121T120000Z')));
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toEqual([]);
  later(1);
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toEqual([named('20261121T130000Z')]);
  expect(deps.logged()).toContain('the last backup is not there any more');
  const ahead = { ...(await findLastBackup(deps.db)), madeAt: '2027-11-21T13:00:00.000Z' };
  await saveSetting(deps.db, 'scheduled_backup', ahead, deps.clock.now());
  later(1);
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toContain(named('20261121T140000Z'));
});

test('where the disk of the folder is not mounted, nothing is written below it', async () => {
  await backUpWhenDue(deps, signal);
  const mounted = `${dir}-elsewhere`;
  for (const isFolderThere of [false, true]) {
    await rename(dir, mounted);
    if (isFolderThere) await mkdir(dir);
    later(6);
    await expect(backUpWhenDue(deps, signal)).rejects.toThrow(
      /BACKUP_DIR is not the one .*-are-kept-here is not there\. Mount its disk/,
    );
    expect(await readdir(join(dir, '..'))).toHaveLength(isFolderThere ? 2 : 1);
    if (isFolderThere) expect(await readdir(dir)).toEqual([]);
    await rm(dir, { recursive: true, force: true });
    await rename(mounted, dir);
  }
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toHaveLength(2);
});

test('whoever wants them in the folder as it is says so, and a folder of another name is a new one', async () => {
  await backUpWhenDue(deps, signal);
  const [marker] = (await readdir(dir)).filter((name) => name.endsWith('-are-kept-here'));
  await rm(dir, { recursive: true });
  await mkdir(dir);
  await writeFile(join(dir, marker ?? ''), '');
  later(6);
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toEqual([named('20261121T180000Z')]);
  const other = `${dir}-other`;
  const backups = { intervalMs: 6 * HOUR_MS, keep: 2, dir: other };
  await backUpWhenDue({ ...deps, env: { ...deps.env, backups } }, signal);
  expect(await backupsIn(other)).toEqual([named('20261121T180000Z')]);
});

test('where something cleaned up the file that the folder is known by, it is known by the last backup', async () => {
  await backUpWhenDue(deps, signal);
  const [marker = ''] = (await readdir(dir)).filter((name) => name.endsWith('-are-kept-here'));
  await rm(join(dir, marker));
  later(6);
  await backUpWhenDue(deps, signal);
  expect(await readdir(dir)).toContain(marker);
  // It is as young as the newest of them: what removes old files leaves it.
  const old = new Date('2026-01-01T00:00:00Z');
  await utimes(join(dir, marker), old, old);
  later(6);
  await backUpWhenDue(deps, signal);
  expect((await stat(join(dir, marker))).mtime).toEqual(deps.clock.now());
});

test('a database that a backup was restored to begins a folder anew', async () => {
  await backUpWhenDue(deps, signal);
  const before = { ...(await findLastBackup(deps.db)), database: '00000000' };
  await saveSetting(deps.db, 'scheduled_backup', before, deps.clock.now());
  await rm(dir, { recursive: true });
  later(6);
  await backUpWhenDue(deps, signal);
  expect(await backupsIn(dir)).toEqual([named('20261121T180000Z')]);
});

test('what a killed process left goes after a day', async () => {
  await backUpWhenDue(deps, signal);
  const left = join(dir, `${named('20261120T120000Z')}.0123456789ab.partial`);
  await writeFile(left, 'half');
  const day = new Date('2026-11-20T12:00:00Z');
  await utimes(left, day, day);
  later(6);
  await backUpWhenDue(deps, signal);
  expect((await backupsIn(dir)).filter((name) => name.endsWith('.partial'))).toEqual([]);
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

/** A disk with so much room, on which backups are made, or fail as they do once it is full. */
function disk(freeBytes: number | null, fills = false): Means & { tries: number } {
  const means = {
    tries: 0,
    freeBytes: () => Promise.resolve(freeBytes),
    make: (options: Parameters<typeof makeBackup>[0]) => {
      means.tries += 1;
      if (!fills) return makeBackup(options);
      return Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    },
  };
  return means;
}

test('where there is no room nothing is written, and it is made as soon as there is', async () => {
  const small = disk(20 * 1024 * 1024);
  const refused = /no room for a backup: 20 MiB are free.*as the database has \d+ MiB/;
  await expect(backUpWhenDue(deps, signal, small)).rejects.toThrow(refused);
  expect(small.tries).toBe(0);
  expect(await backupsIn(dir)).toEqual([]);
  const large = disk(10 * 1024 ** 3);
  expect(await backUpWhenDue(deps, signal, large)).toEqual({ failed: 0 });
  later(6);
  await expect(backUpWhenDue(deps, signal, small)).rejects.toThrow(/as the last one has 1 MiB/);
  expect(await backUpWhenDue(deps, signal, disk(null))).toEqual({ failed: 0 });
  expect(await backupsIn(dir)).toHaveLength(2);
  // Moved to another machine, it is as large as it was.
  for (const name of await backupsIn(dir)) await rm(join(dir, name));
  later(6);
  await expect(backUpWhenDue(deps, signal, small)).rejects.toThrow(/as the last one has 1 MiB/);
});

test('one that cannot be noted goes: the next look makes another', async () => {
  const { connectionString } = deps.db.pool.options;
  const db = openDatabase({ connection: { connectionString } });
  const make: Means['make'] = async (options) => {
    const made = await makeBackup(options);
    expect(await backupsIn(dir)).toHaveLength(1);
    await db.close();
    return made;
  };
  const away = backUpWhenDue({ ...deps, db }, signal, { ...disk(null), make });
  await expect(away).rejects.toMatchObject({ code: 'unavailable' });
  expect(await backupsIn(dir)).toEqual([]);
  expect(await backUpWhenDue(deps, signal)).toEqual({ failed: 0 });
});

test('one that filled the disk is tried again after an hour, by whatever process, then after two', async () => {
  const full = disk(10 * 1024 ** 3, true);
  const look = () => backUpWhenDue(deps, signal, full);
  await expect(look()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(deps.logged()).toContain('a backup filled the disk');
  // It has failed for whoever measures it, until one is made.
  later(0.9);
  expect(await look()).toEqual({ failed: 1 });
  later(0.1);
  await expect(look()).rejects.toThrow();
  later(1.9);
  expect(await look()).toEqual({ failed: 1 });
  later(0.1);
  await expect(look()).rejects.toThrow();
  expect(full.tries).toBe(3);
  // Another folder is another disk.
  const elsewhere = { ...deps.env, backups: { dir: `${dir}2`, keep: 2, intervalMs: 6 * HOUR_MS } };
  expect(await backUpWhenDue({ ...deps, env: elsewhere }, signal)).toEqual({ failed: 0 });
  later(4);
  expect(await backUpWhenDue(deps, signal)).toEqual({ failed: 0 });
  later(6);
  await expect(look()).rejects.toThrow();
  later(1);
  await expect(look()).rejects.toThrow();
});

test('one that failed otherwise is tried again at the next look', async () => {
  const broken: Means = { ...disk(null), make: () => Promise.reject(new Error('away')) };
  for (let time = 0; time < 2; time += 1)
    await expect(backUpWhenDue(deps, signal, broken)).rejects.toThrow('away');
});

test('nothing is made where no folder is named', async () => {
  const unset = testDeps(deps.db);
  await scheduleBackups(unset)();
  await backUpWhenDue(unset, signal);
  expect(await findLastBackup(deps.db)).toBeNull();
});
