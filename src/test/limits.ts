import type { TestDatabase } from '@/test/database';
import { onTestFinished, vi } from 'vitest';
import type { ManualClock } from '@/server/platform/clock';

/** Forgets what was counted so far. Limits are the installation's: tests on one database share them. */
export async function forgetLimits(db: TestDatabase): Promise<void> {
  await db.query('DELETE FROM rate_limit');
}

/**
 * Makes the limits follow a test's clock until the test ends. The library reads the system's time, so that
 * stands still as well, and moves with the clock; timers run on.
 */
export function limitsFollow(clock: ManualClock): void {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  const { set, advance } = clock;
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(clock, { set, advance });
  });
  Object.assign(clock, {
    set: (instant: Date | string) => {
      set(instant);
      vi.setSystemTime(clock.now());
    },
    advance: (durationMs: number) => {
      advance(durationMs);
      vi.setSystemTime(clock.now());
    },
  });
}
