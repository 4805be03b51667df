import { withQuery } from '@/test/with-query';
import { expect, test } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { callAnonymously } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';

const check = (db: TestDatabase) => callAnonymously(testDeps(db)).health.check();

test('is well while the database answers', async () => {
  const db = await testDatabase();
  expect(await check(db)).toEqual({ status: 'ok' });
  await db.close();
});

test('says so when the database is away', async () => {
  const db = withQuery(
    openDatabase({ connection: { connectionString: 'postgresql://127.0.0.1:1/none' } }),
  );
  await expect(check(db)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is not reachable',
  });
  await db.close();
});

test('answers within two seconds when every connection is taken', async () => {
  const db = await testDatabase();
  const taken = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
  const startedAtMs = performance.now();
  await expect(check(db)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database does not answer',
  });
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  for (const client of taken) client.release();
  await db.close();
});
