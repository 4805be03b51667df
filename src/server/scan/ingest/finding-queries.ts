import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

interface KnownFinding {
  readonly id: string;
  readonly softwareId: string;
  readonly componentIds: readonly string[];
  readonly catalogComponentIds: readonly string[];
  readonly isOpen: boolean;
}

/** The packages of a finding: those that the scanner matched, and those that only the catalogue did. */
export interface FindingPackages {
  readonly componentIds: readonly string[];
  readonly catalogComponentIds: readonly string[];
}

/** What shall be open on an image tag: packages by software. */
export type WantedFindings = ReadonlyMap<string, FindingPackages>;

export interface FindingChanges {
  readonly opened: number;
  readonly closed: number;
}

/**
 * Brings an image tag's findings and their intervals to what shall be open. The caller holds the tag's
 * lock, so nobody else changes them meanwhile. At most one statement for each kind of change.
 */
export async function applyFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  wanted: WantedFindings,
  at: Date,
): Promise<FindingChanges> {
  const known = await tx.query<KnownFinding>(
    `SELECT id, software_id AS "softwareId", component_ids AS "componentIds",
            catalog_component_ids AS "catalogComponentIds", is_open AS "isOpen"
       FROM finding WHERE organization_id = $1 AND image_tag_id = $2`,
    [organizationId, imageTagId],
  );
  const bySoftware = new Map(known.map((finding) => [finding.softwareId, finding]));
  const fresh = [...wanted]
    .filter(([softwareId]) => !bySoftware.has(softwareId))
    .map(([software_id, packages]) => ({
      id: uuidv7(),
      interval_id: uuidv7(),
      software_id,
      ...packageColumns(packages),
    }));
  const returning = known.filter(({ softwareId, isOpen }) => !isOpen && wanted.has(softwareId));
  const gone = known.filter(({ softwareId, isOpen }) => isOpen && !wanted.has(softwareId));
  const repacked = known.filter((finding) => {
    const packages = wanted.get(finding.softwareId);
    return packages !== undefined && !samePackages(packages, finding);
  });

  await insertFindings(organizationId, tx, imageTagId, fresh, at);
  await reopen(organizationId, tx, returning, at);
  await close(organizationId, tx, gone, at);
  await repack(organizationId, tx, repacked, wanted);
  const changes = { opened: fresh.length + returning.length, closed: gone.length };
  await keepCleanInterval(organizationId, tx, imageTagId, wanted.size === 0, at);
  return changes;
}

const packageColumns = ({ componentIds, catalogComponentIds }: FindingPackages) => ({
  component_ids: componentIds,
  catalog_component_ids: catalogComponentIds,
});

interface NewFinding extends ReturnType<typeof packageColumns> {
  readonly id: string;
  readonly interval_id: string;
  readonly software_id: string;
}

async function insertFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  findings: readonly NewFinding[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return;
  await tx.query(
    `WITH r AS MATERIALIZED (
       SELECT * FROM json_to_recordset($3) AS r(id uuid, interval_id uuid, software_id uuid, component_ids uuid[],
                                               catalog_component_ids uuid[])
     ), inserted AS (
       INSERT INTO finding (organization_id, id, image_tag_id, software_id, component_ids, catalog_component_ids,
                            is_open, first_seen_at)
       SELECT $1, id, $2, software_id, component_ids, catalog_component_ids, true, $4 FROM r
     )
     INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at)
     SELECT $1, interval_id, id, software_id, $4 FROM r`,
    [organizationId, imageTagId, JSON.stringify(findings), at],
  );
}

async function reopen(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly KnownFinding[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map(({ id, softwareId }) => ({
    id,
    interval_id: uuidv7(),
    software_id: softwareId,
  }));
  await tx.query(
    `WITH r AS MATERIALIZED (
       SELECT * FROM json_to_recordset($2) AS r(id uuid, interval_id uuid, software_id uuid)
     ), opened AS (
       UPDATE finding f SET is_open = true FROM r WHERE f.organization_id = $1 AND f.id = r.id
     )
     INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at)
     SELECT $1, interval_id, id, software_id, $3 FROM r`,
    [organizationId, JSON.stringify(rows), at],
  );
}

async function close(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly KnownFinding[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return;
  await tx.query(
    `WITH closed AS (
       UPDATE finding SET is_open = false WHERE organization_id = $1 AND id = ANY($2::uuid[])
     )
     UPDATE finding_interval SET closed_at = $3
      WHERE organization_id = $1 AND finding_id = ANY($2::uuid[]) AND closed_at IS NULL`,
    [organizationId, findings.map(({ id }) => id), at],
  );
}

async function repack(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly KnownFinding[],
  wanted: WantedFindings,
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.flatMap(({ id, softwareId }) => {
    const packages = wanted.get(softwareId);
    return packages ? [{ id, ...packageColumns(packages) }] : [];
  });
  await tx.query(
    `UPDATE finding f SET component_ids = r.component_ids, catalog_component_ids = r.catalog_component_ids
       FROM json_to_recordset($2) AS r(id uuid, component_ids uuid[], catalog_component_ids uuid[])
      WHERE f.organization_id = $1 AND f.id = r.id`,
    [organizationId, JSON.stringify(rows)],
  );
}

/** An image tag without findings has one open clean interval, one with findings has none. */
async function keepCleanInterval(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  isClean: boolean,
  at: Date,
): Promise<void> {
  if (isClean) {
    await tx.query(
      `INSERT INTO clean_interval (organization_id, id, image_tag_id, opened_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, image_tag_id) WHERE (closed_at IS NULL) DO NOTHING`,
      [organizationId, uuidv7(), imageTagId, at],
    );
    return;
  }
  await tx.query(
    `UPDATE clean_interval SET closed_at = $3
      WHERE organization_id = $1 AND image_tag_id = $2 AND closed_at IS NULL`,
    [organizationId, imageTagId, at],
  );
}

function samePackages(left: FindingPackages, right: FindingPackages): boolean {
  return (
    sameIds(left.componentIds, right.componentIds) &&
    sameIds(left.catalogComponentIds, right.catalogComponentIds)
  );
}

/** Whether two lists name the same packages, in whatever order. */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const ids = new Set(left);
  return right.every((id) => ids.has(id));
}
