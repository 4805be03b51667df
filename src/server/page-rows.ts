import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Database } from '@/server/db';

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
