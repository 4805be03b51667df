import { CamelCasePlugin, sql, type Compilable, type Expression, type RawBuilder } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Database, Transaction } from '@/server/db';

/** Rows that are in memory at once while all of a list is read. */
const BATCH_ROWS = 500;

/**
 * A row of a paged query. Each carries the list's total; a page past the end is one row whose `id` is null,
 * so that the total is known with the same statement and snapshot as the items.
 */
export type PageRow<Item extends { readonly id: string }> = (Item | { readonly id: null }) & {
  readonly total: number;
};

export interface ItemsWithTotal<Item> {
  readonly items: Item[];
  readonly total: number;
}

export function withTotal<Item extends { readonly id: string }>(
  rows: readonly PageRow<Item>[],
): ItemsWithTotal<Item> {
  const isItem = (row: PageRow<Item>): row is Item & { readonly total: number } => row.id !== null;
  return { items: rows.filter(isItem), total: rows[0]?.total ?? 0 };
}

/**
 * A page of what a statement finds, and how much that is, of one moment.
 *
 * Plan: two scans, one that counts and one in order, which stops after the page where an index has that order. Kept
 * apart on purpose: as one materialized list, a page of 50,000 entries took eight times as long.
 *
 * @param order by columns that `matching` selects
 */
export async function findPage<Item extends { readonly id: string }>(
  db: Transaction,
  matching: Expression<Item>,
  order: RawBuilder<unknown>,
  page: PageRequest,
): Promise<ItemsWithTotal<Item>> {
  const { rows } = await sql<PageRow<Item>>`
    WITH matching AS NOT MATERIALIZED (${matching}), page AS (
      SELECT * FROM matching ORDER BY ${order} LIMIT ${page.size} OFFSET ${offsetOf(page)}
    )
    SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM matching) counted
      LEFT JOIN page ON true
     ORDER BY ${order}`.execute(db.sql);
  return withTotal<Item>(rows);
}

/** Limit and offset of a page; of the whole list for null. */
export function limitsOf(page: PageRequest | null): [limit: number | null, offset: number] {
  return page ? [page.size, offsetOf(page)] : [null, 0];
}

/** All items of a paged query that is asked for the whole list, in batches and of one moment. */
export async function* allItems<Item extends { readonly id: string }>(
  db: Database,
  sql: string,
  params: readonly unknown[],
): AsyncGenerator<Item[], void, undefined> {
  for await (const rows of db.stream<PageRow<Item>>(sql, params, BATCH_ROWS)) {
    yield withTotal<Item>(rows).items;
  }
}

const named = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** All rows of a statement, in batches and of one moment. */
export async function* allRows<Row extends Record<string, unknown>>(
  db: Database,
  statement: Compilable<Row>,
): AsyncGenerator<Row[], void, undefined> {
  const { queryId } = statement.compile();
  for await (const rows of db.batches(statement, BATCH_ROWS)) {
    // A cursor gives the columns by the names that the database has for them.
    const result = await named.transformResult({ queryId, result: { rows } });
    // The plugin knows no types; the names that it gives are those of the statement.
    yield result.rows as Row[];
  }
}
