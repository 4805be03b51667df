import { expect, test } from 'vitest';
import { endOfDay, expiryDay } from './expiry';

test.each([
  ['never', '', null],
  ['30', '', '2026-12-21'],
  ['90', '', '2027-02-19'],
  ['365', '', '2027-11-21'],
  ['day', '2027-01-02', '2027-01-02'],
] as const)('a term of %s ends on the right UTC day', (expires, day, expected) => {
  expect(expiryDay(expires, day, '2026-11-21')).toBe(expected);
});

test('what ends on a day holds until the end of it', () => {
  expect(endOfDay('2027-01-02')).toBe('2027-01-02T23:59:59Z');
});
