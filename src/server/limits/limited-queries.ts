import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';

/** From which count on somebody is limited. */
export interface CountPrefix {
  /** The key up to whom it counts, as the counter's own name stands in it. */
  readonly prefix: string;
  readonly limit: string;
  readonly least: number;
}

export interface LimitedRow {
  /** The counter's whole key. */
  readonly id: string;
  readonly limit: string;
  /** Whom it counts. */
  readonly subject: string;
  readonly count: number;
  readonly until: Date;
}

/**
 * A page of the counts that are over their limit, and ended no earlier than `since`, the last to end first. Of waits
 * the count is that of the attempts that led to them. Plan: rate_limit by its index on `expire`, hashed against the
 * limits, which are few.
 */
export async function limitedPage(
  db: Pick<Database, 'query'>,
  prefixes: readonly CountPrefix[],
  since: Date,
  page: PageRequest,
): Promise<ItemsWithTotal<LimitedRow>> {
  const rows = await db.query<PageRow<LimitedRow>>(
    `WITH prefix AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) AS p (prefix, name, least)
     ), over AS (
       SELECT r.key, p.name, substr(r.key, length(p.prefix) + 2) AS subject, r.points, r.expire
         FROM rate_limit r
         JOIN prefix p ON p.prefix = split_part(r.key, ':', 1) || ':' || split_part(r.key, ':', 2)
        WHERE r.expire >= $4 AND r.points >= p.least
     ), page AS (
       SELECT * FROM over ORDER BY expire DESC, key LIMIT $5 OFFSET $6
     )
     SELECT counted.total, page.key AS id, page.name AS "limit", page.subject,
            coalesce(attempts.points, page.points) AS count,
            to_timestamp(page.expire / 1000.0) AS until
       FROM (SELECT count(*) AS total FROM over) counted LEFT JOIN page ON true
       LEFT JOIN rate_limit attempts ON attempts.key = page.name || ':' || page.subject
      ORDER BY page.expire DESC, page.key`,
    [
      prefixes.map(({ prefix }) => prefix),
      prefixes.map(({ limit }) => limit),
      prefixes.map(({ least }) => least),
      since.getTime(),
      page.size,
      offsetOf(page),
    ],
  );
  return withTotal(rows);
}

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** People, people behind sessions, and organizations, of these ids. Plan: primary keys. */
export function findNames(db: Pick<Database, 'query'>, ids: readonly string[]): Promise<Named[]> {
  return db.query<Named>(
    `SELECT id, name, email FROM app_user WHERE id = ANY ($1::uuid[])
      UNION ALL
     SELECT s.id, u.name, u.email FROM user_session s JOIN app_user u ON u.id = s.user_id
      WHERE s.id = ANY ($1::uuid[])
      UNION ALL
     SELECT id, name, NULL FROM organization WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
}

/** The newest accounts. Plan: app_user's primary key, backwards: ids are in the order of time. */
export function findAccounts(db: Pick<Database, 'query'>, limit: number): Promise<Named[]> {
  return db.query<Named>('SELECT id, name, email FROM app_user ORDER BY id DESC LIMIT $1', [limit]);
}
