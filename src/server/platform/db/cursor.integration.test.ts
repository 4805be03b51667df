import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
});
afterAll(() => db.close());

const compiled = <Row extends object>(sql: string, params: unknown[] = []) => ({
  compile: () => CompiledQuery.raw(sql, params) as CompiledQuery<Row>,
});

const numbers = (until: number, batchRows: number) =>
  db.batches(
    compiled<{ n: number }>('SELECT n FROM generate_series(1, $1::int) n', [until]),
    batchRows,
  );

async function batchesOf(until: number, batchRows: number): Promise<number[][]> {
  const batches: number[][] = [];
  for await (const rows of numbers(until, batchRows)) batches.push(rows.map(({ n }) => n));
  return batches;
}

async function drained(rows: AsyncIterable<unknown>): Promise<number> {
  let batches = 0;
  for await (const _rows of rows) batches += 1;
  return batches;
}

const busy = () => db.pool.totalCount - db.pool.idleCount;

test.each([
  [0, []],
  [1, [[1]]],
  [3, [[1, 2, 3]]],
  [7, [[1, 2, 3], [4, 5, 6], [7]]],
])('reads %i rows three at a time', async (until, expected) => {
  expect(await batchesOf(until, 3)).toEqual(expected);
  expect(busy()).toBe(0);
});

test('gives its connection back to those who stop early, ready for the next', async () => {
  for await (const rows of numbers(1_000, 10)) {
    expect(rows).toHaveLength(10);
    expect(busy()).toBe(1);
    break;
  }
  expect(busy()).toBe(0);
  // The same connection can open the cursor again.
  for (let round = 0; round < 6; round += 1) expect(await batchesOf(2, 5)).toEqual([[1, 2]]);
});

test('has the next batch made while the reader works on one, and no more', async () => {
  const statement =
    'SELECT n FROM generate_series(1, 5) n WHERE pg_try_advisory_xact_lock(7000 + n)';
  const made = async () =>
    (
      await db.query<{ n: number }>(
        `SELECT objid::int - 7000 AS n FROM pg_locks WHERE locktype = 'advisory' AND objid > 7000
            AND objid < 7010 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          ORDER BY 1`,
      )
    ).map(({ n }) => n);
  for await (const rows of db.batches(compiled<{ n: number }>(statement), 1)) {
    expect(rows).toEqual([{ n: 1 }]);
    await expect.poll(made, { timeout: 5_000 }).toEqual([1, 2]);
    break;
  }
  expect(await made()).toEqual([]);
});

test('shows one moment, whatever is written meanwhile', async () => {
  await db.query('CREATE TABLE seen (n int)');
  await db.query('INSERT INTO seen SELECT generate_series(1, 20)');
  let count = 0;
  for await (const rows of db.batches(compiled('SELECT * FROM seen ORDER BY n'), 5)) {
    count += rows.length;
    await db.query('INSERT INTO seen VALUES (100)');
  }
  expect(count).toBe(20);
});

test('fails as a query does, with its connection back', async () => {
  const statement = 'SELECT 1 / (n - 3) FROM generate_series(1, $1::int) n';
  const rows = db.batches(compiled(statement, [9]), 1);
  await expect(drained(rows)).rejects.toThrow('division by zero');
  expect(busy()).toBe(0);
});
