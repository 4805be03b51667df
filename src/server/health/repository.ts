import { sql } from 'kysely';
import type { Database } from '@/server/platform/db/db';
import { TAKES_NO_CHANGES } from '@/server/platform/db/servers';

export interface DatabaseState {
  /** Whether nothing can be written: a standby, or a server that was made read-only. */
  readonly isReadOnly: boolean;
  /** How many of the migrations are not in it. */
  readonly missing: number;
}

/**
 * Reads whether the database can be worked with, on a connection that no work waits for. One statement of some hundred rows at most; where there is no table
 * of migrations it fails with 42P01.
 */
export async function readState(
  { aside }: Pick<Database, 'aside'>,
  migrations: readonly string[],
): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    SELECT ${sql.raw(TAKES_NO_CHANGES)} AS is_read_only,
           (SELECT count(*) FROM unnest(${migrations}::text[]) AS wanted(name)
             WHERE NOT EXISTS (
                   SELECT FROM _prisma_migrations done
                    WHERE done.migration_name = wanted.name AND done.finished_at IS NOT NULL
                      AND done.rolled_back_at IS NULL)) AS missing`.execute(aside);
  return rows[0] ?? { isReadOnly: false, missing: migrations.length };
}
