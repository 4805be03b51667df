import { describe, expect, it, test } from 'vitest';
import { areaPath, scaleTicks, spacedTicks, stack } from './trend-geometry';

test('series stand on top of each other', () => {
  const layers = [
    { from: [0, 0], to: [1, 2] },
    { from: [1, 2], to: [4, 2] },
  ];
  expect(
    stack([
      [1, 2],
      [3, 0],
    ]),
  ).toEqual(layers);
});

describe('scaleTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 20, 40, 60, 80, 100]],
    [460, [0, 100, 200, 300, 400, 500]],
    [1234, [0, 250, 500, 750, 1000, 1250]],
  ])('up to %i', (max, ticks) => {
    expect(scaleTicks(max)).toEqual(ticks);
  });

  it('is of whole numbers and reaches the highest value', () => {
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

test('an area goes along its top and back along its bottom', () => {
  const path = areaPath(
    { from: [0, 1], to: [2, 3] },
    (index) => index * 10,
    (value) => 10 - value,
  );
  expect(path).toBe('M0.0,8.0L10.0,7.0L10.0,9.0L0.0,10.0Z');
});
