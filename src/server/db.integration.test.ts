import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '@/test/database';
import type { Database } from './db';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test('values arrive as documented', async () => {
  const [row] = await db.query(`
    SELECT DATE '2026-03-01' AS day, 42::int8 AS small, 9007199254740993::int8 AS large, 1.5::numeric AS price,
           TIMESTAMPTZ '2026-03-01 12:00:00+02' AS instant, TIMESTAMP '2026-03-01 12:00:00' AS zoneless,
           ARRAY[DATE '2026-03-01', NULL] AS days, ARRAY[1::int8, 2] AS numbers, ARRAY[1.5, 2.5] AS prices,
           '{"a": 1}'::jsonb AS data`);
  expect(row).toEqual({
    day: '2026-03-01',
    small: 42,
    large: 9007199254740993n,
    price: 1.5,
    instant: new Date('2026-03-01T10:00:00Z'),
    zoneless: new Date('2026-03-01T12:00:00Z'),
    days: ['2026-03-01', null],
    numbers: [1, 2],
    prices: [1.5, 2.5],
    data: { a: 1 },
  });
});
