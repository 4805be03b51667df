import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';
import { openDatabase } from './db';
import { exclusively } from './exclusive-work';

const NAMES = ['one', 'two', 'three', 'four', 'five'];

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
});
afterAll(() => db.close());

/** The same database as another process sees it, with a pool that is smaller than there are names. */
const another = () => openDatabase({ connection: db.pool.options, poolSize: 2 });

/** Work that says when it has begun, and ends when it is told to. */
function held() {
  const begun = Promise.withResolvers<AbortSignal>();
  const ended = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    begun.resolve(signal);
    return ended.promise;
  };
  return { work, begun: begun.promise, end: () => ended.resolve('done') };
}

async function isFree(name: string): Promise<boolean> {
  return (await exclusively(db, name, () => Promise.resolve(true))) ?? false;
}

test('works that begin together leave the pool to what they read', async () => {
  const small = another();
  const done = await Promise.all(
    NAMES.map((name) => exclusively(small, name, () => small.pool.query('SELECT 1 AS one'))),
  );
  expect(done.map((answer) => answer?.rows)).toEqual(NAMES.map(() => [{ one: 1 }]));
  await small.close();
});

test('one at a time of a name, here and elsewhere, also after a failure', async () => {
  const elsewhere = another();
  const { end, work, begun } = held();
  const first = exclusively(db, 'name', work);
  await begun;
  expect(await exclusively(db, 'name', () => Promise.resolve('again'))).toBeNull();
  expect(await exclusively(elsewhere, 'name', () => Promise.resolve('there'))).toBeNull();
  expect(await exclusively(elsewhere, 'other', () => Promise.resolve('there'))).toBe('there');
  end();
  expect(await first).toBe('done');
  const failing = exclusively(elsewhere, 'name', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await isFree('name')).toBe(true);
  await elsewhere.close();
});

test('what is held ends with its connection, which is told, and the next takes another one', async () => {
  const lost = another();
  const { end, work, begun } = held();
  const first = exclusively(lost, 'lost', work);
  const signal = await begun;
  expect(await isFree('lost')).toBe(false);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND locktype = 'advisory' AND pid <> pg_backend_pid()`,
  );
  await expect.poll(() => isFree('lost')).toBe(true);
  await expect.poll(() => signal.aborted).toBe(true);
  // Here it is not begun again as long as it has not ended.
  expect(await exclusively(lost, 'lost', () => Promise.resolve('again'))).toBeNull();
  end();
  expect(await first).toBe('done');
  expect(await exclusively(lost, 'lost', () => Promise.resolve('anew'))).toBe('anew');
  const quiet = held();
  const [second, stopping] = [exclusively(lost, 'lost', quiet.work), new AbortController()];
  quiet.end();
  await second;
  expect((await quiet.begun).aborted).toBe(false);
  const told = held();
  const third = exclusively(lost, 'lost', told.work, stopping.signal);
  const either = await told.begun;
  stopping.abort();
  expect(either.aborted).toBe(true);
  told.end();
  await third;
  await lost.close();
  await expect(exclusively(lost, 'lost', work)).rejects.toThrow('closed');
});
