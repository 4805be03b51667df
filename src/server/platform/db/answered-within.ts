import type pg from 'pg';

/** Has a statement fail that is not answered in time. `pg` knows such a limit, and its declared type does not. */
export function answeredWithin(ms: number, statement: pg.QueryConfig): pg.QueryConfig {
  return Object.assign(statement, { query_timeout: ms });
}
