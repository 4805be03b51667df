import { expect, test } from 'vitest';
import { fromNth } from './from-nth';

test('each comes first in its turn, and all of them come', () => {
  expect([0, 1, 2, 3].map((nth) => fromNth(['a', 'b', 'c'], nth).join(''))).toEqual([
    ...['abc', 'bca', 'cab', 'abc'],
  ]);
  expect(fromNth([], 5)).toEqual([]);
});
