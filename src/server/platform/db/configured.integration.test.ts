import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadEnv } from '@/env';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { configuredDatabase } from './configured';
import { DatabaseStartError } from './embedded/start-error';

let own: TestDatabaseAddress;
let other: TestDatabaseAddress;
beforeAll(async () => {
  [own, other] = await Promise.all([createTestDatabase(), createTestDatabase('template0')]);
});
afterAll(() => Promise.all([own.drop(), other.drop()]));

const start = (beside: Readonly<Record<string, string>>) =>
  configuredDatabase(
    loadEnv({
      ...{ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40), DATABASE_URL: own.appConnectionString },
      ...beside,
    }),
  );

test.each(['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'])(
  '%s of another database is refused: it would be migrated, kept and listened to',
  async (name) => {
    const refused = start({ [name]: other.connectionString });
    await expect(refused).rejects.toThrow(DatabaseStartError);
    await expect(refused).rejects.toThrow(`${name} leads to another database than DATABASE_URL`);
  },
  30_000,
);

test('another role, past whatever lies between, at the same database is taken', async () => {
  const ways = await start({
    DATABASE_DIRECT_URL: own.appConnectionString,
    DATABASE_OWNER_URL: own.connectionString,
  });
  expect(ways?.session).toEqual({ connectionString: own.connectionString });
});
