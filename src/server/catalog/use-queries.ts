import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** What an organization holds of a product, or of one of its cycles. */
export interface Use {
  /** Image tags that hold it now. */
  readonly images: number;
  /** Release cycles of it that some image holds now. */
  readonly cycles: number;
}

export const UNUSED: Use = { images: 0, cycles: 0 };

/**
 * What the organization holds of products, by slug; one that no image holds is left out.
 * @param names under which scanners may report each
 *
 * Plan: the organization's cycles by hash join with the names (a hundred products at most), then
 * software_organization_id_software_cycle_id_idx and finding_open_software_idx for each.
 */
export async function useOfProducts(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly { readonly slug: string; readonly nameKey: string }[],
): Promise<ReadonlyMap<string, Use>> {
  const rows = await db.query<Use & { slug: string }>(
    `SELECT w.slug, count(DISTINCT f.image_tag_id) AS images, count(DISTINCT c.id) AS cycles
       FROM json_to_recordset($2) AS w(slug text, "nameKey" text)
       JOIN software_cycle c ON c.organization_id = $1 AND c.search_text = w."nameKey"
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
       JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
      GROUP BY w.slug`,
    [organizationId, JSON.stringify(names)],
  );
  return new Map(rows.map(({ slug, images, cycles }) => [slug, { images, cycles }]));
}

/** Image tags that hold each cycle of a product that goes by these names. Plan: as {@link useOfProducts}. */
export async function imagesOfCycles(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ cycle: string; images: number }>(
    `SELECT c.cycle, count(DISTINCT f.image_tag_id) AS images
       FROM software_cycle c
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
       JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
      WHERE c.organization_id = $1 AND c.search_text = ANY($2::text[])
      GROUP BY c.cycle`,
    [organizationId, nameKeys],
  );
  return new Map(rows.map(({ cycle, images }) => [cycle, images]));
}
