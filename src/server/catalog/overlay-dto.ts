import type { OverrideRow, OwnProductRow } from './overlay-queries';

export function toOverrideRecord(row: OverrideRow) {
  return {
    id: row.id,
    product: row.productName,
    cycle: row.cycle,
    ends_on: row.endsOn,
    reason: row.reason,
    set_by: row.setBy,
    set_at: row.setAt.toISOString(),
  };
}

export function toOwnProductRecord(row: OwnProductRow) {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    product: row.document,
    reason: row.reason,
    set_by: row.setBy,
    set_at: row.setAt.toISOString(),
  };
}
