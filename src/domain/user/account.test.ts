import { expect, test } from 'vitest';
import { displayNameSchema } from './account';

test('a name is trimmed, and half a surrogate pair in it becomes a replacement character', () => {
  expect(displayNameSchema.parse(' Acme \ud800 ')).toBe('Acme \ufffd');
});

test.each(['', '   ', 'a\0b', 'x'.repeat(256)])('%j is no name', (name) => {
  expect(displayNameSchema.safeParse(name).success).toBe(false);
});
