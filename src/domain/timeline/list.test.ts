import { expect, test } from 'vitest';
import { parseDay } from '../eol/calendar';
import { horizonRange, quarterOf, type Horizon } from './list';

const day = (text: string) => parseDay(text) ?? expect.fail();

test.each<[Horizon, string, string, string]>([
  [3, '2026-11-27', '2026-11-27', '2027-02-27'],
  ['this-quarter', '2026-11-27', '2026-11-27', '2026-12-31'],
  ['this-quarter', '2026-12-31', '2026-12-31', '2026-12-31'],
  ['next-quarter', '2026-11-27', '2026-12-31', '2027-03-31'],
  // Longer than the months around it.
  ['next-quarter', '2027-01-31', '2027-03-31', '2027-06-30'],
  ['next-quarter', '2027-03-31', '2027-03-31', '2027-06-30'],
  ['next-quarter', '2028-10-01', '2028-12-31', '2029-03-31'],
])('%s from %s is after %s until %s', (horizon, today, after, until) => {
  expect(horizonRange(horizon, day(today))).toEqual({ after, until });
});

test.each([
  ['2027-01-01', 'Q1 2027'],
  ['2026-12-31', 'Q4 2026'],
  ['2026-09-30', 'Q3 2026'],
])('%s is in %s', (text, quarter) => {
  expect(quarterOf(day(text))).toBe(quarter);
});
