import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, dayOf, earlier, type Day } from './calendar';

const day = '2024-02-28' as Day; // a day of the calendar

test('days are added as calendars do, however often they are asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 700_000 }), (days) => {
      const expected = dayOf(new Date(Date.UTC(2024, 1, 28 + days)));
      expect([addDays(day, days), addDays(day, days)]).toEqual([expected, expected]);
      expect(addDays(expected, -days)).toBe(day);
    }),
  );
});

test('no sum is past the last day of the calendar, or before the first, which would not compare', () => {
  const [first, last] = ['0001-01-01' as Day, '9999-12-31' as Day]; // days of the calendar
  expect([addDays(last, 0), addDays(last, 1), addDays(last, 30), addDays(day, 1e12)]).toEqual(
    Array.from({ length: 4 }, () => last),
  );
  expect([addDays(first, 0), addDays(first, -1), addDays(day, -1e12)]).toEqual([
    ...[first, first, first],
  ]);
  expect([addMonths(last, 1), addMonths(first, -1), addMonths(day, -1e6)]).toEqual([
    ...[last, first, first],
  ]);
  expect([addDays(last, -1), addMonths(last, -1)]).toEqual(['9999-12-30', '9999-11-30']);
});

test('more days than are remembered are no fewer days', () => {
  for (let days = 0; days < 60_000; days += 1) addDays(day, days);
  expect(addDays(day, 2)).toBe('2024-03-01');
});

test('the earlier of two days, never being the latest', () => {
  const next = addDays(day, 1);
  expect([earlier(day, next), earlier(next, day), earlier(null, day), earlier(day, null)]).toEqual(
    Array.from({ length: 4 }, () => day),
  );
  expect(earlier(null, null)).toBeNull();
});
