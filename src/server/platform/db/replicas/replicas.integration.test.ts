import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ReplicaReadOutcome, replicaReads } from '@/server/platform/signals';
import { testDatabase, type TestDatabase } from '@/test/database';
import type { Lent } from './replica';
import { requireSameLog } from './replica-identity';
import { Read } from './replicas';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
  await db.query('CREATE TABLE said (what text)');
});
afterAll(() => db.close());

/** A read of a replica that has replayed as much as is said, one position for each statement. */
function reading(positions: number[]) {
  const seen: number[] = [];
  const outcomes: ReplicaReadOutcome[] = [];
  onTestFinished(replicaReads.hear(({ outcome }) => outcomes.push(outcome)));
  const lend = async (_wanted: unknown, least: number): Promise<Lent | 'behind'> => {
    seen.push(least);
    const replayed = positions.shift() ?? 0;
    if (replayed < least) return 'behind';
    const client = await db.pool.connect();
    await client.query('BEGIN READ ONLY');
    const giveBack = () => {
      void client.query('ROLLBACK').then(() => {
        client.release();
      });
    };
    return { client, replayed, heed: () => undefined, giveBack };
  };
  const wanted = () => Promise.resolve({ needed: 0, current: 0 });
  const read = new Read({ lend }, wanted, db.pool);
  const ask = async (text: string) => {
    const { rows } = await read.query({ text: `/* of a test */ ${text}`, rowMode: 'array' });
    return rows[0]?.[0];
  };
  return { ask, seen, outcomes };
}

const READ_ONLY = `SELECT current_setting('transaction_read_only')`;

test('a later statement of a read sees no less than an earlier one, whichever server answers', async () => {
  const { ask, seen, outcomes } = reading([10, 30, 20, 40]);
  expect([await ask(READ_ONLY), await ask(READ_ONLY)]).toEqual(['on', 'on']);
  // This one could not show what the one before did: the rest of the read is the primary's.
  expect([await ask(READ_ONLY), await ask(READ_ONLY)]).toEqual(['off', 'off']);
  expect(seen).toEqual([0, 10, 30]);
  expect(outcomes).toEqual(['replica', 'replica', 'behind']);
});

test('a statement that fails at a replica is asked of the primary, as is the rest of the read', async () => {
  const { ask, outcomes } = reading([10, 20]);
  const fails = `SELECT 1 / (current_setting('transaction_read_only') = 'off')::int`;
  expect(await ask(fails)).toBe(1);
  expect(await ask(READ_ONLY)).toBe('off');
  expect(outcomes).toEqual(['failed']);
});

test('a change is made by the primary, once', async () => {
  const { ask, outcomes } = reading([10]);
  expect(await ask(`INSERT INTO said VALUES ('once') RETURNING what`)).toBe('once');
  expect(await db.query('SELECT what FROM said')).toEqual([{ what: 'once' }]);
  expect(outcomes).toEqual(['failed']);
});

test('what the primary refuses too is told', async () => {
  await expect(reading([10]).ask('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
});

test('a server that does not follow the one that takes changes by now is not read from', async () => {
  await requireSameLog(db.pool, 1);
  await expect(requireSameLog(db.pool, 2)).rejects.toThrow('It does not follow the server');
});
