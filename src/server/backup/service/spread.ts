import type pg from 'pg';
import { BackupError } from '@/domain/backup/fault';
import { isDistributed } from '@/server/platform/db/distribute';

/**
 * Refuses a database whose organizations are spread over machines: there is no one moment that all of these would show,
 * and what is restored would be on the first one alone.
 * @throws BackupError
 */
export async function refuseSpread(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  throw new BackupError(
    'The database is spread over several machines by Citus, which a backup cannot read at one moment, nor a restore fill. Keep it with the means of Citus: a base backup and the log of each machine, and one restore point for all of them. Nothing was changed.',
  );
}
