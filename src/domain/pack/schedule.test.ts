import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { nextDue } from './schedule';

test.each([
  ['monthly', '2026-11-27', '2026-12-01'],
  ['monthly', '2026-12-01', '2027-01-01'],
  ['monthly', '2027-01-31', '2027-02-01'],
  ['quarterly', '2026-11-27', '2027-01-01'],
  ['quarterly', '2027-01-01', '2027-04-01'],
  ['quarterly', '2027-03-31', '2027-04-01'],
] as const)('%s, after %s the next is due on %s', (period, today, next) => {
  expect(nextDue(period, parseDay(today) ?? expect.fail(today))).toBe(next);
});
