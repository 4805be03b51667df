import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { watchStatements } from './spread/watch';
import { withQuery, type TestDatabase } from './with-query';

export type { TestDatabase };

/** PostgreSQL's `object_in_use`: connections were still there after the five seconds that it waits for them. */
const IN_USE = '55006';

/**
 * Drops a database once its connections are gone, and cuts off those that somebody left open. A pool has ended a moment
 * before its connections have, and one that is cut off meanwhile throws into whatever runs then.
 */
async function drop(name: string): Promise<void> {
  try {
    await administer(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === IN_USE)) throw error;
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** Says the same on every machine that has a part of the databases. */
async function administer(sql: string): Promise<void> {
  for (const connectionString of inject('testMachineUrls')) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}

/** A new, migrated, empty database, for code that opens its own connections. */
export interface TestDatabaseAddress {
  /** As the role that owns the tables. */
  readonly connectionString: string;
  /** As the role that the app works as. */
  readonly appConnectionString: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(
  template = inject('testTemplate'),
): Promise<TestDatabaseAddress> {
  const name = `eventide_test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  const appUrl = new URL(url);
  const { name: role, password } = inject('testAppRole');
  Object.assign(appUrl, { username: role, password });
  return {
    connectionString: url.href,
    appConnectionString: appUrl.href,
    drop: () => drop(name),
  };
}

export interface TestDatabaseOptions {
  /** Whose connections: the app's role unless a test has to do what that may not. */
  readonly as?: 'app' | 'owner';
}

/**
 * A real PostgreSQL database of the caller's own, migrated and empty. `close` drops it, so call it in
 * `afterAll`. One for each test file is enough: tests keep apart by making their own organizations.
 */
export async function testDatabase({
  as = 'app',
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { connectionString, appConnectionString, ...address } = await createTestDatabase();
  const connection = {
    connectionString: as === 'app' ? appConnectionString : connectionString,
  };
  const database = openDatabase({ connection, poolSize: 5 });
  const refused = watchStatements(database.pool);
  return {
    ...withQuery(database),
    close: async () => {
      await database.close();
      await address.drop();
      if (refused.size > 0) throw new Error([...refused].join('\n\n'));
    },
  };
}
