import type { Distro } from '@/domain/scan/scan-context';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import {
  inventoryAssignments,
  inventoryParameters,
  type InventoryState,
} from '@/server/scan/ingest/image-tag-queries';

/** An image tag with what is stored of its inventory's match, locked until the transaction ends. */
export interface RematchedTag {
  readonly distro: Distro | null;
  readonly inventoryId: string | null;
  readonly matched: number;
  readonly distribution: number;
  readonly unknown: number;
  readonly distributionProduct: string | null;
  readonly distributionCycle: string | null;
  readonly distributionCycleKey: string | null;
  /** Of the latest scan, or of the matching that changed its findings since. */
  readonly changedAt: Date;
}

/**
 * Null when the image tag is deleted. Uploads for the tag wait, as for each other. Whatever hangs on it must be
 * read after it: a statement that has waited sees the tag as it is now, but nothing else of what came meanwhile.
 */
export async function lockRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
): Promise<RematchedTag | null> {
  const [row] = await tx.query<RematchedTag>(
    `SELECT distro, inventory_id AS "inventoryId", matched_count AS matched,
            distribution_count AS distribution, unknown_count AS unknown,
            distribution_product AS "distributionProduct", distribution_cycle AS "distributionCycle",
            distribution_cycle_key AS "distributionCycleKey",
            greatest(latest_scan_at, rematched_at) AS "changedAt"
       FROM image_tag
      WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL
        FOR NO KEY UPDATE`,
    [organizationId, imageTagId],
  );
  return row ?? null;
}

export async function componentIdsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  inventoryId: string,
): Promise<readonly string[]> {
  const [row] = await tx.query<{ componentIds: string[] }>(
    `SELECT component_ids AS "componentIds" FROM inventory WHERE organization_id = $1 AND id = $2`,
    [organizationId, inventoryId],
  );
  return row?.componentIds ?? [];
}

/** An open finding of an image tag. */
export interface OpenFinding {
  readonly softwareId: string;
  readonly softwareKey: string;
  readonly artifactType: string;
  readonly componentIds: readonly string[];
  readonly catalogComponentIds: readonly string[];
}

/** Plan: the image's findings by (organization, image tag), their software by primary key. */
export function openFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
): Promise<OpenFinding[]> {
  return tx.query<OpenFinding>(
    `SELECT f.software_id AS "softwareId", s.software_key AS "softwareKey", s.artifact_type AS "artifactType",
            f.component_ids AS "componentIds", f.catalog_component_ids AS "catalogComponentIds"
       FROM finding f
       JOIN software s ON s.organization_id = $1 AND s.id = f.software_id
      WHERE f.organization_id = $1 AND f.image_tag_id = $2 AND f.is_open`,
    [organizationId, imageTagId],
  );
}

/** Not the digest of any findings: the next scan of the image compares them one by one. */
const NO_FINDINGS_KEY = '00000000-0000-0000-0000-000000000000';

/** What an image tag holds now. */
export interface RematchedFindings {
  readonly softwareIds: readonly string[];
  /** Those of them that only the catalogue found. */
  readonly catalogSoftwareIds: readonly string[];
  readonly at: Date;
}

/** Writes what the catalogue says of an image tag now; `findings` null when they are as they were. */
export async function updateRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  inventory: InventoryState,
  findings: RematchedFindings | null,
): Promise<void> {
  const parameters: unknown[] = [organizationId, imageTagId, ...inventoryParameters(inventory)];
  if (findings) {
    const { softwareIds, catalogSoftwareIds, at } = findings;
    parameters.push(NO_FINDINGS_KEY, softwareIds, catalogSoftwareIds, at);
  }
  await tx.query(
    `UPDATE image_tag
        SET ${inventoryAssignments(3)}
            ${findings ? ', findings_key = $9, software_ids = $10, catalog_software_ids = $11, rematched_at = $12' : ''}
      WHERE organization_id = $1 AND id = $2`,
    parameters,
  );
}
