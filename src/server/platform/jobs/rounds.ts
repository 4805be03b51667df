import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import { scheduled } from '../signals';
import { runJob } from './run-job';
import { outcomeOf, type Turns } from './turns';

export interface Rounds {
  /** Names the work for all processes: one of them at a time does it. */
  readonly name: string;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  /** What is logged when a round fails. */
  readonly failure: string;
}

const NO_TURNS: Turns = { failed: 0 };

/**
 * Does some work over and over from now on, at once first. Any number of processes may do so: one of them at a time does, and
 * a round that lasts is not begun again meanwhile. One whose lock is lost is told to end. One in which a turn failed has
 * failed, and the next one comes when it would.
 * @param round does one; null: there was nothing to do, which is no run and so hides none that failed before
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleRounds(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { name, everyMs, failure }: Rounds,
  round: (signal: AbortSignal) => Promise<Turns | null> | Promise<void>,
): () => Promise<void> {
  const sinceMs = Date.now();
  const stopTelling = scheduled.hear(({ tell }) => {
    tell(name, sinceMs);
  });
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  const begin = () => {
    const { signal } = stopping;
    const work = async (ending: AbortSignal) => {
      const came = await round(ending);
      return came === undefined ? NO_TURNS : came;
    };
    const outcome = (came: Turns | null) => came && outcomeOf(came);
    const run = (ending: AbortSignal) => runJob(name, () => work(ending), signal, outcome);
    running ??= exclusively(db, name, run, signal)
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err }, failure);
      })
      .finally(() => {
        running = null;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopTelling();
    stopping.abort();
    await running;
  };
}
