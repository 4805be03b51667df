import { expect, test } from 'vitest';
import { isLineOf, lineOfOthers } from './foreign-text';

test.each([
  ['what is fit as it is', 'Grüße 🙂', 'Grüße 🙂'],
  ['NUL and other control characters', 'a\0b\nc\u{9f}', 'a\u{fffd}b\u{fffd}c\u{fffd}'],
  ['half a surrogate pair', 'a\ud800b', 'a\u{fffd}b'],
  ['the longest', 'a'.repeat(10), 'a'.repeat(10)],
  ['one that is longer', 'a'.repeat(11), `${'a'.repeat(9)}…`],
  ['a pair that the cut would halve', `${'a'.repeat(8)}🙂bb`, `${'a'.repeat(8)}…`],
])('a line of a text of others: %s', (_, text, line) => {
  expect(lineOfOthers(text, 10)).toBe(line);
  expect(isLineOf(lineOfOthers(text, 10), 10)).toBe(true);
  expect(isLineOf(text, 10)).toBe(text === line);
});
