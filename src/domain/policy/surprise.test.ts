import { expect, test } from 'vitest';
import { isSurprise } from './surprise';

test.each([
  [0, 0, false],
  [0, 3, false],
  [1, 3, true],
  [1, 20, false],
  [2, 20, true],
  [10, 200, false],
  [11, 1_000, true],
  [10, 199, true],
])('%d of %d images denied anew', (newlyDenied, images, surprises) => {
  expect(isSurprise(newlyDenied, images)).toBe(surprises);
});
