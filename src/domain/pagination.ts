import { z } from 'zod';

/** The largest number of as many digits as are read of a query parameter; past the end of any list. */
const MAX_PAGE = 999_999_999_999_999;

/** `page` and `size` of every paginated list. Bounds and defaults: the contract's "Limits". */
export const pageInput = {
  page: z.number().int().min(1).max(MAX_PAGE).default(1).describe('Page number, from 1'),
  size: z.number().int().min(1).max(100).default(50).describe('Items per page'),
};

export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  size: number;
  pages: number;
}

/** The contract's `Page[X]` envelope around a schema. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const id = item.meta()?.id;
  const page = z.object({
    items: z.array(item),
    total: z.number().int().min(0),
    page: z.number().int().min(1).nullable(),
    size: z.number().int().min(1).nullable(),
    pages: z.number().int().min(0).nullable().optional(),
  });
  return id === undefined ? page : page.meta({ title: `Page[${id}]` });
}

/** Rows to skip. Whatever page is asked for: a hundred times the largest number still is a bigint. */
export function offsetOf({ page, size }: PageRequest): number {
  return (page - 1) * size;
}

/** A page past the end has no items and the true total. */
export function toPage<Item>(
  items: Item[],
  total: number,
  { page, size }: PageRequest,
): Page<Item> {
  return { items, total, page, size, pages: Math.ceil(total / size) };
}
