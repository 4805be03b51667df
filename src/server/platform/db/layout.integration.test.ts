import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';
import { PLACED_TABLES, SPREAD_BY, type Place } from './layout';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
});
afterAll(() => db.close());

const namesOf = (...places: Place[]) =>
  PLACED_TABLES.filter(({ place }) => places.includes(place)).map(({ name }) => name);

const all = async (sql: string, ...params: readonly unknown[]) =>
  (await db.query<{ text: string }>(sql, params)).map(({ text }) => text).toSorted();

test('every table of the database has its place', async () => {
  const found = await all(
    `SELECT tablename::text AS text FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`,
  );
  expect(PLACED_TABLES.map(({ name }) => name).toSorted()).toEqual(found);
});

const CARRY_THE_ORGANIZATION = `
  SELECT c.relname::text AS text FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
     AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $1 AND a.attnotnull)`;

test('what is spread carries its organization, and what carries one is on no machine alone', async () => {
  const carrying = await all(CARRY_THE_ORGANIZATION, SPREAD_BY);
  expect(carrying).toEqual(expect.arrayContaining(namesOf('distributed')));
  expect(carrying.filter((name) => namesOf('local').includes(name))).toEqual([]);
});

test('what must be unique is so within an organization, where rows are spread', async () => {
  const found = await all(
    `SELECT i.indexrelid::regclass::text AS text FROM pg_index i
      WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND i.indisunique
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = $2
                           AND a.attnum = ANY (i.indkey::int2[]))`,
    namesOf('distributed'),
    SPREAD_BY,
  );
  expect(found).toEqual([]);
});

test('foreign keys stay within one machine, and follow no id that changes', async () => {
  const outward = await all(
    `SELECT conrelid::regclass || ' ' || conname AS text FROM pg_constraint
      WHERE contype = 'f'
        AND (conrelid = ANY ($1::text[]::regclass[]) AND confrelid = ANY ($2::text[]::regclass[])
          OR conrelid = ANY ($3::text[]::regclass[]) AND confrelid = ANY ($4::text[]::regclass[]))`,
    // What is on each machine can be pointed at from everywhere, what is on one from there alone.
    namesOf('distributed', 'reference'),
    namesOf('local'),
    namesOf('reference', 'local'),
    namesOf('distributed'),
  );
  expect(outward).toEqual([]);
  const across = await all(
    `SELECT conrelid::regclass || ' ' || conname AS text FROM pg_constraint
      WHERE contype = 'f' AND conrelid = ANY ($1::text[]::regclass[]) AND confrelid = ANY ($1::text[]::regclass[])
        AND NOT EXISTS (SELECT FROM unnest(conkey, confkey) AS pair (own, other)
                          JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = pair.own
                          JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = pair.other
                         WHERE a.attname = $2 AND b.attname = $2)`,
    namesOf('distributed'),
    SPREAD_BY,
  );
  expect(across).toEqual([]);
  const following = await all(
    `SELECT conrelid::regclass || ' ' || conname AS text FROM pg_constraint
      WHERE contype = 'f' AND (confupdtype <> 'a' OR confdeltype NOT IN ('a', 'r', 'c') OR NOT convalidated)`,
  );
  expect(following).toEqual([]);
});
