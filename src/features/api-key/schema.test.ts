import { expect, test } from 'vitest';
import { endOfDay, expiryDay, newKeySchema } from './schema';

test.each([
  ['never', '', null],
  ['30', '', '2026-12-21'],
  ['90', '', '2027-02-19'],
  ['365', '', '2027-11-21'],
  ['day', '2027-01-02', '2027-01-02'],
] as const)('a term of %s ends on the right UTC day', (expires, day, expected) => {
  expect(expiryDay(expires, day, '2026-11-21')).toBe(expected);
});

test('a key holds until the end of its last day', () => {
  expect(endOfDay('2027-01-02')).toBe('2027-01-02T23:59:59Z');
});

const entered = { name: ' CI ', role: 'scanner', expires: 'never', day: '' };

test('a name is trimmed, and no day is asked for where none is needed', () => {
  expect(newKeySchema.parse(entered)).toEqual({ ...entered, name: 'CI' });
});

test('a missing name and a missing day are said at once', () => {
  const { error } = newKeySchema.safeParse({ ...entered, name: ' ', expires: 'day' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'Enter a name'],
    ['day', 'Choose a day'],
  ]);
});
