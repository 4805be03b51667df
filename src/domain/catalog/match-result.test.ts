import { expect, test } from 'vitest';
import { shown } from './match-result';

test.each([
  ['node', 'node'],
  ['x'.repeat(121), `${'x'.repeat(120)}…`],
  // Programs read the answer as JSON, and some refuse all of one that holds half a character.
  [`${'x'.repeat(119)}😀`, `${'x'.repeat(119)}\ufffd…`],
])('%j is shown as %j', (text, part) => {
  expect(shown(text)).toBe(part);
});
