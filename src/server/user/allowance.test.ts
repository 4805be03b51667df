import { describe, expect, it } from 'vitest';
import { manualClock } from '@/server/clock';
import { Allowance } from './allowance';

describe('an allowance', () => {
  it('is used up for each key by itself, until its time has passed', () => {
    const clock = manualClock('2026-11-21T12:00:00Z');
    const allowance = new Allowance(clock, { max: 2, windowMs: 60_000 });
    allowance.take('one');
    clock.advance(20_000);
    allowance.take('one');
    expect(() => allowance.take('one')).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 40 }),
    );
    allowance.take('other');
    clock.advance(40_000);
    expect(() => allowance.take('one')).not.toThrow();
  });
});
