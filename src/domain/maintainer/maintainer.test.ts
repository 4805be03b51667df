import { expect, test } from 'vitest';
import { quoted } from './maintainer';

test.each([
  ['1.0-r1', '“1.0-r1”'],
  ['x'.repeat(81), `“${'x'.repeat(80)}…”`],
  [`${'x'.repeat(79)}😀`, `“${'x'.repeat(79)}\ufffd…”`],
])('%j is quoted as %j', (text, part) => {
  expect(quoted(text)).toBe(part);
});
