import type { Compilable } from 'kysely';
import type { OrganizationId } from '../../auth/organization-id';
import { fetchInBatches } from '../batches';
import type { Database } from '../db';
import { sqlOfRead } from '../sql';

/**
 * Reads something of one organization's that may be a little old, from a replica where there is one that has all of the
 * organization's changes; else, and should that fail, from the primary. Transactions are the primary's all the same.
 * @param read is given the database to ask, which it may go on asking after it has returned
 */
export function readFromReplica<T>(
  db: Database,
  organizationId: OrganizationId,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const { replicas, pool, servers } = db;
  if (!replicas) return read(db);
  const lasting = replicas.begin(organizationId);
  const given: Database = {
    ...db,
    sql: sqlOfRead(pool, servers, lasting),
    batches: <Row extends object>(statement: Compilable<Row>, batchRows: number) => {
      const { sql, parameters } = statement.compile();
      return lasting.batches(
        (client) => fetchInBatches<Row>(client, sql, parameters, batchRows),
        () => db.batches(statement, batchRows),
      );
    },
  };
  return replicas.current.run(lasting, () =>
    read(given).finally(() => {
      lasting.hasReturned = true;
    }),
  );
}
