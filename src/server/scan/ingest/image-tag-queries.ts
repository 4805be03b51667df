import type { StoredMatch } from '@/domain/inventory/component-match';
import type { Coverage } from '@/domain/inventory/inventory-findings';
import type { Transaction } from '@/server/db';
import type { OrganizationId } from '@/server/auth/organization-id';

/** An image tag as it stands, locked until the transaction ends. */
export interface LockedImageTag {
  readonly id: string;
  readonly projectId: string;
  readonly findingsKey: string;
  readonly inventoryId: string | null;
  readonly inventoryKey: string | null;
  readonly sbomId: string | null;
  readonly sbomSha256: Buffer | null;
  readonly softwareIds: readonly string[];
  readonly catalogSoftwareIds: readonly string[];
  /** Of the latest scan, or of the matching that changed its findings since. */
  readonly changedAt: Date;
}

/**
 * The live image tag of a project's name and a reference, locked: uploads for one tag take turns here.
 * Two index look-ups (project_live_name_key, image_tag_live_reference_key).
 */
export async function lockImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  keys: { projectKey: string; referenceKey: string },
): Promise<LockedImageTag | null> {
  const [row] = await tx.query<LockedImageTag>(
    `SELECT t.id, t.project_id AS "projectId", t.findings_key AS "findingsKey",
            t.inventory_id AS "inventoryId", i.content_key AS "inventoryKey",
            t.sbom_id AS "sbomId", s.content_sha256 AS "sbomSha256",
            t.software_ids AS "softwareIds", t.catalog_software_ids AS "catalogSoftwareIds",
            greatest(t.latest_scan_at, t.rematched_at) AS "changedAt"
       FROM project p
       JOIN image_tag t ON t.organization_id = p.organization_id AND t.project_id = p.id
                       AND t.reference_key = $3 AND t.deleted_at IS NULL
       LEFT JOIN inventory i ON i.organization_id = t.organization_id AND i.id = t.inventory_id
       LEFT JOIN sbom s ON s.organization_id = t.organization_id AND s.id = t.sbom_id
      WHERE p.organization_id = $1 AND p.name_key = $2 AND p.deleted_at IS NULL
        FOR NO KEY UPDATE OF t`,
    [organizationId, keys.projectKey, keys.referenceKey],
  );
  return row ?? null;
}

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly searchText: string;
  readonly sortKey: string;
  readonly createdAt: Date;
}

/**
 * The id of the live project of this name, created when there is none, and kept from being deleted until
 * the transaction ends. Null when it was deleted in this very moment: the caller starts over.
 */
export async function ensureProject(
  organizationId: OrganizationId,
  tx: Transaction,
  project: NewProject,
): Promise<string | null> {
  const live = `SELECT id FROM project
                 WHERE organization_id = $1 AND name_key = $2 AND deleted_at IS NULL FOR SHARE`;
  const [known] = await tx.query<{ id: string }>(live, [organizationId, project.nameKey]);
  if (known) return known.id;
  await tx.query(
    `INSERT INTO project (organization_id, id, name, name_key, search_text, sort_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organization_id, name_key) WHERE (deleted_at IS NULL) DO NOTHING`,
    [
      organizationId,
      project.id,
      project.name,
      project.nameKey,
      project.searchText,
      project.sortKey,
      project.createdAt,
    ],
  );
  const [created] = await tx.query<{ id: string }>(live, [organizationId, project.nameKey]);
  return created?.id ?? null;
}

/** What the catalogue says of an image tag's inventory. */
export interface InventoryState {
  readonly coverage: Coverage;
  /** Of the image itself. */
  readonly distribution: StoredMatch | null;
}

/** What the latest accepted scan says of an image tag. */
export interface ImageTagState {
  readonly inventory: InventoryState;
  readonly digest: string | null;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly repoDigests: readonly string[];
  readonly verified: boolean;
  readonly location: string;
  readonly distro: object | null;
  readonly softwareIds: readonly string[];
  /** Those of them that only the catalogue found. */
  readonly catalogSoftwareIds: readonly string[];
  readonly findingsKey: string;
  readonly inventoryId: string | null;
  readonly sbomId: string | null;
  readonly latestScanAt: Date;
  readonly latestScanId: string;
}

export interface NewImageTag extends ImageTagState {
  readonly id: string;
  readonly projectId: string;
  readonly kind: 'image' | 'directory';
  readonly name: string;
  readonly tag: string;
  readonly referenceKey: string;
  readonly canonicalName: string;
  readonly searchText: string;
  readonly sortKey: string;
}

const INVENTORY_COLUMNS = [
  'matched_count',
  'distribution_count',
  'unknown_count',
  'distribution_product',
  'distribution_cycle',
  'distribution_cycle_key',
] as const;

/** In the order of the columns. */
export function inventoryParameters({ coverage, distribution }: InventoryState) {
  return [
    coverage.matched,
    coverage.distribution,
    coverage.unknown,
    distribution?.product ?? null,
    distribution?.cycle ?? null,
    distribution?.cycleKey ?? null,
  ];
}

/** Sets the columns from parameter number `first` on, in the order of {@link inventoryParameters}. */
export function inventoryAssignments(first: number): string {
  return INVENTORY_COLUMNS.map((column, index) => `${column} = $${String(first + index)}`).join(
    ', ',
  );
}

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** False when another upload created the same tag meanwhile: the caller starts over. */
export async function insertImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  tag: NewImageTag,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO image_tag (organization_id, id, project_id, kind, name, tag, reference_key, canonical_name,
                            search_text, sort_key, digest, labels, repo_digests, verified, location, distro,
                            software_ids, findings_key, inventory_id, sbom_id,
                            first_scan_at, latest_scan_at, latest_scan_id, ${INVENTORY_COLUMNS.join(', ')},
                            catalog_software_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21, $22,
             $23, $24, $25, $26, $27, $28, $29)
     ON CONFLICT (organization_id, project_id, reference_key) WHERE (deleted_at IS NULL) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      tag.id,
      tag.projectId,
      tag.kind,
      tag.name,
      tag.tag,
      tag.referenceKey,
      tag.canonicalName,
      tag.searchText,
      tag.sortKey,
      tag.digest,
      jsonOrNull(tag.labels),
      tag.repoDigests,
      tag.verified,
      tag.location,
      jsonOrNull(tag.distro),
      tag.softwareIds,
      tag.findingsKey,
      tag.inventoryId,
      tag.sbomId,
      tag.latestScanAt,
      tag.latestScanId,
      ...inventoryParameters(tag.inventory),
      tag.catalogSoftwareIds,
    ],
  );
  return rows.length === 1;
}

/**
 * Writes what the latest scan says. What it holds is left alone when it did not change, so that the
 * update of an unchanged re-scan touches no index (a heap-only update).
 */
export async function updateImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  state: ImageTagState,
  softwareChanged: boolean,
): Promise<void> {
  const params: unknown[] = [
    organizationId,
    id,
    state.digest,
    jsonOrNull(state.labels),
    state.repoDigests,
    state.verified,
    state.location,
    jsonOrNull(state.distro),
    state.findingsKey,
    state.inventoryId,
    state.sbomId,
    state.latestScanAt,
    state.latestScanId,
    ...inventoryParameters(state.inventory),
  ];
  if (softwareChanged) params.push(state.softwareIds, state.catalogSoftwareIds);
  await tx.query(
    `UPDATE image_tag
        SET digest = $3, labels = $4, repo_digests = $5, verified = $6, location = $7, distro = $8,
            findings_key = $9, inventory_id = $10, sbom_id = $11, latest_scan_at = $12, latest_scan_id = $13,
            ${inventoryAssignments(14)}${softwareChanged ? ', software_ids = $20, catalog_software_ids = $21' : ''}
      WHERE organization_id = $1 AND id = $2`,
    params,
  );
}

export interface NewScan {
  readonly id: string;
  readonly imageTagId: string;
  readonly acceptedAt: Date;
  readonly callerKind: 'person' | 'api_key';
  readonly callerId: string;
  readonly callerName: string;
  readonly commitHash: string | null;
  readonly digest: string | null;
  readonly matchCount: number;
  readonly componentCount: number;
  readonly openedCount: number;
  readonly closedCount: number;
  readonly inventoryId: string | null;
  readonly sbomId: string | null;
  readonly answer: object;
}

export async function insertScan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: NewScan,
): Promise<void> {
  await tx.query(
    `INSERT INTO scan (organization_id, id, image_tag_id, accepted_at, caller_kind, caller_id, caller_name, commit_hash,
                       digest, match_count, component_count, opened_count, closed_count, inventory_id, sbom_id, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      organizationId,
      scan.id,
      scan.imageTagId,
      scan.acceptedAt,
      scan.callerKind,
      scan.callerId,
      scan.callerName,
      scan.commitHash,
      scan.digest,
      scan.matchCount,
      scan.componentCount,
      scan.openedCount,
      scan.closedCount,
      scan.inventoryId,
      scan.sbomId,
      JSON.stringify(scan.answer),
    ],
  );
}
