import { expect, test } from 'vitest';
import { storedText } from './fields';

test('half a surrogate pair becomes a replacement character, a whole one stays', () => {
  expect(storedText(10).parse('a\ud800b')).toBe('a\ufffdb');
  expect(storedText(10).optional().parse('\u{1f600}')).toBe('\u{1f600}');
});

test.each(['a\0b', 'x'.repeat(11)])('%j is refused', (text) => {
  expect(storedText(10).safeParse(text).success).toBe(false);
});
