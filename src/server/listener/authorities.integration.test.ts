import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { saveSetting } from '@/server/platform/db/settings';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { temporaryFolder } from '@/test/files';
import { watchAuthorities } from './scanner-tls/authority-watch';
import { openScannerCredentials } from './scanner-tls/credentials';

const MINUTE_MS = 60_000;

let db: TestDatabase;
let deps: TestDeps;
beforeEach(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterEach(() => db.close());

/** A process on this database that keeps its authority in a folder, as another machine does. */
async function processOn(dataDir: string) {
  const { clock } = deps;
  const own = testDeps(db);
  const { logger } = own;
  const credentials = await openScannerCredentials({ dataDir, clock, logger });
  const pem = credentials.scannerCaPem() ?? '';
  const watch = watchAuthorities({ db, clock, logger }, pem);
  onTestFinished(() => watch.stop());
  // The first look is already under way.
  await watch.look();
  const complaints = () =>
    own
      .logged()
      .split('\n')
      .filter((line) => line.includes('scanner authorities differ'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { watch, complaints, fingerprint: new X509Certificate(pem).fingerprint256 };
}

it('says in each process that another one has another authority, and no more once that is gone', async () => {
  const one = await processOn(await temporaryFolder());
  deps.clock.advance(MINUTE_MS);
  const other = await processOn(await temporaryFolder());
  deps.clock.advance(MINUTE_MS);
  await one.watch.look();
  await other.watch.look();
  expect([one.watch.count(), other.watch.count()]).toEqual([2, 2]);
  for (const [own, of] of [[one, other] as const, [other, one] as const])
    expect(own.complaints()).toEqual([
      expect.objectContaining({
        ...{ level: 'error', fingerprint256: own.fingerprint, others: [of.fingerprint] },
        msg: expect.stringContaining('Copy DATA_DIR/scanner-ca of one to all of them'),
      }),
    ]);

  other.watch.stop();
  deps.clock.advance(20 * MINUTE_MS);
  await one.watch.look();
  expect(one.watch.count()).toBe(1);
  expect(one.complaints()).toHaveLength(1);
});

it('says it once where one looks while a look is under way', async () => {
  const other = await processOn(await temporaryFolder());
  deps.clock.advance(MINUTE_MS);
  await processOn(await temporaryFolder());
  await Promise.all([other.watch.look(), other.watch.look(), other.watch.look()]);
  expect(other.complaints()).toHaveLength(1);
});

it('takes processes that have the same one for what they should be', async () => {
  const folder = await temporaryFolder();
  const processes = [await processOn(folder), await processOn(folder)];
  deps.clock.advance(MINUTE_MS);
  for (const { watch } of processes) await watch.look();
  expect(processes.map(({ watch, complaints }) => [watch.count(), complaints()])).toEqual([
    [1, []],
    [1, []],
  ]);
});

it('says nothing of one that was made anew on purpose, and forgets the one before after a day', async () => {
  const before = await processOn(await temporaryFolder());
  before.watch.stop();
  deps.clock.advance(MINUTE_MS);
  const after = await processOn(await temporaryFolder());
  deps.clock.advance(5 * MINUTE_MS);
  await after.watch.look();
  expect([after.watch.count(), after.complaints()]).toEqual([1, []]);
  await saveSetting(db, 'another setting', {}, deps.clock.now());
  deps.clock.advance(24 * 60 * MINUTE_MS);
  await after.watch.look();
  expect(await db.query('SELECT name FROM installation_setting ORDER BY name')).toEqual([
    { name: 'another setting' },
    { name: `scanner_authority:${after.fingerprint}` },
  ]);
});
