import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, earlier, type Day } from './calendar';

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
