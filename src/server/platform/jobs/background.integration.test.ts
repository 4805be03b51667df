import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { backgroundDone, endBackground, inBackground } from './background';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Waits until it is told to end, as for a mail server that says nothing. */
const untilTold = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

test('at the end what is noted elsewhere is left at once, and all else is done', async () => {
  const deps = testDeps(db);
  const done: string[] = [];
  inBackground(deps, 'noted', untilTold, { isNoted: true });
  inBackground(deps, 'noted', untilTold, { isNoted: true });
  for (const name of ['a', 'b', 'c'])
    inBackground(deps, 'mail', () => Promise.resolve(void done.push(name)));
  inBackground(deps, 'noted', () => Promise.resolve(void done.push('noted')), { isNoted: true });
  await endBackground(deps, new AbortController().signal);
  expect(done).toEqual(['a', 'b', 'c']);
  expect(deps.logged()).toBe('');
});

test('what is here alone is dropped when there is no more time, and the log says how much of what', async () => {
  const deps = testDeps(db);
  let begun = 0;
  const told: boolean[] = [];
  for (let one = 0; one < 10; one += 1)
    inBackground(deps, 'mail', async (signal) => {
      begun += 1;
      await untilTold(signal);
      told.push(signal.aborted);
    });
  const late = new AbortController();
  const ending = endBackground(deps, late.signal);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(begun).toBe(2);
  late.abort();
  await ending;
  expect([begun, told]).toEqual([2, [true, true]]);
  const [line] = deps
    .logged()
    .trim()
    .split('\n')
    .map((text): unknown => JSON.parse(text));
  expect(line).toMatchObject({
    ...{ level: 'error', what: ['mail'] },
    msg: 'the process ends: 10 in the background lost',
  });
  await backgroundDone(deps);
});
