import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/**
 * Uploads hold it together until they end; moving an organization to another catalogue holds it alone. So an
 * upload knows which catalogue the organization's inventories are matched with for as long as it lasts.
 */
export const LOCK_NAME = `hashtextextended('inventory matching ' || $1, 0)`;

/** Which catalogue the organization's inventories are matched with; `candidate` when none is yet. */
export async function joinMatching(
  organizationId: OrganizationId,
  tx: Transaction,
  candidate: { readonly catalogKey: string; readonly at: Date },
): Promise<string> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${LOCK_NAME})`, [organizationId]);
  const known = await findCatalogKey(organizationId, tx);
  if (known !== null) return known;
  await tx.query(
    `INSERT INTO inventory_matching (organization_id, catalog_key, started_at, finished_at, total)
     VALUES ($1, $2, $3, $3, 0) ON CONFLICT (organization_id) DO NOTHING`,
    [organizationId, candidate.catalogKey, candidate.at],
  );
  return (await findCatalogKey(organizationId, tx)) ?? candidate.catalogKey;
}

/** Null while the organization has had no upload. */
async function findCatalogKey(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<string | null> {
  const [row] = await tx.query<{ catalogKey: string }>(
    'SELECT catalog_key AS "catalogKey" FROM inventory_matching WHERE organization_id = $1',
    [organizationId],
  );
  return row?.catalogKey ?? null;
}

/**
 * Has an image tag's findings brought to the catalogue later. It must be the last thing that its transaction
 * waits for: who moves the organization to another catalogue queues many tags at once.
 */
export async function queueRematch(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
): Promise<void> {
  await tx.query(
    'INSERT INTO rematch_entry (organization_id, image_tag_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [organizationId, imageTagId],
  );
}
