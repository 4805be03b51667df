import { expect, it } from 'vitest';
import { KeyMemory } from './key-memory';

/** A memory at a time of the test's own, and a database whose answers count how often it was asked. */
function memory() {
  const state = { nowMs: 1_000, transactions: 0, asked: 0 };
  const keys = new KeyMemory<number>(
    { endedTransactions: () => state.transactions },
    () => state.nowMs,
  );
  const find = (answer: () => Promise<number[]> = () => Promise.resolve([state.asked])) =>
    keys.find('abcdefgh', () => {
      state.asked += 1;
      return answer();
    });
  return { state, keys, find };
}

it('asks once within a moment, counted from the asking and not from the answer', async () => {
  const { state, find } = memory();
  expect(await find()).toEqual([1]);
  state.nowMs += 49;
  expect(await find()).toEqual([1]);
  state.nowMs += 1;
  expect(await find()).toEqual([2]);
});

it('asks once for those who come while it is being asked', async () => {
  const { find } = memory();
  expect(await Promise.all([find(), find(), find()])).toEqual([[1], [1], [1]]);
});

it('asks again once a transaction of this process has ended, also where one was asked before', async () => {
  const { state, find } = memory();
  const before = find();
  state.transactions += 1;
  expect(await Promise.all([before, find()])).toEqual([[1], [2]]);
  expect(await find()).toEqual([2]);
});

it('remembers neither a stranger nor a failure', async () => {
  const { state, find } = memory();
  expect(await find(() => Promise.resolve([]))).toEqual([]);
  await expect(find(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await find()).toEqual([3]);
  expect(state.asked).toBe(3);
});

it('tells keys apart, and lets go of those that are over', async () => {
  const { state, keys } = memory();
  for (let number = 0; number < 20_000; number += 1) {
    expect(await keys.find(`key${String(number)}`, () => Promise.resolve([number]))).toEqual([
      number,
    ]);
    if (number === 15_000) state.nowMs += 50;
  }
  expect(await keys.find('key19999', () => Promise.resolve([-1]))).toEqual([19_999]);
  expect(await keys.find('key0', () => Promise.resolve([-1]))).toEqual([-1]);
});
