import { expect, test } from 'vitest';
import { limitWords, spanWords } from './words';

test.each([
  [60, 'a minute'],
  [300, '5 minutes'],
  [3_600, 'an hour'],
  [21_600, '6 hours'],
  [86_400, 'a day'],
  [90, '90 seconds'],
])('%i seconds are %s', (seconds, words) => {
  expect(spanWords(seconds)).toBe(words);
});

test('a limit of a later version stays readable', () => {
  expect(limitWords('reset:email')).toBe('Reset mails to one address');
  expect(limitWords('some-thing:person')).toBe('some thing person');
});
