import { expect, test } from 'vitest';
import { exportSlots } from './export-slots';

test('waits for a turn, and refuses when too many wait', async () => {
  const enter = exportSlots(2);
  const [first, second] = [await enter(), await enter()];
  let entered = 0;
  const waiting = Array.from({ length: 20 }, () =>
    enter().then((leave) => {
      entered += 1;
      leave();
    }),
  );
  await expect(enter()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 });
  expect(entered).toBe(0);
  first();
  await Promise.all(waiting);
  expect(entered).toBe(20);
  second();
});
