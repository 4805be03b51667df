import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, nextAttemptAt, quietUntil, retryAfterOf, SCHEDULE_MS } from './schedule';

const now = new Date('2026-11-21T12:00:00Z');
const after = (date: Date | null) => date && date.getTime() - now.getTime();

describe('the schedule', () => {
  it('is that of Standard Webhooks', () => {
    expect(SCHEDULE_MS.map((wait) => wait / 1_000)).toEqual([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
  });

  it('waits longer each time, by up to a tenth more than it says, and then no more', () => {
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
      const wait = SCHEDULE_MS[attempts] ?? 0;
      expect(after(nextAttemptAt(attempts, now, 0))).toBe(wait);
      expect(after(nextAttemptAt(attempts, now, 1))).toBe(Math.round(wait * 1.1));
    }
    expect(nextAttemptAt(MAX_ATTEMPTS, now, 0)).toBeNull();
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['99999999999999999999', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026', 2_026_000],
    ['', null],
    [null, null],
  ])('%j', (header, expected) => {
    expect(retryAfterOf(header, now)).toBe(expected);
  });

  it('is kept to from a second to a day', () => {
    expect(after(quietUntil(0, now))).toBe(1_000);
    expect(after(quietUntil(null, now))).toBe(30_000);
    expect(after(quietUntil(7_200_000, now))).toBe(7_200_000);
    expect(after(quietUntil(1e12, now))).toBe(86_400_000);
  });
});
