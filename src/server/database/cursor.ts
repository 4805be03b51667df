import type pg from 'pg';
import { asDomainError } from './connection-errors';

/**
 * The rows of one statement through a cursor on a connection of its own. The reader's stopping early closes it,
 * too.
 */
export async function* rowsInBatches<Row extends object>(
  pool: pg.Pool,
  sql: string,
  params: readonly unknown[],
  batchRows: number,
): AsyncGenerator<Row[], void, undefined> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDomainError(error);
  });
  let isBroken = false;
  try {
    await client.query('BEGIN READ ONLY');
    // All of it will be read: the plan for the first rows alone would be another one.
    await client.query('SET LOCAL cursor_tuple_fraction = 1');
    await client.query(`DECLARE list NO SCROLL CURSOR FOR ${sql}`, [...params]);
    for (;;) {
      const { rows } = await client.query(`FETCH ${String(batchRows)} FROM list`);
      // The caller names the columns it selects; `pg` cannot know them.
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < batchRows) return;
    }
  } catch (error) {
    throw asDomainError(error);
  } finally {
    // There is nothing to commit.
    await client.query('ROLLBACK').catch(() => {
      isBroken = true;
    });
    client.release(isBroken);
  }
}
