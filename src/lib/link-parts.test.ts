import { expect, test } from 'vitest';
import { linkParts } from './link-parts';

test('addresses in a text are cut out, without what ends their sentence', () => {
  const text = 'See https://wiki.example/a?b=1, then (http://x.example/).';
  expect(linkParts(text)).toEqual([
    { text: 'See ', href: null },
    { text: 'https://wiki.example/a?b=1', href: 'https://wiki.example/a?b=1' },
    { text: ',', href: null },
    { text: ' then (', href: null },
    { text: 'http://x.example/', href: 'http://x.example/' },
    { text: ').', href: null },
  ]);
});

test('a text of signs that end sentences is gone through once', () => {
  const signs = '!'.repeat(300_000);
  for (const text of [`${signs}a`, `https://a.example/${signs}a`, `https://a.example/${signs}`]) {
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

test.each(['', 'no address', 'javascript:alert(1)', 'https://', 'see https://.'])(
  'what is no address stays text: %j',
  (text) => {
    const parts = linkParts(text);
    expect(parts.every(({ href }) => href === null)).toBe(true);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  },
);
