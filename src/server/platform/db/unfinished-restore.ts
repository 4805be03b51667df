import type pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';

/** This table stands in a database for as long as a backup is being restored into it. */
export const UNFINISHED_RESTORE = 'eventide_unfinished_restore';

/** Whether the restore of a backup was begun here, and is not finished. */
export async function isUnfinishedRestore(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass(quote_ident(current_schema()) || '.${UNFINISHED_RESTORE}') IS NOT NULL AS found`,
  );
  return rows[0]?.found === true;
}

/** Half a restore is nothing to work on. */
export async function refuseUnfinishedRestore(client: pg.ClientBase): Promise<void> {
  if (await isUnfinishedRestore(client))
    throw new DatabaseStartError(
      'A restore into this database was cut short. Run it again: it begins anew.',
    );
}
