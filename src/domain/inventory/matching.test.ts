import { expect, it } from 'vitest';
import { isOfLaterMatcher, MATCHER_VERSION, matchingKey } from './matching';

it('tells what was matched by an earlier release from what was matched by this one', () => {
  expect(matchingKey(7, 2)).not.toBe('7.2');
  expect(matchingKey(7, 2)).not.toBe(matchingKey(7, 3));
});

it.each([
  ['', false],
  ['7.2', false],
  [matchingKey(7, 2), false],
  [`7.2.m${String(MATCHER_VERSION + 1)}`, true],
])('takes %j for a later one: %s', (key, expected) => {
  expect(isOfLaterMatcher(key)).toBe(expected);
});
