import { expect, test } from 'vitest';
import { inTransactions } from './in-transactions';

const queued = (count: number, components: number) =>
  Array.from({ length: count }, (_, number) => ({ imageTagId: String(number), components }));
const sizesOf = (count: number, components: number) =>
  inTransactions(queued(count, components)).map(({ length }) => length);

test('some images at a time, as long as they hold no more than those of a distribution', () => {
  expect(inTransactions([])).toEqual([]);
  expect(sizesOf(60, 150)).toEqual([25, 25, 10]);
  expect(sizesOf(5, 5_000)).toEqual([2, 2, 1]);
});

test('one that holds more than all others together is taken by itself', () => {
  expect(sizesOf(3, 50_000)).toEqual([1, 1, 1]);
  const mixed = [...queued(2, 10), { imageTagId: 'large', components: 50_000 }, ...queued(2, 10)];
  expect(inTransactions(mixed)).toEqual([['0', '1'], ['large'], ['0', '1']]);
});

test('each once and in their order', () => {
  const all = queued(173, 700);
  expect(inTransactions(all).flat()).toEqual(all.map(({ imageTagId }) => imageTagId));
});
