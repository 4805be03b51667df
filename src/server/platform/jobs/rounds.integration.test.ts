import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '@/server/platform/db/db';
import { jobs } from '@/server/platform/signals';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { scheduleRounds } from './rounds';
import { giveTurns } from './turns';

let db: TestDatabase;
let processes: readonly Database[];

beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
  processes = Array.from({ length: 3 }, () =>
    openDatabase({ connection: db.pool.options, poolSize: 2 }),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await db.close();
});

test('one of three processes at a time does a job, and another when that one has lost its lock and is told so', async () => {
  const { logger } = testDeps(db);
  const doing: number[] = [];
  const told: number[] = [];
  const ended = Promise.withResolvers<undefined>();
  const stops = processes.map((one, at) =>
    scheduleRounds(
      { db: one, logger },
      { name: 'counting', everyMs: 20, failure: 'failed' },
      (signal) =>
        new Promise<void>((resolve) => {
          doing.push(at);
          signal.addEventListener('abort', () => {
            told.push(at);
            void ended.promise.then(resolve);
          });
        }),
    ),
  );
  await expect.poll(() => doing.length).toBe(1);
  const [first] = doing;
  // The others have asked meanwhile, and were refused.
  const asked = async () => {
    const rows = await db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'eventide_locks'`,
    );
    return rows.length;
  };
  await expect.poll(asked).toBe(3);
  expect([doing, told]).toEqual([[first], []]);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND locktype = 'advisory' AND granted AND pid <> pg_backend_pid()`,
  );
  await expect.poll(() => told).toEqual([first]);
  await expect.poll(() => doing.length).toBe(2);
  expect(doing[1]).not.toBe(first);
  ended.resolve(undefined);
  await Promise.all(stops.map((stop) => stop()));
});

test('a round in which an organization fails has failed, and the next one comes all the same', async () => {
  const { logger } = testDeps(db);
  const name = 'going through';
  const outcomes: string[] = [];
  const stopHearing = jobs.hear((job) => {
    if (job.name === name) outcomes.push(job.outcome);
  });
  const taken: string[] = [];
  const take = (id: string) => {
    taken.push(id);
    return taken.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
  };
  const failure = 'failed';
  const stop = scheduleRounds({ db, logger }, { name, everyMs: 20, failure }, (signal) =>
    giveTurns({ logger }, ['one', 'other'], take, { failure, signal }),
  );
  await expect.poll(() => outcomes.slice(0, 2)).toEqual(['failed', 'done']);
  await stop();
  stopHearing();
  expect(taken.slice(0, 4)).toEqual(['one', 'other', 'one', 'other']);
});
