import { expect, test } from 'vitest';
import { readAddresses } from './schema';

const both = ['ada@example.com', 'grace@example.com'];

test.each([
  ['', [], []],
  ['ada@example.com', ['ada@example.com'], []],
  ['Ada@Example.com, grace@example.com;\nada@example.com', both, []],
  ['ada@example.com\r\n\r\n  grace@example.com\t', both, []],
  ['ada@example.com grace@example.com', both, []],
  ['<ada@example.com> nobody', ['ada@example.com'], ['nobody']],
  ['Ada Lovelace <ada@example.com>, Grace Hopper <grace@example.com>', both, []],
  ['"Lovelace, Ada" <ada@example.com>, "Hopper; Grace" <grace@example.com>', both, []],
  ['Lovelace, Ada <ada@example.com>; Hopper, Grace M. <grace@example.com>', both, []],
  ['ada@example.com <Ada@example.com>', ['ada@example.com'], []],
  ['ada@example.com Grace <grace@example.com>', both, []],
  ['mailto:ada@example.com', ['ada@example.com'], []],
  ['Ada Lovelace', [], ['Ada', 'Lovelace']],
  ['bob@, Ada <ada@example.com>', ['ada@example.com'], ['bob@']],
  ['Ada <nobody>', [], ['nobody']],
  ['Ada <ada@example.com', [], ['Ada', '<ada@example.com']],
  ['Ada <>', [], []],
  ['> Ada <ada@example.com', [], ['>', 'Ada', '<ada@example.com']],
  ['x> y <ada@example.com> <z', ['ada@example.com'], ['x>', '<z']],
  ['<x <ada@example.com>>', ['ada@example.com'], ['<', '>']],
])('addresses and the rest are told apart in %j', (text, good, bad) => {
  expect(readAddresses(text)).toEqual({ good, bad });
});

test.each(['a', '<', 'a<', '<a '])('a text of nothing but %j is gone through once', (part) => {
  expect(readAddresses(part.repeat(100_000)).good).toEqual([]);
});
