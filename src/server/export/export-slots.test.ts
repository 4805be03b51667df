import { expect, test } from 'vitest';
import { exportSlots } from './export-slots';

const [A, B] = ['a', 'b'];

test('waits for a turn, and refuses when too many of one wait', async () => {
  const enter = exportSlots(3);
  const [first, second] = [await enter(A), await enter(A)];
  let entered = 0;
  const waiting = Array.from({ length: 20 }, () =>
    enter(A).then((leave) => {
      entered += 1;
      leave();
    }),
  );
  await expect(enter(A)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 });
  expect(entered).toBe(0);
  // Another one has a turn at once.
  (await enter(B))();
  expect(entered).toBe(0);
  first();
  await Promise.all(waiting);
  expect(entered).toBe(20);
  second();
});

test('refuses when too many of all wait, whoever they are', async () => {
  const enter = exportSlots(1);
  const leave = await enter(A);
  const waiting = Array.from({ length: 100 }, (_, index) => enter(String(index)));
  await expect(enter(B)).rejects.toMatchObject({ code: 'unavailable' });
  leave();
  for (const one of waiting) (await one)();
  (await enter(B))();
});

test('gives each of its turns to whoever asks without an organization', async () => {
  const enter = exportSlots(2);
  const leaves = [await enter(null), await enter(null)];
  for (const leave of leaves) leave();
});
