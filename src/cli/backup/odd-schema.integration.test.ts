import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeBackup } from '@/server/backup/service/create';
import { restoreBackup } from '@/server/backup/service/restore';
import { applyMigrations } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';
import { ask, namesIn, rowHashes, rulesOf } from '@/test/backup';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';

const authSecret = 'a secret for tests, and for tests alone';
const logger = createLogger('silent');

let folder: string;
const opened: TestDatabaseAddress[] = [];

async function emptyDatabase(): Promise<TestDatabaseAddress> {
  const database = await createTestDatabase('template0');
  opened.push(database);
  return database;
}

async function applyTo({ connectionString }: TestDatabaseAddress, migrationsDir: string) {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    await applyMigrations({ pool, migrationsDir, logger });
  } finally {
    await pool.end();
  }
}

function restoreInto(
  { connectionString }: TestDatabaseAddress,
  { file, migrationsDir }: { readonly file: string; readonly migrationsDir: string },
) {
  return restoreBackup({
    connection: { connectionString },
    ...{ file, migrationsDir, authSecret, logger, dataDir: folder, acceptsOtherSecret: false },
  });
}

/** What the schema of the day does not have, and that of tomorrow may. */
const ODD_SCHEMA = `
  CREATE TYPE "shade" AS ENUM ('dark', 'light');
  CREATE TABLE "Odd ""table""" (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent integer REFERENCES "Odd ""table""" (id),
    "a text" text, twice integer GENERATED ALWAYS AS (id * 2) STORED, raw bytea, list text[], at timestamptz, on_day date,
    amount numeric, ratio double precision, shade shade, doc jsonb, span interval);
  CREATE TABLE left_one (name text PRIMARY KEY, other text);
  CREATE TABLE right_one (name text PRIMARY KEY, other text NOT NULL REFERENCES left_one (name) ON DELETE CASCADE);
  ALTER TABLE left_one ADD CONSTRAINT left_one_other_fkey FOREIGN KEY (other) REFERENCES right_one (name);
  CREATE TABLE keyless (word text, number integer);
  INSERT INTO keyless VALUES ('from the migration', 0);
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept as it is'; END $$;
  CREATE TRIGGER keyless_kept BEFORE INSERT OR UPDATE OR DELETE ON keyless FOR EACH ROW EXECUTE FUNCTION refuse();`;
const ODD_ROWS = `
  INSERT INTO "Odd ""table""" (parent, "a text", raw, list, at, on_day, amount, ratio, shade, doc, span) VALUES
    (2, E'line\\nbreak\\ttab \\\\N \\\\. back\\\\slash ü 漢', '\\x00ff0a', ARRAY['a,b', NULL, E'c"d\\n'], 'infinity', '-infinity', 'NaN',
     0.1::float8 + 0.2, 'light', '{"a": "\\u00e9\\n"}', '1 month 2 days 00:00:00.5'),
    (1, '', '', '{}', '2026-11-26 23:00:00.123456+02', '0001-01-01 BC', 1e-30, '-infinity', 'dark', '[]', '-1 day'),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  INSERT INTO left_one VALUES ('l', NULL); INSERT INTO right_one VALUES ('r', 'l'), ('ä', 'l'), ('Z', 'l');
  UPDATE left_one SET other = 'r';
  ALTER TABLE keyless DISABLE TRIGGER USER; UPDATE keyless SET word = 'changed'; INSERT INTO keyless VALUES (NULL, 2), ('b', NULL);
  ALTER TABLE keyless ENABLE TRIGGER USER;`;

let odd: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-odd-'));
  odd = join(folder, 'odd-migrations');
  await mkdir(join(odd, '1_odd'), { recursive: true });
  await writeFile(join(odd, '1_odd', 'migration.sql'), ODD_SCHEMA);
  await mkdir(join(odd, '2_value'));
  await writeFile(
    join(odd, '2_value', 'migration.sql'),
    `ALTER TYPE "shade" ADD VALUE 'grey' BEFORE 'light'`,
  );
  await mkdir(join(odd, '3_beside'));
  await writeFile(
    join(odd, '3_beside', 'migration.sql'),
    '-- In no transaction.\nCREATE INDEX CONCURRENTLY "left_other_idx" ON left_one (other) WHERE (other IS NOT NULL);',
  );
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.drop()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));
async function keepOdd(): Promise<{ readonly file: string; readonly from: TestDatabaseAddress }> {
  const from = await emptyDatabase();
  await applyTo(from, odd);
  await ask(from.connectionString, ODD_ROWS);
  const file = join(await mkdtemp(join(folder, 'kept-')), 'odd.tar.gz');
  const { connectionString } = from;
  await makeBackup({
    connection: { connectionString },
    ...{ dataDir: folder, authSecret, file, at: new Date() },
  });
  return { file, from };
}

it('comes back with identities, computed columns, circles of keys and any value', async () => {
  const { file, from } = await keepOdd();
  const target = await emptyDatabase();
  await restoreInto(target, { file, migrationsDir: odd });
  expect(await rowHashes(target.connectionString)).toEqual(await rowHashes(from.connectionString));
  expect(await rulesOf(target.connectionString)).toEqual(await rulesOf(from.connectionString));
  const next = `INSERT INTO "Odd ""table""" (shade) VALUES ('grey') RETURNING id`;
  expect(await ask(target.connectionString, next)).toEqual([{ id: 4 }]);
});

it('is brought up to the version that restores it', async () => {
  const { file, from } = await keepOdd();
  const newer = join(folder, 'newer-migrations');
  await cp(odd, newer, { recursive: true });
  await mkdir(join(newer, '4_newer'));
  const sql = `ALTER TABLE left_one ADD COLUMN more text NOT NULL DEFAULT 'new'; UPDATE left_one SET more = name`;
  await writeFile(join(newer, '4_newer', 'migration.sql'), sql);
  const target = await emptyDatabase();
  const report = await restoreInto(target, { file, migrationsDir: newer });
  expect(report.migrated).toEqual(['4_newer']);
  expect(await ask(target.connectionString, 'SELECT * FROM left_one')).toEqual([
    { name: 'l', other: 'r', more: 'l' },
  ]);
  expect(await rowHashes(from.connectionString)).toMatchObject({ left_one: expect.any(String) });
  await rm(join(newer, '4_newer', 'migration.sql'));
  await writeFile(join(newer, '4_newer', 'migration.sql'), 'SELECT * FROM nowhere');
  const other = await emptyDatabase();
  const failing = restoreInto(other, { file, migrationsDir: newer });
  await expect(failing).rejects.toThrow('4_newer could not be applied');
  expect(await namesIn(other)).toEqual([]);
});
