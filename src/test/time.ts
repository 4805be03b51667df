import type { Delay } from '@/server/platform/delay';

/** A clock that stands still until it is moved. */
export class ManualClock {
  private current: Date;

  constructor(start: string | Date) {
    this.current = new Date(start);
  }

  now(): Date {
    return new Date(this.current);
  }

  advanceDays(days: number): void {
    this.current = new Date(this.current.getTime() + days * 86_400_000);
  }
}

interface Waiting {
  readonly durationMs: number;
  readonly resolve: () => void;
}

export interface ManualDelay {
  readonly delay: Delay;
  /** Ends the waits that take at most so long. */
  pass(durationMs: number): void;
  /** Resolves when a wait of that length is under way. */
  started(durationMs: number): Promise<void>;
}

/** Waits that last until a test ends them. */
export function manualDelay(): ManualDelay {
  const waits = new Set<Waiting>();
  const watchers = new Set<Waiting>();
  return {
    delay: (durationMs) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wait = { durationMs, resolve: () => resolve(undefined) };
      waits.add(wait);
      for (const watcher of watchers) if (watcher.durationMs === durationMs) watcher.resolve();
      return { done: promise, cancel: () => waits.delete(wait) };
    },
    pass: (durationMs) => {
      for (const wait of waits) {
        if (wait.durationMs > durationMs) continue;
        waits.delete(wait);
        wait.resolve();
      }
    },
    started: (durationMs) =>
      new Promise((resolve) => {
        if ([...waits].some((wait) => wait.durationMs === durationMs)) resolve();
        else watchers.add({ durationMs, resolve });
      }),
  };
}
