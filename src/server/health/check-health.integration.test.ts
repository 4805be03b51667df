import { tmpdir } from 'node:os';
import { withQuery } from '@/test/with-query';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { callAnonymously } from '@/test/callers';
import { createTestDatabase, testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';

const check = (db: TestDatabase) => callAnonymously(testDeps(db)).health.check();
const ready = (db: TestDatabase) => callAnonymously(testDeps(db)).health.ready();

async function ownDatabase(): Promise<TestDatabase> {
  const db = await testDatabase({ as: 'owner' });
  onTestFinished(() => db.close());
  return db;
}

test('is well while the database answers', async () => {
  const db = await ownDatabase();
  expect(await check(db)).toEqual({ status: 'ok' });
  expect(await ready(db)).toEqual({ status: 'ok' });
});

test('says so when the database is away', async () => {
  const db = withQuery(
    openDatabase({ connection: { connectionString: 'postgresql://127.0.0.1:1/none' } }),
  );
  await expect(check(db)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is not reachable',
  });
  await expect(ready(db)).rejects.toMatchObject({ message: 'database_away' });
  expect(await callAnonymously(testDeps(db)).health.live()).toEqual({ status: 'ok' });
  await db.close();
});

test('waits for no work: every connection may be taken', async () => {
  const db = await ownDatabase();
  const taken = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
  expect(await check(db)).toEqual({ status: 'ok' });
  expect(await ready(db)).toEqual({ status: 'ok' });
  for (const client of taken) client.release();
});

test('answers within two seconds when the database does not', async () => {
  const db = await ownDatabase();
  const holder = await db.pool.connect();
  await holder.query('BEGIN; LOCK TABLE _prisma_migrations');
  const startedAtMs = performance.now();
  const asked = [check(db), ready(db)];
  await expect(asked[0]).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database does not answer',
  });
  await expect(asked[1]).rejects.toMatchObject({ message: 'database_late' });
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  await holder.query('ROLLBACK');
  holder.release();
});

test('wants no requests where nothing can be written, as on a standby', async () => {
  const address = await createTestDatabase();
  const connection = {
    connectionString: address.appConnectionString,
    options: '-c default_transaction_read_only=on',
  };
  const db = withQuery(openDatabase({ connection, poolSize: 2 }));
  await expect(ready(db)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'read_only',
  });
  await expect(check(db)).rejects.toMatchObject({ message: 'The database is read-only' });
  await db.close();
  await address.drop();
});

test('wants no requests where migrations are missing, as after an older backup was brought back', async () => {
  const db = await ownDatabase();
  await db.query(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  );
  await expect(ready(db)).rejects.toMatchObject({ message: 'migrations_missing' });
  await expect(check(db)).rejects.toMatchObject({ message: 'The database lacks migrations' });
  await db.query('DROP TABLE _prisma_migrations');
  await expect(ready(db)).rejects.toMatchObject({ message: 'migrations_missing' });
});

test('is ready again after the folder of migrations could not be read once', async () => {
  const db = await ownDatabase();
  const deps = testDeps(db);
  const call = callAnonymously(deps);
  const here = process.cwd();
  process.chdir(tmpdir());
  try {
    await expect(call.health.ready()).rejects.toMatchObject({ message: 'database_away' });
  } finally {
    process.chdir(here);
  }
  deps.clock.advance(1_000);
  expect(await call.health.ready()).toEqual({ status: 'ok' });
});

test('wants none once the process ends, and answers still', async () => {
  const db = await ownDatabase();
  const deps = testDeps(db, {}, { ending: AbortSignal.abort() });
  await expect(callAnonymously(deps).health.ready()).rejects.toMatchObject({ message: 'draining' });
  expect(await callAnonymously(deps).health.check()).toEqual({ status: 'ok' });
  expect(await callAnonymously(deps).health.live()).toEqual({ status: 'ok' });
});

test('asks the database once a second, however many ask, and tells the log of a change once', async () => {
  const db = await ownDatabase();
  const deps = testDeps(db);
  // Metrics have dependencies of their own, beside those of requests.
  const calls = [callAnonymously(deps), callAnonymously({ ...deps })];
  const ask = (times: number) =>
    Promise.allSettled(
      Array.from({ length: times / 2 }, () => calls.map((call) => call.health.ready())).flat(),
    );
  await ask(50);
  await db.query('DROP TABLE _prisma_migrations');
  expect((await ask(50)).every(({ status }) => status === 'fulfilled')).toBe(true);
  deps.clock.advance(1_000);
  expect((await ask(50)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(deps.logged().match(/"event":"readiness","reason":"migrations_missing"/g)).toHaveLength(1);
});
