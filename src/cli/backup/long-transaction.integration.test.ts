import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBackup } from '@/server/backup/service/create';
import { openDatabase } from '@/server/platform/db/db';
import { beginReading, beginWriting } from '@/server/transfer/repository/rows';
import { ask } from '@/test/backup';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { temporaryFolder } from '@/test/files';

const BOUND_MS = 300;

let database: TestDatabaseAddress;
/** Whether the server has a bound for transactions at all: PostgreSQL 17 and later. */
let isBound: boolean;

beforeEach(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const [found] = await ask<{ isBound: boolean }>(
    connectionString,
    `SELECT current_setting('transaction_timeout', true) IS NOT NULL AS "isBound"`,
  );
  isBound = found?.isBound ?? false;
  const name = new URL(connectionString).pathname.slice(1);
  if (isBound)
    await ask(
      connectionString,
      `ALTER DATABASE ${name} SET transaction_timeout = '${String(BOUND_MS)}ms'`,
    );
});
afterEach(() => database.drop());

it('a backup lasts longer than the database lets transactions last', async ({ skip }) => {
  skip(!isBound, 'this version of PostgreSQL has no such bound');
  const folder = await temporaryFolder();
  const made = await makeBackup({
    connection: { connectionString: database.appConnectionString },
    ...{ dataDir: folder, file: join(folder, 'kept.tar.gz') },
    ...{ authSecret: 'a secret for tests, and for tests alone', at: new Date() },
    onTable: (name) => (name === 'project' ? sleep(2 * BOUND_MS) : undefined),
  });
  expect(made.tables).toBeGreaterThan(0);
});

it('so do an export and an import of an organization', async ({ skip }) => {
  skip(!isBound, 'this version of PostgreSQL has no such bound');
  const connection = { connectionString: database.appConnectionString };
  const db = openDatabase({ connection });
  try {
    for (const begin of [beginReading, beginWriting]) {
      const client = await db.pool.connect();
      await begin(client);
      await client.query('SELECT pg_sleep($1)', [(2 * BOUND_MS) / 1_000]);
      await client.query('COMMIT');
      client.release();
    }
  } finally {
    await db.close();
  }
});
