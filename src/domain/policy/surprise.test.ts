import { describe, expect, test } from 'vitest';
import { surpriseOf } from './surprise';

describe.each([
  [0, 0, false],
  [0, 3, false],
  [1, 3, true],
  [1, 20, false],
  [2, 20, true],
  [10, 200, false],
  [11, 1_000, true],
  [10, 199, true],
])('%d of %d images', (changed, images, surprises) => {
  test('denied anew', () => {
    const change = { newlyDenied: changed, noLongerDenied: 0 };
    expect(surpriseOf(change, images)).toBe(surprises ? 'fails' : null);
  });

  test('denied no more', () => {
    const change = { newlyDenied: 0, noLongerDenied: changed };
    expect(surpriseOf(change, images)).toBe(surprises ? 'passes' : null);
  });
});

test('of both, that builds fail is told; the two do not make up for each other', () => {
  expect(surpriseOf({ newlyDenied: 11, noLongerDenied: 11 }, 1_000)).toBe('fails');
  expect(surpriseOf({ newlyDenied: 3, noLongerDenied: 11 }, 1_000)).toBe('passes');
  expect(surpriseOf({ newlyDenied: 6, noLongerDenied: 6 }, 1_000)).toBeNull();
});
