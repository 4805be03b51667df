import fc from 'fast-check';
import { expect, test } from 'vitest';
import { respelled, typingSteps } from './spelling';

const VOCABULARY = ['openssl', 'debian', 'node.js', 'postgresql', 'python', 'kubernetes', 'median'];

test.each([
  ['opnessl', 'openssl', 1],
  ['openss', 'openssl', 1],
  ['opensssl', 'openssl', 1],
  ['openzsl', 'openssl', 1],
  ['', 'abc', 3],
  ['same', 'same', 0],
  ['ca', 'abc', 3],
])('from %s to %s it is %i', (typed, meant, steps) => {
  expect(typingSteps(typed, meant)).toBe(steps);
  expect(typingSteps(meant, typed)).toBe(steps);
});

test.each([
  [
    ['debain', '12'],
    ['debian', '12'],
  ],
  [['kubernets'], ['kubernetes']],
  [['postgersq'], ['postgresql']],
  // Part of a known word: nothing is wrong with it.
  [['postgre'], null],
  // A version is never taken for another one, and three letters for no word.
  [['3.10'], null],
  [['nod'], null],
  [['something'], null],
])('%j is respelled as %j', (words, meant) => {
  expect(respelled(words, VOCABULARY)).toEqual(meant);
});

test('what is further than asked is told to be, and what is not is counted', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.nat(3), (typed, meant, most) => {
      const steps = typingSteps(typed, meant);
      if (steps <= most) expect(typingSteps(typed, meant, most)).toBe(steps);
      else expect(typingSteps(typed, meant, most)).toBeGreaterThan(most);
    }),
    { numRuns: 2_000 },
  );
});

test('as many words as names have are looked through in no time', () => {
  // Words of eight letters, each another one.
  const word = (number: number) =>
    (number * 104_729 + 26 ** 7)
      .toString(26)
      .replaceAll(/[0-9]/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
  const vocabulary = Array.from({ length: 100_000 }, (_, number) => word(number));
  const words = Array.from({ length: 12 }, (_, number) => `${word(number).slice(0, 4)}qzqz`);
  const start = performance.now();
  respelled(words, vocabulary);
  expect(performance.now() - start).toBeLessThan(5_000);
});
