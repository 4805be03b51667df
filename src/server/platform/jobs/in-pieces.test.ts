import { expect, test } from 'vitest';
import { removeInPieces } from './in-pieces';

test('goes on as long as whole pieces go', async () => {
  let left = 2_500;
  const went: number[] = [];
  await removeInPieces((limit) => {
    const count = Math.min(limit, left);
    left -= count;
    went.push(count);
    return Promise.resolve(count);
  }, new AbortController().signal);
  expect(went).toEqual([1_000, 1_000, 500]);
});

test('begins no piece once it is to end', async () => {
  const ending = new AbortController();
  let pieces = 0;
  const removing = removeInPieces((limit) => {
    pieces += 1;
    ending.abort(new Error('lost'));
    return Promise.resolve(limit);
  }, ending.signal);
  await expect(removing).rejects.toThrow('lost');
  expect(pieces).toBe(1);
});
