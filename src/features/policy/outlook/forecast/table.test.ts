import { expect, test } from 'vitest';
import type { PolicyForecast } from '@/features/policy/types';
import { monthlyPoints, pointOn } from './table';

const forecast: PolicyForecast = {
  today: '2026-08-31',
  until: '2027-08-31',
  images: 3,
  points: [
    { on: '2026-08-31', denied: 0, warned: 0, allowed: 3 },
    { on: '2026-10-01', denied: 0, warned: 2, allowed: 1 },
    { on: '2027-02-28', denied: 2, warned: 0, allowed: 1 },
  ],
};

test('a day has what its last change made', () => {
  const warnedOn = (day: string) => pointOn(forecast, day)?.warned;
  expect(['2026-09-30', '2026-10-01', '2027-02-27', '2027-02-28'].map(warnedOn)).toEqual([
    0, 2, 2, 0,
  ]);
  expect(warnedOn('2020-01-01')).toBe(0);
});

test('months are counted from today, the last day of shorter ones standing in', () => {
  const months = monthlyPoints(forecast);
  expect(months).toHaveLength(13);
  expect(months.slice(0, 3).map(({ on, warned }) => [on, warned])).toEqual([
    ['2026-08-31', 0],
    ['2026-09-30', 0],
    ['2026-10-31', 2],
  ]);
  expect(months[6]).toMatchObject({ on: '2027-02-28', denied: 2 });
});
