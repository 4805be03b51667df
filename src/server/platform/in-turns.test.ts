import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mappedInTurns } from './in-turns';

test('leaves turns to others while many items are mapped, and keeps their order', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      turns += 1;
      await setImmediate();
    }
  })();
  const items = Array.from({ length: 20 }, (_, at) => at);
  const results = await mappedInTurns(items, (item) => {
    const until = performance.now() + 6;
    while (performance.now() < until);
    return item * 2;
  });
  isOver = true;
  await others;
  expect(results).toEqual(items.map((item) => item * 2));
  expect(turns).toBeGreaterThan(5);
});

test('gives nothing for nothing', async () => {
  expect(await mappedInTurns([], String)).toEqual([]);
});
