import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '@/server/platform/deps';
import { isMailError } from '@/server/platform/mail/mailer';

const AT_ONCE = 2;
/** Tasks waiting at most: beyond them something is wrong, and work is dropped rather than kept. */
const MAX_WAITING = 200;

interface Task {
  readonly what: string;
  /** Whether the database has it, so that it is done even if this process does not. */
  readonly isNoted: boolean;
}

interface Work {
  readonly limit: LimitFunction;
  readonly unfinished: Map<Promise<void>, Task>;
  /** Aborted when the process ends: what is noted is left to whoever comes after it. */
  readonly ending: AbortController;
  /** Aborted when there is no more time: what is here alone is lost. */
  readonly late: AbortController;
}

/** Next's bundle starts work and the node server's waits for it: one record for all that is loaded twice. */
const KEY = Symbol.for('eventide.background');
const shared = globalThis as typeof globalThis & { [KEY]?: WeakMap<Deps, Work> };

function workOf(deps: Deps): Work {
  shared[KEY] ??= new WeakMap();
  const known = shared[KEY].get(deps);
  if (known) return known;
  const work = {
    limit: pLimit(AT_ONCE),
    unfinished: new Map<Promise<void>, Task>(),
    ending: new AbortController(),
    late: new AbortController(),
  };
  shared[KEY].set(deps, work);
  return work;
}

/**
 * Does something that its caller neither waits for nor hears of, so that how long it takes, and whether there
 * is anything to do at all, tells the caller nothing. What fails is logged.
 * @param work what is to be done, unless it has not begun when it is to end; then it is told by a signal
 * @param isNoted whether the database has it, and a job does it where this process does not
 */
export function inBackground(
  deps: Deps,
  what: string,
  work: (signal: AbortSignal) => Promise<void>,
  { isNoted = false }: { readonly isNoted?: boolean } = {},
): void {
  const { limit, unfinished, ending, late } = workOf(deps);
  if (limit.pendingCount >= MAX_WAITING) {
    deps.logger.error({ what }, 'too much is waiting: dropped');
    return;
  }
  const { signal } = isNoted ? ending : late;
  const done = limit(async () => {
    if (!signal.aborted) await work(signal);
  })
    .catch((err: unknown) => {
      // The mailer has logged its own failures.
      if (!isMailError(err)) deps.logger.error({ err, what }, 'failed in the background');
    })
    .finally(() => unfinished.delete(done));
  unfinished.set(done, { what, isNoted });
}

/** Resolves once everything that has been started is done. */
export async function backgroundDone(deps: Deps): Promise<void> {
  await Promise.all(workOf(deps).unfinished.keys());
}

/**
 * Ends what is done in the background: what is noted elsewhere is left, and all else is done as long as there is time for it.
 * What is not done by then is lost, which the log says: a mail about an account stands nowhere else, as it holds a link
 * that is kept as a digest alone.
 * @param late aborted when there is no more time
 */
export async function endBackground(deps: Deps, late: AbortSignal): Promise<void> {
  const work = workOf(deps);
  const drop = () => {
    const lost = [...work.unfinished.values()].filter(({ isNoted }) => !isNoted);
    if (lost.length > 0) {
      const what = [...new Set(lost.map((task) => task.what))];
      deps.logger.error(
        { what },
        `the process ends: ${String(lost.length)} in the background lost`,
      );
    }
    work.late.abort();
  };
  work.ending.abort();
  late.addEventListener('abort', drop, { once: true });
  if (late.aborted) drop();
  await backgroundDone(deps);
  late.removeEventListener('abort', drop);
}
