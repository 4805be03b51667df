import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '@/server/platform/deps';
import { isMailError } from '@/server/platform/mail/mailer';

const AT_ONCE = 2;
/** Tasks waiting at most: beyond them something is wrong, and work is dropped rather than kept. */
const MAX_WAITING = 200;

interface Work {
  readonly limit: LimitFunction;
  readonly unfinished: Set<Promise<void>>;
}

/** Next's bundle starts work and the node server's waits for it: one record for all that is loaded twice. */
const KEY = Symbol.for('eventide.background');
const shared = globalThis as typeof globalThis & { [KEY]?: WeakMap<Deps, Work> };

function workOf(deps: Deps): Work {
  shared[KEY] ??= new WeakMap();
  const known = shared[KEY].get(deps);
  if (known) return known;
  const work = { limit: pLimit(AT_ONCE), unfinished: new Set<Promise<void>>() };
  shared[KEY].set(deps, work);
  return work;
}

/**
 * Does something that its caller neither waits for nor hears of, so that how long it takes, and whether there
 * is anything to do at all, tells the caller nothing. What fails is logged.
 */
export function inBackground(deps: Deps, what: string, work: () => Promise<void>): void {
  const { limit, unfinished } = workOf(deps);
  if (limit.pendingCount >= MAX_WAITING) {
    deps.logger.error({ what }, 'too much is waiting: dropped');
    return;
  }
  const done = limit(work)
    .catch((err: unknown) => {
      // The mailer has logged its own failures.
      if (!isMailError(err)) deps.logger.error({ err, what }, 'failed in the background');
    })
    .finally(() => unfinished.delete(done));
  unfinished.add(done);
}

/** Resolves once everything that has been started is done. */
export async function backgroundDone(deps: Deps): Promise<void> {
  await Promise.all(workOf(deps).unfinished);
}
