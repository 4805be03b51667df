import { expect, test } from 'vitest';
import { wordsForTrail } from './words';

test.each([
  ['account.sign_in', null, 'Signed in'],
  ['account.sign_in_failed', 1, 'Signing in failed'],
  ['account.sign_in_failed', 40, 'Signing in failed 40 times within an hour'],
  ['operator.add', null, 'Made an operator of the installation'],
  ['account.new_kind', null, 'account.new_kind'],
])('an entry says what happened and how often: %s, %j times', (action, count, words) => {
  expect(wordsForTrail({ action, count })).toBe(words);
});
