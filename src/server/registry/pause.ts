import type { Clock } from '@/server/clock';

const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 60 * 1000;

/** A registry that fails five times in a row is left alone for a minute, so that nobody waits for it. */
export interface Pause {
  isOn(): boolean;
  noteAnswer(): void;
  noteFailure(): void;
}

export function createPause(clock: Clock): Pause {
  let failuresInRow = 0;
  let untilMs = 0;
  return {
    isOn: () => clock.now().getTime() < untilMs,
    noteAnswer: () => {
      failuresInRow = 0;
    },
    noteFailure: () => {
      failuresInRow += 1;
      if (failuresInRow < FAILURES_BEFORE_PAUSE) return;
      failuresInRow = 0;
      untilMs = clock.now().getTime() + PAUSE_MS;
    },
  };
}
