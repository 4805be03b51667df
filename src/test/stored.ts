import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { TestDatabase } from './database';
import type { AskableDeps } from './with-query';

/** Every row of every table as text, for looking whether something was stored that must not be. */
export async function storedText(db: TestDatabase): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

/**
 * Counts the software of an organization's image tags, and how much of it only the catalog found:
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
