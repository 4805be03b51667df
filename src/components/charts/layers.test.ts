import { describe, expect, it, test } from 'vitest';
import { scaleTicks, spacedTicks } from './axes';
import { seriesAt, stackOf } from './layers';

test('series stand on top of each other', () => {
  expect(
    stackOf([
      [1, 2],
      [3, 0],
    ]),
  ).toEqual([
    [
      [0, 1],
      [0, 2],
    ],
    [
      [1, 4],
      [2, 2],
    ],
  ]);
});

test.each([
  [0, 0, 0],
  [0, 0.9, 0],
  [0, 1, 1],
  [0, 4, null],
  [1, 1.5, 0],
  [1, 2, null],
  [7, 0, null],
])('at point %i and height %d is series %s', (point, value, expected) => {
  expect(
    seriesAt(
      [
        [1, 2],
        [3, 0],
      ],
      point,
      value,
    ),
  ).toBe(expected);
});

describe('the marks of a scale', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 20, 40, 60, 80, 100]],
    [460, [0, 100, 200, 300, 400, 500]],
    [1234, [0, 250, 500, 750, 1000, 1250]],
  ])('up to %i are round', (max, ticks) => {
    expect(scaleTicks(max)).toEqual(ticks);
  });

  it('are whole numbers that reach the highest value', () => {
    for (let max = 0; max < 5_000; max += 7) {
      const ticks = scaleTicks(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
  });
});

test('ticks without room are left out', () => {
  const ticks = [0, 1, 2, 3].map((index) => ({ index, text: String(index) }));
  const shown = spacedTicks(ticks, (index) => index * 20, 40, 100);
  expect(shown.map(({ index }) => index)).toEqual([0, 2]);
});
