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
  try {
    return await work(stopping ? AbortSignal.any([stopping, lost]) : lost);
  } finally {
    await locks.release(name);
  }
}
