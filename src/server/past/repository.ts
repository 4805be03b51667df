import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** Finds from when on the times are kept in which findings were open; null: from the first scan on. Plan: primary key. */
export async function findHistoryBegin(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<Date | null> {
  const row = await db.sql
    .selectFrom('retentionRules')
    .select('historyFrom')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row?.historyFrom ?? null;
}

/** What of the audit trail goes, and has gone. */
export interface TrailKept {
  /** For how many days it is kept; 0: for ever. */
  readonly days: number;
  /** The instant of the newest entry that was ever removed; null: none was. */
  readonly removedTo: Date | null;
}

/** Finds what of the audit trail goes by the rule of today, and what has gone by whatever rules. Plan: two primary keys. */
export async function findTrailKept(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<TrailKept> {
  const row = await db.sql
    .selectFrom('retentionRules as r')
    // Each removal takes the oldest there are, so that the last one went furthest.
    .leftJoin('auditEvent as e', (join) =>
      join.onRef('e.organizationId', '=', 'r.organizationId').onRef('e.id', '=', 'r.removalId'),
    )
    .select('r.auditDays as days')
    .select(sql<Date | null>`(e.before ->> 'to')::timestamptz`.as('removedTo'))
    .where('r.organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? { days: 0, removedTo: null };
}

/**
 * Counts the release cycles whose newest fact is not what the cycle says, and names of own products of which it is noted that
 * there is one and there is none, or the other way round.
 * Plan: the organization's facts in the order of their key, their cycles by hash.
 */
export async function countWrongFacts(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ wrong: number }>`
    SELECT (
      SELECT count(*) FROM (
        SELECT DISTINCT unnest(o.name_keys) AS name_key FROM own_product o WHERE o.organization_id = ${own}) has
        FULL JOIN (
        SELECT i.name_key FROM own_product_interval i
         WHERE i.organization_id = ${own} AND i.closed_at IS NULL) noted ON noted.name_key = has.name_key
       WHERE has.name_key IS NULL OR noted.name_key IS NULL)::int
    + (
    SELECT count(*)::int
      FROM software_cycle c
      JOIN (SELECT DISTINCT ON (f.software_cycle_id) f.* FROM software_cycle_fact f
             WHERE f.organization_id = ${own}
             ORDER BY f.software_cycle_id, f.learnt_on DESC) newest
        ON newest.software_cycle_id = c.id
     WHERE c.organization_id = ${own}
       AND (newest.eol_on, newest.eol_on_known, newest.eol_source, newest.upstream_eol_on,
            newest.upstream_eol_on_known, newest.covered_from, newest.covered_until, newest.inferred_from)
           IS DISTINCT FROM (c.eol_on, c.eol_on_known, c.eol_source, c.upstream_eol_on,
            c.upstream_eol_on_known, c.covered_from, c.covered_until,
            CASE WHEN c.eol_source = 'inferred' THEN c.catalog_inferred_from END)) AS wrong`.execute(
    db.sql,
  );
  return rows[0]?.wrong ?? 0;
}

/** Reads all facts on the end of a release cycle, oldest first. Plan: by primary key. */
export function factsOfCycle(organizationId: OrganizationId, db: Transaction, cycleId: string) {
  return db.sql
    .selectFrom('softwareCycleFact')
    .select(['learntOn', 'eolOn', 'eolOnKnown', 'eolSource', 'inferredFrom', 'knownBefore'])
    .select(['upstreamEolOn', 'upstreamEolOnKnown', 'coveredFrom', 'coveredUntil'])
    .where('organizationId', '=', organizationId)
    .where('softwareCycleId', '=', cycleId)
    .orderBy('learntOn')
    .execute();
}
