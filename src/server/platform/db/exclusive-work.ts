import type { Database } from './db';

/**
 * Runs `work` unless work of this name runs already, in whatever process; null when so. The lock ends with the connection
 * that holds the locks of this process, so a killed process leaves none behind.
 */
export async function exclusively<T>(
  { locks }: Pick<Database, 'locks'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  if (!(await locks.take(name))) return null;
  try {
    return await work();
  } finally {
    await locks.release(name);
  }
}
