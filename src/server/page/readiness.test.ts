import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadiness, GRACE_MS } from './readiness';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tells whether the waiting is over. */
function waitFor({ wait }: ReturnType<typeof createReadiness>) {
  const state = { isOver: false };
  void wait().then(() => {
    state.isOver = true;
  });
  return state;
}

test('what stands in for a page waits until the page is ready', async () => {
  const readiness = createReadiness();
  const state = waitFor(readiness);
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  expect(state.isOver).toBe(false);
  readiness.isReady();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('and for a moment at most', async () => {
  const state = waitFor(createReadiness());
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(state.isOver).toBe(true);
});

test('and not at all for one that was ready before', async () => {
  const readiness = createReadiness();
  readiness.isReady();
  const state = waitFor(readiness);
  await vi.advanceTimersByTimeAsync(0);
  expect(state.isOver).toBe(true);
});
