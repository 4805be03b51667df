import type pg from 'pg';

/** A migration that is one statement, which builds an index while others write. */
const BESIDE = /^(?:\s|--.*\n)*CREATE (?:UNIQUE )?INDEX CONCURRENTLY "?(?<index>\w+)"?/;

/** The index that a migration builds beside other work; null where it is another migration, which runs in a transaction. */
export function indexBuiltBeside(sql: string): string | null {
  return BESIDE.exec(sql)?.groups?.['index'] ?? null;
}

/**
 * Builds an index that others do not have to wait for. That takes no transaction, so what broke off before is looked for: an
 * index that is not whole is built anew, and one that is was not noted any more.
 * @param waitMs how long it waits for transactions of others that have begun before; nobody waits for it meanwhile
 */
export async function buildBeside(
  client: pg.ClientBase,
  { index, sql, waitMs }: { readonly index: string; readonly sql: string; readonly waitMs: number },
): Promise<void> {
  const { rows } = await client.query<{ is_whole: boolean }>(
    `SELECT i.indisvalid AS is_whole FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname = $1 AND n.nspname = current_schema()`,
    [index],
  );
  if (rows[0]?.is_whole) return;
  await client.query(`SET lock_timeout = ${String(waitMs)}`);
  try {
    // On Citus the other machines may lack what broke off on one of them.
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
    await client.query(sql);
  } finally {
    await client.query('RESET lock_timeout');
  }
}
