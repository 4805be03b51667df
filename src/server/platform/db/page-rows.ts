import {
  expressionBuilder,
  sql,
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  type RawBuilder,
} from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Database, Transaction } from './db';

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

interface AnyRow {
  readonly id: string | null;
  readonly total: number;
}

/** A row of a paged query when it is an item. */
export type ItemOf<Row> = Omit<Extract<Row, { readonly id: string }>, 'total' | 'position'>;

export function withTotal<Row extends AnyRow>(rows: readonly Row[]): ItemsWithTotal<ItemOf<Row>>;
export function withTotal<Item extends { readonly id: string }>(
  rows: readonly PageRow<Item>[],
): ItemsWithTotal<Item>;
export function withTotal<Row extends AnyRow>(rows: readonly Row[]): ItemsWithTotal<ItemOf<Row>> {
  const isItem = (row: Row): row is Extract<Row, { readonly id: string }> => row.id !== null;
  return { items: rows.filter(isItem), total: rows[0]?.total ?? 0 };
}

/**
 * Finds a page of a statement's rows and their total, of one moment.
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

/** The tables that a list's items are selected from: those of its `matching`, and what is on the page of it. */
type WithPage<DB extends { matching: object }> = DB & {
  page: DB['matching'] & { position: number };
};

interface PagedList<DB extends { matching: object }, Counts, Item> {
  /** Of the columns of `matching`, unqualified; says for any two rows which comes first. */
  readonly order: RawBuilder<unknown>;
  /** Which rows of `matching` are listed; all of them without it. */
  readonly listed?: RawBuilder<boolean> | undefined;
  /** Null: all of the list. */
  readonly page: PageRequest | null;
  /** Counts over `matching`, `total` among them. */
  readonly counts: (of: ExpressionBuilder<WithPage<DB>, never>) => Expression<Counts>;
  /** The item for each row of `page`; selects its `position`. */
  readonly items: (of: ExpressionBuilder<WithPage<DB>, never>) => Expression<Item>;
}

/**
 * A page of a list, and counts of all of it, in one statement.
 * @param list begins with what the list's conditions leave, as `matching` (materialized: it is read twice)
 */
export function pageOfList<
  DB extends { matching: object },
  Counts extends { total: number },
  Item extends { id: string; position: number },
>(
  list: QueryCreator<DB>,
  { order, listed = sql`true`, page, counts, items }: PagedList<DB, Counts, Item>,
) {
  const [limit, offset] = limitsOf(page);
  // Numbered after it is cut: to number all rows they would all have to be sorted.
  const cut = sql<Record<string, unknown>>`(
    SELECT cut.*, row_number() OVER (ORDER BY ${order}) AS position
    FROM (SELECT * FROM matching WHERE ${listed} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) cut
  )`;
  return listOfPage(list, { cut, counts, items });
}

interface CutList<DB extends { matching: object }, Counts, Item> extends Pick<
  PagedList<DB, Counts, Item>,
  'counts' | 'items'
> {
  /** Selects the rows that are on the page, with their `position`. */
  readonly cut: RawBuilder<Record<string, unknown>>;
}

/** As {@link pageOfList}, for a list that knows itself where its page is. */
export function listOfPage<
  DB extends { matching: object },
  Counts extends { total: number },
  Item extends { id: string; position: number },
>(list: QueryCreator<DB>, { cut, counts, items }: CutList<DB, Counts, Item>) {
  const of = expressionBuilder<WithPage<DB>>();
  const rows = sql<object>`(
    SELECT counted.*, shown.* FROM ${counts(of)} AS counted LEFT JOIN ${items(of)} AS shown ON true
  )`;
  // Whatever its tables are: none of them is named below but in what was given.
  const begun = list as unknown as QueryCreator<{ matching: object }>;
  return begun
    .with('page', () => cut)
    .selectFrom(rows.as('listed'))
    .selectAll()
    .orderBy(sql`position`)
    .$castTo<(Item | { readonly id: null }) & Counts>();
}

/** All items of a statement of {@link pageOfList} that is asked for the whole list, in batches and of one moment. */
export async function* itemsInBatches<Row extends AnyRow>(
  db: Database,
  list: Compilable<Row>,
): AsyncGenerator<ItemOf<Row>[], void, undefined> {
  for await (const rows of allRows(db, list)) yield withTotal(rows).items;
}

/** All rows of a statement, in batches and of one moment. */
export function allRows<Row extends object>(
  db: Database,
  statement: Compilable<Row>,
): AsyncGenerator<Row[], void, undefined> {
  return db.batches(statement, BATCH_ROWS);
}
