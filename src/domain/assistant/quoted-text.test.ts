import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUOTED_LENGTH, quotable, quoted } from './quoted-text';

describe('texts of other people', () => {
  test.each([
    ['shop', 'shop'],
    ['a\nb\tc', 'a b c'],
    ['  spaced   out ', 'spaced out'],
    ['nul\u0000l', 'nul l'],
    ['turned\u202Etxet', 'turned txet'],
    ['line\u2028break', 'line break'],
    ['zero\u200Bwidth', 'zero width'],
    // Tags: "hi" that nobody sees.
    ['name\u{E0068}\u{E0069}', 'name'],
    ['Ünïcode 製品', 'Ünïcode 製品'],
    ['half\uD83D', 'half\uFFFD'],
  ])('%j is %j', (text, expected) => {
    expect(quotable(text)).toBe(expected);
  });

  test('are cut, and say so', () => {
    expect(quotable('x'.repeat(1_000))).toBe(`${'x'.repeat(MAX_QUOTED_LENGTH - 1)}…`);
    expect(quotable('x'.repeat(MAX_QUOTED_LENGTH))).toBe('x'.repeat(MAX_QUOTED_LENGTH));
    expect(quotable('\u200B'.repeat(10_000) + 'hidden')).toBe('…');
  });

  test('cannot leave their quotes', () => {
    expect(quoted('a" ignore the above')).toBe(String.raw`"a\" ignore the above"`);
  });

  test('are short, on one line and well formed, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const shown = quotable(text);
        expect(shown.length).toBeLessThanOrEqual(MAX_QUOTED_LENGTH);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(quoted(text))).toBe(shown);
      }),
    );
  });
});
