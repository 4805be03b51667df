import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairTurns, InOrder } from './fair-turns';

class HeldUp extends Error {}

const turnsAt = (places: number) =>
  new FairTurns(places, { isHeldUp: (error) => error instanceof HeldUp });

/** Work that ends when it is told to, and notes when it begins. */
function workOf(begun: string[]) {
  const ends = new Map<string, PromiseWithResolvers<undefined>>();
  return {
    work: (name: string) => () => {
      const end = Promise.withResolvers<undefined>();
      begun.push(name);
      ends.set(name, end);
      return end.promise;
    },
    async end(name: string, error?: Error) {
      const end = ends.get(name);
      if (error) end?.reject(error);
      else end?.resolve(undefined);
      await setImmediate();
    },
  };
}

test('leaves a place to others, whatever one owner has to do', async () => {
  const turns = turnsAt(3);
  const begun: string[] = [];
  const { work, end } = workOf(begun);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.run('a', work(name)));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2']);
  all.push(turns.run('b', work('b1')));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'a3', 'a4']) await end(name);
  await Promise.all(all);
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('lets in owners one after the other, and of one in the order in which they came', async () => {
  const turns = turnsAt(1);
  const begun: string[] = [];
  const { work, end } = workOf(begun);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
    turns.run(name.charAt(0), work(name)),
  );
  await setImmediate();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  await Promise.all(all);
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('gives one that is held up half of the places, until it gets on', async () => {
  const turns = turnsAt(5);
  const begun: string[] = [];
  const { work, end } = workOf(begun);
  const first = turns.run('a', work('a1')).catch((error: unknown) => error);
  const all = ['a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => turns.run('a', work(name)));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  await end('a1', new HeldUp());
  expect(await first).toBeInstanceOf(HeldUp);
  await setImmediate();
  expect(begun).toHaveLength(4);
  await end('a2');
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  for (const name of ['a3', 'a4', 'a5', 'a6', 'a7']) await end(name);
  await Promise.all(all);
});

test('goes on after what fails', async () => {
  const turns = turnsAt(1);
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.run('a', () => Promise.resolve(1))).resolves.toBe(1);
});

test('does of one thing what came first first, whatever comes of it, and waits for nothing of another', async () => {
  const order = new InOrder();
  const begun: string[] = [];
  const { work, end } = workOf(begun);
  const first = order.run('a', work('a1')).catch((error: unknown) => error);
  const all = [order.run('a', work('a2')), order.run('a', work('a3')), order.run('b', work('b1'))];
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1', new Error('no'));
  expect(await first).toBeInstanceOf(Error);
  for (const name of ['a2', 'b1', 'a3']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});
