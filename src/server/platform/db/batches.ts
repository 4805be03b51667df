import type pg from 'pg';
import { asDomainError } from './connection-errors';
import { inForm } from './spread';
import { named } from './sql';

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
    yield* fetchInBatches<Row>(client, inForm(pool, sql), params, batchRows);
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

/** The rows of one statement through a cursor, within the transaction of a connection. */
export async function* fetchInBatches<Row extends object>(
  client: pg.ClientBase,
  sql: string,
  params: readonly unknown[],
  batchRows: number,
): AsyncGenerator<Row[], void, undefined> {
  // All of it will be read: the plan for the first rows alone would be another one.
  await client.query('SET LOCAL cursor_tuple_fraction = 1');
  await client.query(`DECLARE list NO SCROLL CURSOR FOR ${sql}`, [...params]);
  const text = `FETCH ${String(batchRows)} FROM list`;
  const fetch = () => client.query<unknown[]>({ text, rowMode: 'array' });
  let fetching = fetch();
  for (;;) {
    const fetched = await fetching;
    if (fetched.rows.length === batchRows) {
      // The database works on the next batch while the reader works on this one, and may stop and never ask for it.
      fetching = fetch();
      fetching.catch(() => undefined);
    }
    if (fetched.rows.length > 0) yield named(fetched);
    if (fetched.rows.length < batchRows) return;
  }
}
