import type { Database } from './db';

/**
 * Runs `work` unless work of this name runs already, in whatever process; null when so. The lock ends
 * with its connection, so a killed process leaves none behind. Takes one of the pool's connections meanwhile.
 */
export async function exclusively<T>(
  { pool }: Pick<Database, 'pool'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [name],
    );
    if (!rows[0]?.taken) {
      isUsable = true;
      return null;
    }
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      isUsable = true;
    }
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(!isUsable);
  }
}
