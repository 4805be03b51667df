import type { AskableDeps } from '@/test/with-query';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

/**
 * What is kept with an organization's image tags of what they hold, and of it what only the catalogue found:
 * each as `project image product | cycle | type`, in order.
 */
export async function heldSoftware(
  { db }: Pick<AskableDeps, 'db'>,
  organizationId: OrganizationId,
) {
  const listOf = async (column: 'software_ids' | 'catalog_software_ids') => {
    const rows = await db.query<{ held: string }>(
      `SELECT concat_ws(' ', p.name, t.name, concat_ws(' | ', c.product_name, c.cycle, s.artifact_type)) AS held
         FROM image_tag t
         CROSS JOIN LATERAL unnest(t.${column}) AS one(software_id)
         JOIN project p ON p.organization_id = $1 AND p.id = t.project_id
         JOIN software s ON s.organization_id = $1 AND s.id = one.software_id
         JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
        WHERE t.organization_id = $1`,
      [organizationId],
    );
    return rows.map(({ held }) => held).sort();
  };
  return { all: await listOf('software_ids'), catalogs: await listOf('catalog_software_ids') };
}
