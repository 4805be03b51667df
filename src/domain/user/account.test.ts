import { expect, test } from 'vitest';
import { displayNameSchema, firstAccountSchema } from './account';

test('a name is trimmed, and half a surrogate pair in it becomes a replacement character', () => {
  expect(displayNameSchema.parse(' Acme \ud800 ')).toBe('Acme \ufffd');
});

test.each(['', '   ', 'a\0b', 'x'.repeat(256)])('%j is no name', (name) => {
  expect(displayNameSchema.safeParse(name).success).toBe(false);
});

test.each([
  ['TOKEN-1_a', 'TOKEN-1_a'],
  [' https://eventide.example/set-up?token=TOKEN-1_a ', 'TOKEN-1_a'],
  ['“https://eventide.example/set-up?token=TOKEN-1_a”,', 'TOKEN-1_a'],
  ['not a token', 'not a token'],
])('the token of the first account is taken from %j', (pasted, token) => {
  expect(firstAccountSchema.shape.token.parse(pasted)).toBe(token);
});

test('no token is none', () => {
  expect(firstAccountSchema.shape.token.safeParse('  ').error?.issues[0]?.message).toBe(
    'Enter the token from the log',
  );
});
