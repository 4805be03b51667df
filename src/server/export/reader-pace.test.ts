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

test('breaks off who stalls, a large piece given its time', () => {
  expect(read(0, 30_000)).toEqual({
    said: ['the reader of an export is too slow: it was waited for 30000 ms, for 0 bytes'],
    count: 1,
  });
  const onSlow = vi.fn();
  new PaceWatch(PACE, onSlow).wait(60_000);
  vi.advanceTimersByTime(89_000);
  expect(onSlow).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onSlow).toHaveBeenCalledOnce();
});

test('breaks off who asks for a little now and then, once all of it is too long', () => {
  // Each piece is a second's, and waited for 11: 30 s are over by the third.
  expect(read(1_000, 11_000)).toEqual({
    said: ['the reader of an export is too slow: it was waited for 32000 ms, for 2000 bytes'],
    count: 3,
  });
});
