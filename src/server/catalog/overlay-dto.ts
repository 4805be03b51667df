import type { OverrideRow, OwnProductRow } from './repository/overlay';

/** @param inCatalog whether the catalogue, or a product of the organization's own, has the cycle now */
export function toOverrideRecord(row: OverrideRow, inCatalog: boolean) {
  return {
    id: row.id,
    product: row.productName,
    cycle: row.cycle,
    in_catalog: inCatalog,
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
