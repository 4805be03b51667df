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
