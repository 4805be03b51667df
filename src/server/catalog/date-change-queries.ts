import type { DateChange } from '@/domain/catalog/catalog-diff';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Transaction } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';

export interface DateChangeRow extends DateChange {
  readonly id: string;
  readonly changedAt: Date;
}

/**
 * Changed dates, newest first, then by id; those of one product when its slug is given.
 *
 * Plan: catalog_date_change_changed_at_id_idx in order; of one product, what it leaves of some thousand rows.
 */
export async function dateChangePage(
  db: Transaction,
  productSlug: string | null,
  page: PageRequest,
): Promise<ItemsWithTotal<DateChangeRow>> {
  const rows = await db.query<PageRow<DateChangeRow>>(
    `WITH matching AS NOT MATERIALIZED (
       SELECT * FROM catalog_date_change WHERE $1::text IS NULL OR product_slug = $1
     ), page AS (
       SELECT * FROM matching ORDER BY changed_at DESC, id LIMIT $2 OFFSET $3
     )
     SELECT counted.total, p.id, p.product_slug AS "productSlug", p.product, p.cycle, p.kind, p.level,
            p.old_ends_on AS "oldEndsOn", p.old_ended AS "oldEnded", p.new_ends_on AS "newEndsOn",
            p.new_ended AS "newEnded", p.changed_at AS "changedAt"
       FROM (SELECT count(*) AS total FROM matching) counted LEFT JOIN page p ON true
      ORDER BY p.changed_at DESC, p.id`,
    [productSlug, page.size, offsetOf(page)],
  );
  return withTotal(rows);
}
