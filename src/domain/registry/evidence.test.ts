import { expect, test } from 'vitest';
import { plainText, publicUrl, statement } from './evidence';

test('a message is one line of plain text', () => {
  expect(plainText('  use\n\n\tthat \0 \u202Einstead\u200B ')).toBe('use that instead');
});

test('a message is cut to a thousand characters, and never within one', () => {
  const text = plainText(`${'x'.repeat(998)}😀 and on`);
  expect(text).toBe(`${'x'.repeat(998)}…`);
  expect(plainText('é'.repeat(5_000_000))).toHaveLength(1000);
  expect(plainText('\uD800').isWellFormed()).toBe(true);
});

test('the publisher’s words come after what is known', () => {
  expect(statement('REGISTRY_DEPRECATED', 'Yanked', ' broken ').message).toBe('Yanked: broken');
  expect(statement('REGISTRY_DEPRECATED', 'Yanked', null).message).toBe('Yanked.');
});

test.each([
  ['https://registry.example/x', 'https://registry.example/x'],
  ['javascript:alert(1)', null],
  ['https://user:word@registry.example/', null],
  ['/relative', null],
  [`https://registry.example/${'x'.repeat(3000)}`, null],
  [null, null],
])('people may be sent to: %s', (text, expected) => {
  expect(publicUrl(text)).toBe(expected);
});
