import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadEnv } from '@/env';
import { freeBytesIn } from '@/server/backup/service/room';
import { verifyBackup } from '@/server/backup/service/verify';
import { manualClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { saveSetting } from '@/server/platform/db/settings';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { temporaryFolder } from '@/test/files';
import { backUp, type BackUp } from './commands';

const MIB = 1024 * 1024;
const clock = manualClock('2026-11-21T12:00:00Z');

let database: TestDatabaseAddress;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await temporaryFolder();
});
afterEach(() => database.drop());

/** Backs up where so much is free. */
function back(freeBytes: number | null, more: Partial<BackUp> = {}) {
  const environment = {
    ...{ NODE_ENV: 'test', DATABASE_URL: database.connectionString, DATA_DIR: folder },
    AUTH_SECRET: 'a secret for tests, and for tests alone',
  };
  const deps = {
    ...{ env: loadEnv(environment), clock, logger: createLogger('silent') },
    say: () => undefined,
  };
  const asked = { file: join(folder, 'kept.tar.gz'), acceptsLittleRoom: false };
  return backUp(deps, { ...asked, freeBytes: () => Promise.resolve(freeBytes), ...more });
}

it('a backup by hand begins only where there is room for the database, and says how to try it all the same', async () => {
  await expect(back(20 * MIB)).rejects.toThrow(
    /^There is no room for a backup: 20 MiB are free in \S+, and it may take \d+ MiB, as the database has \d+ MiB\. Nothing was written\. --accept-little-room tries it all the same\.$/,
  );
  expect(await readdir(folder)).toEqual([]);
  await back(20 * MIB, { acceptsLittleRoom: true });
  await verifyBackup(join(folder, 'kept.tar.gz'));
});

it.each([
  ['there is room', 10 * 1024 * MIB],
  ['its disk does not say', null],
])('it is made where %s', async (_where, freeBytes) => {
  await back(freeBytes);
  await verifyBackup(join(folder, 'kept.tar.gz'));
});

it('it goes by the last one that was made on a schedule', async () => {
  const db = openDatabase({ connection: { connectionString: database.connectionString } });
  const madeAt = clock.now().toISOString();
  const last = { madeAt, folder, file: join(folder, 'gone.tar.gz'), sizeBytes: 8 * MIB };
  await saveSetting(db, 'scheduled_backup', last, clock.now());
  await db.close();
  await expect(back(41 * MIB)).rejects.toThrow(/may take 42 MiB, as the last one has 8 MiB/);
  await back(42 * MIB);
});

it('it looks into the folder that the file goes to, which may not be there', async () => {
  const seen: string[] = [];
  const freeBytes = (of: string) => Promise.resolve(seen.push(of)).then(() => null);
  const file = join(folder, 'none', 'kept.tar.gz');
  await expect(back(null, { file, freeBytes })).rejects.toThrow('cannot be written: ENOENT');
  await expect(back(null, { file, freeBytes: freeBytesIn })).rejects.toThrow('ENOENT');
  expect(seen).toEqual([join(folder, 'none')]);
});

it('a database that holds nothing is said to be empty', async () => {
  const empty = await createTestDatabase('template0');
  await database.drop();
  database = empty;
  await expect(back(10 * 1024 * MIB)).rejects.toThrow('The database is empty');
});
