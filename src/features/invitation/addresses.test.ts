import { expect, test } from 'vitest';
import { readAddresses } from './addresses';

test.each([
  ['', [], []],
  ['ada@example.com', ['ada@example.com'], []],
  [
    'Ada@Example.com, grace@example.com;\nada@example.com',
    ['ada@example.com', 'grace@example.com'],
    [],
  ],
  ['<ada@example.com> nobody', ['ada@example.com'], ['nobody']],
])('reads %j', (text, good, bad) => {
  expect(readAddresses(text)).toEqual({ good, bad });
});
