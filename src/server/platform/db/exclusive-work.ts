import { addAbortListener } from 'node:events';
import type { Database } from './db';

/**
 * Runs `work` unless work of this name runs already, in whatever process; null when so. The lock ends with the connection
 * that holds the locks of this process, so a killed process leaves none behind; and where that connection is lost, `work`
 * has to end, since another process may begin the same.
 * @param work is given a signal that says so, and what `stopping` says
 */
export async function exclusively<T>(
  { locks }: Pick<Database, 'locks'>,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T | null> {
  const lost = await locks.take(name);
  if (!lost) return null;
  const ending = new AbortController();
  // Not by `AbortSignal.any`: what listens to such a signal stays as long as the process, whose end it waits for.
  const awaited = [lost, ...(stopping ? [stopping] : [])].map((signal) =>
    addAbortListener(signal, () => {
      ending.abort(signal.reason);
    }),
  );
  try {
    if (stopping?.aborted) ending.abort(stopping.reason);
    return await work(ending.signal);
  } finally {
    for (const one of awaited) one[Symbol.dispose]();
    await locks.release(name);
  }
}
