import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { closeInTime } from './close-in-time';
import { openDatabase } from './db';

let address: TestDatabaseAddress;
beforeAll(async () => {
  address = await createTestDatabase();
});
afterAll(() => address.drop());

const open = () => openDatabase({ connection: { connectionString: address.appConnectionString } });

/** Milliseconds that closing takes. */
async function timeOf(closing: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await closing();
  return performance.now() - begun;
}

describe('a database that is closed in time', () => {
  test('is closed, where a transaction waits for an answer', async () => {
    const db = open();
    const waiting = db
      .transaction((tx) => sql`SELECT pg_sleep(50)`.execute(tx.sql))
      .catch((error: unknown) => error);
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(1);
    expect(await timeOf(() => db.close(100))).toBeLessThan(5_000);
    expect(await waiting).toBeInstanceOf(Error);
  });

  test('is closed, where a connection is never given back', async () => {
    const db = open();
    const lent = await db.pool.connect();
    expect(await timeOf(() => db.close(100))).toBeLessThan(5_000);
    await expect(lent.query('SELECT 1')).rejects.toThrow();
  });

  test('is closed at once where nobody has anything of it', async () => {
    const db = open();
    await db.pool.query('SELECT 1');
    expect(await timeOf(() => db.close(600_000))).toBeLessThan(5_000);
    expect(db.pool.ended).toBe(true);
  });
});

test('what fails in time is told of, and what fails as it was cut is not', async () => {
  const failing = () => Promise.reject(new Error('no'));
  await expect(closeInTime(failing, () => undefined, 1_000)).rejects.toThrow('no');
  let cut = () => {};
  const hanging = () =>
    new Promise<void>((_, reject) => {
      cut = () => reject(new Error('cut'));
    });
  await closeInTime(hanging, () => cut(), 10);
});
