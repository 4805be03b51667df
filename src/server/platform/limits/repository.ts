import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Transaction } from '@/server/platform/db/db';
import { withTotal, type PageRow } from '@/server/platform/db/page-rows';

/** Counters of one limit, and the count from which on it limits. */
export interface CountPrefix {
  /** The part of the key before the subject, which holds the counter's own name. */
  readonly prefix: string;
  readonly limit: string;
  readonly least: number;
}

export interface LimitedRow {
  /** The counter's whole key. */
  readonly id: string;
  readonly limit: string;
  /** The person, session, address, network or organization it counts. */
  readonly subject: string;
  readonly count: number;
  readonly until: Date;
}

/**
 * Finds a page of the counts that are over their limit and ended no earlier than `since`, the last to end first. For
 * waits the count is that of the attempts that led to them. Plan: rate_limit by its index on `expire`, hashed against
 * the limits, which are few.
 */
export async function limitedPage(
  db: Transaction,
  prefixes: readonly CountPrefix[],
  since: Date,
  page: PageRequest,
) {
  const { rows } = await sql<PageRow<LimitedRow>>`
    WITH prefix AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(prefixes)})
        AS p (prefix text, "limit" text, least int)
    ), over AS (
      SELECT r.key, p."limit", substr(r.key, length(p.prefix) + 2) AS subject, r.points, r.expire
        FROM rate_limit r
        JOIN prefix p ON p.prefix = split_part(r.key, ':', 1) || ':' || split_part(r.key, ':', 2)
       WHERE r.expire >= ${since.getTime()} AND r.points >= p.least
    ), page AS (
      SELECT * FROM over ORDER BY expire DESC, key LIMIT ${page.size} OFFSET ${offsetOf(page)}
    )
    SELECT counted.total, page.key AS id, page."limit", page.subject,
           coalesce(attempts.points, page.points) AS count,
           to_timestamp(page.expire / 1000.0) AS until
      FROM (SELECT count(*) AS total FROM over) counted LEFT JOIN page ON true
      LEFT JOIN rate_limit attempts ON attempts.key = page."limit" || ':' || page.subject
     ORDER BY page.expire DESC, page.key`.execute(db.sql);
  return withTotal<LimitedRow>(rows);
}

/** Finds people, people behind sessions, and organizations by these ids. Plan: primary keys. */
export function findNames(db: Transaction, ids: readonly string[]) {
  const { sql: statements } = db;
  return statements
    .selectFrom('appUser')
    .select(['id', 'name', sql<string | null>`email`.as('email')])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .unionAll(
      statements
        .selectFrom('userSession as s')
        .innerJoin('appUser as u', 'u.id', 's.userId')
        .select(['s.id', 'u.name', sql<string | null>`u.email`.as('email')])
        .where(({ eb, fn, val }) => eb('s.id', '=', fn.any(val(ids)))),
    )
    .unionAll(
      statements
        .selectFrom('organization')
        .select(['id', 'name', sql<string | null>`NULL`.as('email')])
        .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
    )
    .execute();
}

export type Named = Awaited<ReturnType<typeof findNames>>[number];

/** Finds the newest accounts. Plan: app_user's primary key, backwards: ids are in the order of time. */
export function findAccounts(db: Transaction, limit: number) {
  const select = { id: true, name: true, email: true } as const;
  return db.prisma.user.findMany({ select, orderBy: { id: 'desc' }, take: limit });
}
