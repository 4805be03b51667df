import { sql } from 'kysely';
import type { DisabledReason } from '@/domain/channel/channel';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { stateAsOf } from '@/server/catalog/sql';
import { beyondClocks } from '@/server/platform/clock';
import type { Database } from '@/server/platform/db/db';

/** These count over all organizations at once, which nothing else of the app does: for operators alone. */

/**
 * Counts open findings by the state of their software. Plan: one index-only scan of finding_open_software_idx, grouped
 * by software, and the software and cycles of all organizations by hash join: about a second for four million.
 */
export async function countFindings(
  db: Database,
  today: Day,
): Promise<{ state: EolState; count: number }[]> {
  const { rows } = await sql<{ state: EolState; count: number }>`
    SELECT ${stateAsOf(today)} AS state, sum(held.count) AS count
      FROM (SELECT organization_id, software_id, count(*) AS count
              FROM finding WHERE is_open GROUP BY organization_id, software_id) held
      JOIN software s ON s.organization_id = held.organization_id AND s.id = held.software_id
      JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
     GROUP BY 1`.execute(db.sql);
  return rows;
}

/** Counts organizations and their image tags. Plan: one scan of image_tag. */
export async function countImages(
  db: Database,
): Promise<{ organizations: number; images: number }> {
  const { rows } = await sql<{ organizations: number; images: number }>`
    SELECT (SELECT count(*) FROM organization) AS organizations,
           (SELECT count(*) FROM image_tag WHERE deleted_at IS NULL) AS images`.execute(db.sql);
  return rows[0] ?? { organizations: 0, images: 0 };
}

export interface Waiting {
  readonly way: 'channel' | 'mail';
  readonly count: number;
  /** Since when the one that is late for longest is to be delivered; null: there is none. */
  readonly oldestAt: Date | null;
}

/**
 * Counts messages that are to be delivered by now, or were tried. What quiet hours or a rule put off waits as its reader wants
 * it to. One that was tried is late since its first attempt; one that is sent again, since the first after that. Plan: the
 * partial indexes of what is due, and of what was tried its attempts by their primary key; waiver_mail holds what waits alone.
 */
export async function countWaiting(db: Database, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT 'channel' AS way, count(*) AS count,
           min(CASE WHEN d.attempts = 0 THEN d.due_at
                    ELSE coalesce((SELECT (array_agg(a.started_at ORDER BY a.number DESC))[d.attempts]
                                     FROM delivery_attempt a
                                    WHERE a.organization_id = d.organization_id
                                      AND a.channel_id = d.channel_id AND a.message_id = d.message_id),
                                  d.changed_at) END) AS oldest_at
      FROM delivery d
     WHERE d.due_at IS NOT NULL AND (d.attempts > 0 OR d.due_at <= ${now}::timestamptz)
     UNION ALL
    SELECT 'mail', count(*), min(since)
      FROM (SELECT CASE WHEN l.attempts = 0 THEN l.due_at
                        ELSE coalesce((SELECT min(a.started_at) FROM letter_attempt a
                                        WHERE a.organization_id = l.organization_id AND a.letter_id = l.id),
                                      l.created_at) END AS since
              FROM letter l
             WHERE l.due_at IS NOT NULL AND (l.attempts > 0 OR l.due_at <= ${now}::timestamptz)
             UNION ALL
            SELECT asked_at FROM waiver_mail
             WHERE attempts > 0 OR due_at <= ${now}::timestamptz) mail`.execute(db.sql);
  return rows;
}

/** Counts channels that deliver nothing. Plan: one scan of channel, some dozens for each organization. */
export async function countDisabledChannels(
  db: Database,
): Promise<{ reason: DisabledReason | null; count: number }[]> {
  return db.sql
    .selectFrom('channel')
    .select(['disabledReason as reason', (eb) => eb.fn.countAll<number>().as('count')])
    .where('disabledReason', 'is not', null)
    .groupBy('disabledReason')
    .execute();
}

/** Since when the catalog is as old as it is. */
export interface CatalogRead {
  /** When it was last read from a source, whether or not that changed anything; null: never. */
  readonly readAt: Date | null;
  /** When the products that are shipped were first loaded; null: never. They come with the service, and are read once. */
  readonly shippedAt: Date | null;
}

/** Finds when the catalog was last read. Plan: one scan of catalog_revision, some hundred a year. */
export async function findCatalogRead(db: Database, now: Date): Promise<CatalogRead> {
  return db.sql
    .selectFrom('catalogRevision')
    .select(({ fn }) => [
      fn
        .max('finishedAt')
        .filterWhere('source', '!=', 'starter')
        // Of what was read in a time to come, before the clock was set back, nobody knows how old it is.
        .filterWhere('finishedAt', '<=', beyondClocks(now))
        .as('readAt'),
      fn.min('finishedAt').filterWhere('source', '=', 'starter').as('shippedAt'),
    ])
    .where('outcome', 'in', ['imported', 'unchanged', 'not_modified'])
    .executeTakeFirstOrThrow();
}
