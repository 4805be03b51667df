import { expect, test } from 'vitest';
import { linkSchema } from './team';

test('half a pair in a link becomes the sign for what is no character, which the trail can keep', () => {
  expect(linkSchema.parse('https://chat.example.com/1\ud800')).toBe(
    'https://chat.example.com/1\ufffd',
  );
});

test.each(['http://chat.example.com', 'https://a\0b', 'chat', ''])('%j is no link', (text) => {
  expect(linkSchema.safeParse(text).success).toBe(false);
});
