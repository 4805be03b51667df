import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '@/server/db';

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServerUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A new, migrated, empty database, for code that opens its own connections. */
export interface TestDatabaseAddress {
  readonly connectionString: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(
  template = inject('testTemplate'),
): Promise<TestDatabaseAddress> {
  const name = `eventide_test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * A real PostgreSQL database of the caller's own, migrated and empty. `close` drops it, so call it in
 * `afterAll`. One for each test file is enough: tests keep apart by making their own organizations.
 */
export async function testDatabase(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase({ connection: { connectionString }, poolSize: 5 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
