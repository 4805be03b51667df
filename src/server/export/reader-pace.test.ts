import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaceWatch } from './reader-pace';

const PACE = { stallAfterMs: 30_000, bytesPerSecond: 1_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads pieces of so many bytes, each so long after the one before; tells what was said, and after how many of them. */
function read(bytes: number, afterMs: number, { pieces = 1_000, ownMs = 0 } = {}) {
  const said: string[] = [];
  const watch = new PaceWatch(PACE, ({ message }) => said.push(message));
  watch.wait(0);
  let count = 0;
  while (count < pieces && said.length === 0) {
    vi.advanceTimersByTime(afterMs);
    watch.end();
    vi.advanceTimersByTime(ownMs);
    watch.wait(bytes);
    count += 1;
  }
  watch.end();
  return { said, count };
}

test('leaves who reads as fast, however long it takes', () => {
  expect(read(1_000, 1_000).said).toEqual([]);
  // In pauses, too, if what comes between them is as much.
  expect(read(29_000, 29_000).said).toEqual([]);
});

test('counts no time that the writer takes', () => {
  expect(read(1, 0, { ownMs: 60_000 }).said).toEqual([]);
});

test('breaks off who stalls', () => {
  expect(read(1_000_000, 30_000)).toEqual({
    said: ['the reader of an export asked for nothing for 30000 ms'],
    count: 1,
  });
});

test('breaks off who asks for a little now and then, once all of it is too long', () => {
  // Each piece is a second's, and waited for 11: 30 s are over by the third.
  expect(read(1_000, 11_000)).toEqual({
    said: ['the reader of an export took fewer than 1000 bytes a second'],
    count: 3,
  });
});
