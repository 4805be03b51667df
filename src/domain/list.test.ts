import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch } from './list';

const cases = [
  (text: string) => text,
  (text: string) => text.toLowerCase(),
  (text: string) => text.toUpperCase(),
];

/** Whole characters: half of a surrogate pair is not something anyone can type. */
const characters = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));

test('a text contains each of its parts, in any case', () => {
  fc.assert(
    fc.property(
      characters,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...cases),
      (whole, a, b, inCase) => {
        const part = whole.slice(Math.min(a, b) % (whole.length + 1), Math.max(a, b));
        expect(foldForSearch(whole.join(''))).toContain(foldForSearch(inCase(part.join(''))));
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['ΟΔΟΣ', 'οδος'],
  ['Straße', 'STRASSE'],
  ['straẞe', 'strasse'],
  ['İstanbul', 'i̇stanbul'],
  ['100%_Done', '100%_DONE'],
])('%s and %s are one', (a, b) => {
  expect(foldForSearch(a)).toBe(foldForSearch(b));
});
