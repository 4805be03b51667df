import { expect, test } from 'vitest';
import { actionWords } from './action-words';

test.each([
  ['api_key.rotate', 'API key rotated'],
  ['member.change_role', 'Member given another role'],
  ['account.sign_in', 'Account signed in'],
  ['account.sign_in_failed', 'Account failed to sign in'],
  ['catalog', 'Catalogue'],
  ['time_machine.turn_on', 'time machine turn on'],
])('%s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});
