import { z } from 'zod';
import { FAILURE_KINDS, type FailureKind } from '@/domain/registry/words';
import type { Clock } from '@/server/platform/clock';

const HOUR_MS = 60 * 60 * 1000;
/** Requests that may be made at once after a time without any: what a minute has. */
const MINUTES_AT_ONCE = 1;
/**
 * Requests beyond those for each package that is asked about at a time, so that all that have begun come to their end: what
 * one needs at most (49, of a Maven artifact with many lines), each redirected as often as redirects are followed (3).
 */
const MOST_OVER = 49 * 4;
const FAILURES_BEFORE_PAUSE = 5;
const FIRST_PAUSE_MS = 60 * 1000;

/** What one registry may be asked in the background: so many requests an hour, and none while it fails. */
export interface Budget {
  /**
   * Takes one request; false: not now. Who has begun to ask about a package may go on when nothing is left: what is taken
   * beyond it comes off what the time after has, so that an hour has no more.
   */
  take(): boolean;
  /** Whether somebody may begin to ask now. */
  isOpen(): boolean;
  noteAnswer(): void;
  /** @param concernsRegistry false: it is this one answer that was not usable, and the registry is not paused for it */
  noteFailure(kind: FailureKind, concernsRegistry: boolean): void;
  /** What to tell of it. */
  state(): BudgetState;
  /** What whoever asks next goes on with, in whichever process. */
  kept(): KeptBudget;
}

/** How large a budget is. */
export interface BudgetSize {
  readonly perHour: number;
  /** Packages that are asked about at a time at most. */
  readonly atOnce: number;
}

/** What is told of a budget. */
export interface BudgetState {
  readonly perHour: number;
  /** Null: it is not paused. */
  readonly pausedUntil: Date | null;
  readonly failure: KeptBudget['failure'];
}

/** A budget as it is kept from one round to the next. */
export const keptBudget = z.object({
  left: z.number(),
  /** When it was filled up last. */
  filledMs: z.number(),
  /** Failures in a row. */
  failures: z.number().int(),
  /** How long the next pause is. */
  pauseMs: z.number(),
  closedUntilMs: z.number(),
  failure: z.object({ at: z.iso.datetime(), kind: z.enum(FAILURE_KINDS) }).nullable(),
});
export type KeptBudget = z.output<typeof keptBudget>;

/**
 * Makes a budget; after five failures in a row it is closed for a minute, then for twice as long each time, up to an hour.
 * @param kept how it was left; null: it is full
 */
export function createBudget(
  clock: Clock,
  { perHour, atOnce }: BudgetSize,
  kept: KeptBudget | null,
): Budget {
  const most = Math.max(1, (perHour * MINUTES_AT_ONCE) / 60);
  let left = kept?.left ?? most;
  let filledMs = kept?.filledMs ?? clock.now().getTime();
  let failures = kept?.failures ?? 0;
  let pauseMs = kept?.pauseMs ?? FIRST_PAUSE_MS;
  let closedUntilMs = kept?.closedUntilMs ?? 0;
  let failure = kept?.failure ?? null;
  const fill = () => {
    const nowMs = clock.now().getTime();
    // A clock that was set back takes nothing away.
    const sinceMs = Math.max(0, nowMs - filledMs);
    left = Math.min(most, left + (sinceMs * perHour) / HOUR_MS);
    filledMs = nowMs;
  };
  const isPaused = () => {
    const restMs = closedUntilMs - clock.now().getTime();
    // Longer than any pause: the clock was set back.
    return restMs > 0 && restMs <= HOUR_MS;
  };
  return {
    take: () => {
      fill();
      if (left < 1 - MOST_OVER * atOnce || isPaused()) return false;
      left -= 1;
      return true;
    },
    isOpen: () => {
      fill();
      return left >= 1 && !isPaused();
    },
    noteAnswer: () => {
      failures = 0;
      pauseMs = FIRST_PAUSE_MS;
    },
    noteFailure: (kind, concernsRegistry) => {
      failure = { at: clock.now().toISOString(), kind };
      if (!concernsRegistry) return;
      failures += 1;
      if (failures < FAILURES_BEFORE_PAUSE) return;
      failures = 0;
      closedUntilMs = clock.now().getTime() + pauseMs;
      pauseMs = Math.min(2 * pauseMs, HOUR_MS);
    },
    state: () => ({ perHour, pausedUntil: isPaused() ? new Date(closedUntilMs) : null, failure }),
    kept: () => ({ left, filledMs, failures, pauseMs, closedUntilMs, failure }),
  };
}
