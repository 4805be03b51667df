/** The time of day, handed to whatever depends on it, so that a test can choose it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * Gives a moment that is further ahead than the clocks of processes differ by: what is said to have happened after it did so
 * before the clock was set back, and is not waited for until the clock has caught up.
 */
export const beyondClocks = (now: Date): Date => new Date(now.getTime() + 60_000);

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  set(instant: Date | string): void;
  advance(durationMs: number): void;
}

/** For tests: starts at `instant` (a `Date` or an ISO 8601 string). */
export function manualClock(instant: Date | string): ManualClock {
  let currentMs = new Date(instant).getTime();
  return {
    now: () => new Date(currentMs),
    set: (next) => {
      currentMs = new Date(next).getTime();
    },
    advance: (durationMs) => {
      currentMs += durationMs;
    },
  };
}
