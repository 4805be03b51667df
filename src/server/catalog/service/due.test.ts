import { describe, expect, it } from 'vitest';
import { nextAttemptAtMs } from './updater';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const startedAt = new Date('2026-11-21T12:00:00Z');
const after = (failures: number, id = 'a') =>
  nextAttemptAtMs({ last: { id, startedAt }, failures }, DAY_MS) - startedAt.getTime();

describe('the next look at a source', () => {
  it('is at once when there was none', () => {
    expect(nextAttemptAtMs({ last: null, failures: 0 }, DAY_MS)).toBe(0);
  });

  it('is an interval after a success', () => {
    expect(after(0)).toBe(DAY_MS);
  });

  it.each([
    [1, MINUTE_MS],
    [2, 2 * MINUTE_MS],
    [5, 16 * MINUTE_MS],
    [11, 1_024 * MINUTE_MS],
    [12, DAY_MS],
    [5_000, DAY_MS],
  ])('backs off after %i failures, to an interval at most', (failures, stepMs) => {
    expect(after(failures)).toBeGreaterThanOrEqual(stepMs * 0.8);
    expect(after(failures)).toBeLessThanOrEqual(stepMs * 1.2);
  });

  it('differs between installations, and never for one that asks again', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `attempt ${String(index)}`);
    expect(new Set(ids.map((id) => after(3, id))).size).toBe(20);
    expect(after(3, 'a')).toBe(after(3, 'a'));
  });
});
