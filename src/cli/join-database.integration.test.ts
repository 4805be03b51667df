import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { loadEnv } from '@/env';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase } from '@/test/database';
import { joinDatabase } from './join-database';

const logger = createLogger('silent');
const REFUSED = 'The database is of an earlier version than this command, and stays so';

/** A database, to ask and to join as a command does. */
async function database(template?: 'template0') {
  const { connectionString, appConnectionString, drop } = await createTestDatabase(template);
  onTestFinished(() => drop());
  const env = loadEnv({
    DATABASE_URL: appConnectionString,
    DATABASE_OWNER_URL: connectionString,
    AUTH_SECRET: 's'.repeat(32),
  });
  return {
    join: async (mayMake: boolean) => {
      const { stop } = await joinDatabase(env, logger, { mayMake });
      await stop();
    },
    ask: async (text: string) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
const TABLES = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
const HISTORY = 'SELECT migration_name FROM _prisma_migrations ORDER BY 1';
const LAST = '(SELECT max(migration_name) FROM _prisma_migrations)';

test('what only looks joins a database of its own version, and leaves an earlier one as it is', async () => {
  const { ask, join } = await database();
  await join(false);
  await ask(`DELETE FROM _prisma_migrations WHERE migration_name = ${LAST}`);
  const before = await ask(HISTORY);
  await expect(join(false)).rejects.toThrow(REFUSED);
  expect(await ask(HISTORY)).toEqual(before);
});

test('what only looks refuses a later database and one that failed half-way, as the start does', async () => {
  const { ask, join } = await database();
  await ask(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${LAST}`);
  await expect(join(false)).rejects.toThrow('failed half-way');
  await ask(
    `UPDATE _prisma_migrations SET finished_at = now(), migration_name = '29990101000000_later'
      WHERE migration_name = ${LAST}`,
  );
  await expect(join(false)).rejects.toThrow('The database is newer than this version');
});

test('an empty database is filled by what fills it alone', async () => {
  const { ask, join } = await database('template0');
  await expect(join(false)).rejects.toThrow(REFUSED);
  expect(await ask(TABLES)).toEqual([]);
  await join(true);
  await join(false);
}, 120_000);
