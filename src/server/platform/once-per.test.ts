import { expect, test } from 'vitest';
import { oncePer } from './once-per';

test('makes one value for each key', () => {
  let count = 0;
  const numberOf = oncePer((_key: object) => (count += 1));
  const [one, other] = [{}, {}];
  expect([numberOf(one), numberOf(other), numberOf(one)]).toEqual([1, 2, 1]);
});

test('keeps what comes later, once it has come, and no failure', async () => {
  let count = 0;
  const laterOf = oncePer((_key: object) => {
    count += 1;
    return count === 1 ? Promise.reject(new Error('too many open files')) : Promise.resolve(count);
  });
  const key = {};
  const [first, same] = [laterOf(key), laterOf(key)];
  expect(same).toBe(first);
  await expect(first).rejects.toThrow('too many open files');
  expect(await laterOf(key)).toBe(2);
  expect(await laterOf(key)).toBe(2);
});
