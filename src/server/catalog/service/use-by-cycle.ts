import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { usesByCycle, type CycleUse, type ProductName } from '@/server/catalog/repository/use';

/** An organization's use of one product. */
export interface ProductUse {
  /** Image tags that hold any of its cycles now. */
  readonly images: number;
  /** Each cycle, also those that the catalog does not know. */
  readonly byCycle: ReadonlyMap<string, CycleUse>;
}

export const NO_USE: ProductUse = { images: 0, byCycle: new Map() };

/**
 * Gives the organization's use of products, by slug; one that no image holds is left out.
 * @param names under which scanners may report each
 */
export async function useByCycle(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly ProductName[],
): Promise<ReadonlyMap<string, ProductUse>> {
  const uses = new Map<string, { images: number; byCycle: Map<string, CycleUse> }>();
  for (const { slug, cycle, ...use } of await usesByCycle(organizationId, db, names)) {
    const product = uses.get(slug) ?? { images: 0, byCycle: new Map<string, CycleUse>() };
    uses.set(slug, product);
    if (cycle === null) product.images = use.images;
    else product.byCycle.set(cycle, use);
  }
  return uses;
}
