import { type RawBuilder, sql } from 'kysely';
import type { OrganizationId } from '../auth/organization-id';
import type { Transaction } from './db';

/** What a snapshot of the database sees of an organization's changes. */
export interface SeenChanges {
  /** The last one before the oldest transaction that was still under way; null: none. */
  readonly settled: string | null;
  /** How many of the later ones had ended. */
  readonly unsettled: string;
}

const columnsOf = (organizationId: OrganizationId): RawBuilder<SeenChanges> => sql`
  (SELECT transaction_id FROM organization_change
    WHERE organization_id = ${organizationId} AND transaction_id < oldest
    ORDER BY transaction_id DESC LIMIT 1)::text AS settled,
  (SELECT count(*) FROM organization_change
    WHERE organization_id = ${organizationId} AND transaction_id >= oldest)::text AS unsettled`;

const OLDEST = sql`(SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest OFFSET 0) AS now`;

/**
 * Finds what tells one state of an organization from another. The newest change alone does not: transactions end in another
 * order than they begin, so that one may be seen after a newer one. But all that are older than the oldest one under way have
 * ended. So between two snapshots with a change between them, either the last of those is another one, or it is the same and
 * more of the later ones are seen. Plan: one entry of the primary key, and those of the last moments.
 */
export async function findChanges(
  organizationId: OrganizationId,
  db: Pick<Transaction, 'sql'>,
): Promise<SeenChanges> {
  const { rows } = await sql<SeenChanges>`
    SELECT ${columnsOf(organizationId)} FROM ${OLDEST}`.execute(db.sql);
  return rows[0] ?? { settled: null, unsettled: '0' };
}

/** How far the log of the server that takes changes had come. */
export interface LogPosition {
  /** Bytes since its beginning. */
  readonly position: number;
  /** Which log: a server that is promoted begins another one. */
  readonly timeline: number;
}

/**
 * As columns. The end of what is written, which may lie behind the header of a page that is still empty: a replica has replayed
 * all of it and says where that page begins.
 */
const POSITION = sql`
  (SELECT written - CASE WHEN written % 8192 = 24 THEN 24 ELSE 0 END
     FROM (SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS written) AS log) AS position,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline`;

/** Finds how far the log has come. @throws Error on a server that takes no changes */
export async function findPosition(db: Pick<Transaction, 'sql'>): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`SELECT ${POSITION}`.execute(db.sql);
  return firstOf(rows);
}

/**
 * {@link findChanges}, with a position of the log that all of them lie before: what a snapshot sees was written before it
 * was taken, and the position is read after that.
 */
export async function findChangesAndPosition(
  organizationId: OrganizationId,
  db: Pick<Transaction, 'sql'>,
): Promise<SeenChanges & LogPosition> {
  const { rows } = await sql<SeenChanges & LogPosition>`
    SELECT ${columnsOf(organizationId)}, ${POSITION} FROM ${OLDEST}`.execute(db.sql);
  return firstOf(rows);
}

function firstOf<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('The database has said nothing');
  return row;
}
