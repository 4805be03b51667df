import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '@/domain/eol/calendar';
import { day } from '@/domain/catalog/check/testing/matches';
import { END_THRESHOLDS, endInWords, thresholdOf } from './ends';
import { dayInWords } from './words';

const today = day('2026-11-21');

test.each([
  [181, null],
  [180, 180],
  [91, 180],
  [90, 90],
  [30, 30],
  [8, 30],
  [7, 7],
  [1, 7],
  [0, 0],
  [-1, 0],
  [-4_000, 0],
])('%i days before an end the threshold is %j', (left, expected) => {
  expect(thresholdOf(addDays(today, left), today)).toBe(expected);
});

test('as days pass each threshold comes once, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 40 }), (left, step) => {
      const endsOn = addDays(today, left);
      const seen = new Set<number>();
      for (let passed = 0; passed <= left + step; passed += step) {
        const threshold = thresholdOf(endsOn, addDays(today, passed));
        if (threshold !== null) seen.add(threshold);
      }
      const order = [...seen];
      expect(order).toEqual(order.toSorted((one, other) => other - one));
      expect(order.at(-1)).toBe(0);
      if (step === 1) expect(order).toEqual(END_THRESHOLDS.slice(-order.length));
    }),
  );
});

test.each([
  [30, 'ends on '],
  [0, 'ends on '],
  [-1, 'ended on '],
])('%i days away is said by its date, which is true whenever it is read', (left, words) => {
  const endsOn = addDays(today, left);
  expect(endInWords(endsOn, today)).toBe(`${words}${dayInWords(endsOn)}`);
});
