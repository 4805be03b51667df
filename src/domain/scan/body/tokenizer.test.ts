import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterText, jsonText } from '@/domain/scan/testing/samples';
import { MalformedJsonError } from './filter';
import { MAX_DEPTH } from './tokenizer';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAccepted(body: string | Uint8Array, cuts: number[] = []): boolean {
  try {
    filterText(body, cuts);
    return true;
  } catch (error) {
    if (error instanceof MalformedJsonError) return false;
    throw error;
  }
}

const cuts = fc
  .array(fc.nat(200), { maxLength: 8 })
  .map((positions) => positions.sort((a, b) => a - b));

describe('a body is JSON by the grammar of RFC 8259', () => {
  it('accepts every JSON text, however it is cut', () => {
    fc.assert(
      fc.property(jsonText(['Matches', 'AppConfig', 'Sbom']), cuts, (text, positions) => {
        expect(isAccepted(text, positions)).toBe(true);
      }),
    );
  });

  it('agrees with JSON.parse on texts with one character dropped, doubled or replaced', () => {
    const character = fc.constantFrom(
      ...'{}[]:,"\\/bfnrtu0123456789+-.eE \n\t\u0000\u001f\u007fétrue',
    );
    const change = fc.constantFrom('drop', 'double', 'replace', 'insert');
    fc.assert(
      fc.property(
        jsonText(['a']),
        fc.nat(),
        change,
        character,
        cuts,
        (text, seed, kind, other, positions) => {
          const characters = [...text];
          const at = seed % characters.length;
          const old = characters[at] ?? '';
          characters[at] = { drop: '', double: old + old, replace: other, insert: other + old }[
            kind
          ];
          const changed = characters.join('');
          expect(isAccepted(changed, positions)).toBe(isJson(changed));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('agrees with JSON.parse on short texts of structural characters', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ 0-1.e+truefalsn'), maxLength: 8 });
    fc.assert(
      fc.property(soup, (text) => {
        expect(isAccepted(text)).toBe(isJson(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['a byte order mark', '\u{feff}{}'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"a":1,}'],
    ['a control character in what is dropped', '{"x":"a\u0001b"}'],
    ['a NUL in what is dropped', '{"x":"a\u0000b"}'],
    ['an escape of nothing known', String.raw`{"x":"\x41"}`],
    ['a short hexadecimal escape', String.raw`{"x":"\u12"}`],
    ['a number with a leading zero', '01'],
    ['a lonely minus', '-'],
    ['a literal in capitals', 'NULL'],
    ['an open string', '"abc'],
  ])('rejects %s', (_, text) => {
    expect(isJson(text)).toBe(false);
    expect(isAccepted(text)).toBe(false);
  });

  it('rejects bytes that are not UTF-8, in keys, in values and in what is dropped', () => {
    const invalid = [
      [0xff],
      [0xc0, 0x80],
      [0xe2, 0x28, 0xa1],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ];
    for (const bytes of invalid) {
      for (const around of [
        ['{"x":"', '"}'],
        ['{"', '":1}'],
        ['{"ImageName":"é', '"}'],
      ]) {
        const body = Buffer.concat([
          Buffer.from(around[0] ?? ''),
          Buffer.from(bytes),
          Buffer.from(around[1] ?? ''),
        ]);
        const everywhere = Array.from(body, (_, index) => index);
        expect(isAccepted(body)).toBe(false);
        expect(isAccepted(body, everywhere)).toBe(false);
      }
    }
  });

  it('says where it stopped, and nothing of what it read', () => {
    const body = '{"AppConfig":{"api-key":"evt_secret" oops}}';
    const failure = (() => {
      try {
        return filterText(body, [7, 20]);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toMatchObject({ name: 'MalformedJsonError', offset: body.indexOf('oops') });
    expect(String(failure)).not.toContain('evt_secret');
  });

  it('reads nesting to its limit and refuses what is deeper, however deep', () => {
    expect(isAccepted('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBe(true);
    expect(isAccepted('['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1))).toBe(false);
    expect(isAccepted('{"Matches":'.repeat(1_000_000))).toBe(false);
  });
});
