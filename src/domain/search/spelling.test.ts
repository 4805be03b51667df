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
