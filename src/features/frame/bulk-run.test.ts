import { expect, it, vi } from 'vitest';
import { NONE, runBulk, type Outcome, type Progress } from './bulk-run';

const IDS = ['a', 'b', 'c', 'd', 'e'];

/** Acts on some ids, and gives what was sent and what was reached. */
async function run(begun: Progress, act: (ids: readonly string[]) => Outcome) {
  const calls: (readonly string[])[] = [];
  const onProgress = vi.fn((_progress: Progress) => undefined);
  const isOver = await runBulk(IDS, begun, {
    ...{ chunk: 2, onProgress },
    act: (ids) => {
      calls.push(ids);
      return Promise.resolve(act(ids));
    },
  });
  return { isOver, calls, reached: onProgress.mock.lastCall?.[0] };
}

it('sends a few at a time, to the end', async () => {
  expect(await run(NONE, (ids) => ({ done: [...ids], refused: [] }))).toEqual({
    isOver: true,
    calls: [['a', 'b'], ['c', 'd'], ['e']],
    reached: { done: IDS, refused: [] },
  });
});

it('stops where the server stopped, and goes on with what it did not come to', async () => {
  const refused = [{ id: 'a', reason: 'A cluster runs it' }];
  const first = await run(NONE, (ids) =>
    ids.includes('a') ? { done: ['b'], refused } : { done: ['d'], refused: [], stopped: true },
  );
  const reached = { done: ['b', 'd'], refused };
  expect(first).toEqual({
    isOver: false,
    calls: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    reached,
  });
  const second = await run(reached, (ids) => ({ done: [...ids], refused: [] }));
  expect(second).toEqual({
    isOver: true,
    calls: [['c', 'e']],
    reached: { done: ['b', 'd', 'c', 'e'], refused },
  });
});
