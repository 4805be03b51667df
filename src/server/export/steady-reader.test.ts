import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readSteadily } from './steady-reader';

const PATIENT = { stallAfterMs: 3_600_000, bytesPerSecond: 1_000_000 };
const pieces = (count: number) =>
  Readable.from(Array.from({ length: count }, (_, index) => Buffer.from(String(index))));

test('gives all pieces, and says once that it is done', async () => {
  const onEnd = vi.fn();
  const stream = readSteadily(pieces(4), { pace: PATIENT, onEnd });
  expect(await new Response(stream).text()).toBe('0123');
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('what fails on the way breaks the file', async () => {
  const onEnd = vi.fn();
  const failing = Readable.from(
    (async function* () {
      yield await Promise.resolve(Buffer.from('0'));
      throw new Error('the database went away');
    })(),
  );
  const stream = readSteadily(failing, { pace: PATIENT, onEnd });
  await expect(new Response(stream).text()).rejects.toThrow('went away');
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
});

test('stops the source when nobody reads any more', async () => {
  const onEnd = vi.fn();
  const source = pieces(1_000);
  const reader = readSteadily(source, { pace: PATIENT, onEnd }).getReader();
  await reader.read();
  await reader.cancel();
  expect(source.destroyed).toBe(true);
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('lets go of a reader that stalls', async () => {
  const onEnd = vi.fn();
  const source = pieces(5);
  const reader = readSteadily(source, {
    pace: { ...PATIENT, stallAfterMs: 10 },
    onEnd,
  }).getReader();
  await reader.read();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(Error)));
  expect(source.destroyed).toBe(true);
  await expect(reader.read()).rejects.toThrow('is too slow');
});

test('lets go of a reader that takes too little, and counts what it took', async () => {
  const pace = { stallAfterMs: 40, bytesPerSecond: 1_000 };
  const give = (bytes: number) =>
    readSteadily(Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(bytes))), {
      ...{ pace, onEnd: () => undefined },
    }).getReader();
  const readSlowly = async (bytes: number) => {
    const reader = give(bytes);
    for (let piece = 0; piece < 8; piece += 1) {
      await reader.read();
      await sleep(15);
    }
    await reader.cancel();
  };
  await expect(readSlowly(1)).rejects.toThrow('is too slow');
  await readSlowly(1_000);
});
