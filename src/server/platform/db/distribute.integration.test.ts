import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { distribute, isDistributed, planDistribution } from './distribute';

/** Whether the tests run on machines with Citus: see `src/test/database-cluster.ts`. */
const isSpread = inject('testMachineUrls').length > 1;

let address: TestDatabaseAddress;
let client: pg.Client;

beforeAll(async () => {
  address = await createTestDatabase();
  client = new pg.Client({ connectionString: address.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await address.drop();
});

test.skipIf(isSpread)(
  'a database without Citus is refused as it is, and says what it lacks',
  async () => {
    const missing = 'The database has no extension "citus"';
    await expect(planDistribution(client)).rejects.toThrow(missing);
    await expect(distribute(client)).rejects.toThrow(missing);
    expect(await isDistributed(client)).toBe(false);
  },
);

test.runIf(isSpread)('what is spread stays where it is, and is found there', async () => {
  expect(await isDistributed(client)).toBe(true);
  const { rows: before } = await client.query('SELECT * FROM pg_dist_shard ORDER BY shardid');
  expect(await distribute(client)).toEqual({
    tables: [],
    machines: inject('testMachineUrls').length - 1,
  });
  const { rows } = await client.query('SELECT * FROM pg_dist_shard ORDER BY shardid');
  expect(rows).toEqual(before);
});

test.runIf(isSpread)('a table that a migration adds is spread, with its foreign keys', async () => {
  // As the migration that added it left it: on the first machine.
  const { rows: keys } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'f' AND conrelid = 'waiver_notice'::regclass`,
  );
  await client.query('CREATE TABLE later (LIKE waiver_notice INCLUDING ALL)');
  await client.query('DROP TABLE waiver_notice');
  await client.query('ALTER TABLE later RENAME TO waiver_notice');
  for (const { definition } of keys)
    await client.query(`ALTER TABLE waiver_notice ADD CONSTRAINT later_fkey ${definition}`);

  const plan = await distribute(client);
  expect(plan.tables.map(({ name }) => name)).toEqual(['waiver_notice']);
  const { rows: placed } = await client.query(
    `SELECT partmethod, (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND conrelid = logicalrelid) AS keys
       FROM pg_dist_partition WHERE logicalrelid = 'waiver_notice'::regclass`,
  );
  expect(placed).toEqual([{ partmethod: 'h', keys: keys.length }]);
});
