import type { Day } from '@/domain/eol/calendar';
import type { EolSource } from '@/domain/eol/effective-end';
import type { OrganizationId } from '@/server/auth/organization-id';
import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';
import type { Transaction } from '@/server/db';
import type { PageRow } from '@/server/page-rows';

export interface SoftwareDetailRow {
  readonly id: string;
  readonly productName: string;
  readonly productKey: string;
  readonly productPermalink: string | null;
  readonly cycle: string;
  readonly artifactType: string;
  readonly lts: boolean | null;
  readonly releasedOn: Day | null;
  readonly latestRelease: string | null;
  readonly latestReleasedOn: Day | null;
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  readonly eolSource: EolSource;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  readonly scannerEolOn: Day | null;
  readonly firstSeenOn: Day;
  readonly images: number;
  readonly projects: number;
  readonly noteId: string | null;
  readonly noteContent: string | null;
  readonly noteUserProfile: string | null;
}

/** What software is called. */
export type SoftwareName = Pick<SoftwareDetailRow, 'id' | 'productName' | 'cycle' | 'artifactType'>;

/** Null for software of another organization, too. Plan: primary keys. */
export async function findSoftwareName(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
): Promise<SoftwareName | null> {
  const [row] = await db.query<SoftwareName>(
    `SELECT s.id, c.product_name AS "productName", c.cycle, s.artifact_type AS "artifactType"
       FROM software s
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE s.organization_id = $1 AND s.id = $2`,
    [organizationId, softwareId],
  );
  return row ?? null;
}

/**
 * Null for software of another organization, too.
 *
 * Plan: primary keys; the software's open findings by finding_open_software_idx, their image tags by primary key:
 * 20 ms for one that 9,000 images hold.
 */
export async function findSoftware(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
): Promise<SoftwareDetailRow | null> {
  const [row] = await db.query<SoftwareDetailRow>(
    `SELECT s.id, c.product_name AS "productName", c.product_key AS "productKey",
            c.product_permalink AS "productPermalink", c.cycle, s.artifact_type AS "artifactType", c.lts,
            c.released_on AS "releasedOn", c.latest_release AS "latestRelease",
            c.latest_released_on AS "latestReleasedOn", c.eol_on AS "eolOn", c.eol_on_known AS "eolOnKnown",
            c.eol_source AS "eolSource", ${ESTIMATED_FROM} AS "estimatedFrom",
            c.scanner_eol_on AS "scannerEolOn", c.first_seen_on AS "firstSeenOn",
            held.images, held.projects,
            n.id AS "noteId", n.content AS "noteContent", n.user_profile AS "noteUserProfile"
       FROM software s
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
       LEFT JOIN note n ON n.organization_id = $1 AND n.product_key = c.product_key
      CROSS JOIN LATERAL (
        SELECT count(*) AS images, count(DISTINCT i.project_id) AS projects
          FROM finding f
          JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id
         WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open) held
      WHERE s.organization_id = $1 AND s.id = $2`,
    [organizationId, softwareId],
  );
  return row ?? null;
}

/** A cycle of a product as some image holds it, as one artifact type. */
export interface HeldCycleRow {
  readonly softwareId: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly releasedOn: Day | null;
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  readonly estimatedFrom: string | null;
  readonly lts: boolean | null;
  readonly images: number;
}

/** What images hold of a product. Plan: software_cycle (organization_id, product_key), then open findings. */
export function findHeldCycles(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<HeldCycleRow[]> {
  return db.query<HeldCycleRow>(
    `SELECT s.id AS "softwareId", c.cycle, s.artifact_type AS "artifactType", c.released_on AS "releasedOn",
            c.eol_on AS "eolOn", c.eol_on_known AS "eolOnKnown",
            ${ESTIMATED_FROM} AS "estimatedFrom", c.lts, count(*) AS images
       FROM software_cycle c
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
       JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
      WHERE c.organization_id = $1 AND c.product_key = $2
      GROUP BY s.organization_id, s.id, c.organization_id, c.id
      ORDER BY c.released_on DESC NULLS LAST, c.eol_on DESC NULLS FIRST, c.cycle DESC, s.artifact_type`,
    [organizationId, productKey],
  );
}

export interface HoldingProjectRow {
  readonly id: string;
  readonly name: string;
  readonly images: number;
}

/**
 * A page of the projects with images that hold some software, by name.
 *
 * Plan: the software's open findings by finding_open_software_idx, hash-joined with one scan of the image tags,
 * then with the projects.
 */
export function findHoldingProjects(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PageRow<HoldingProjectRow>[]> {
  return db.query<PageRow<HoldingProjectRow>>(
    `WITH held AS MATERIALIZED (
       SELECT i.project_id, count(*) AS images
         FROM finding f
         JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id
        WHERE f.organization_id = $1 AND f.software_id = $2 AND f.is_open
        GROUP BY i.project_id
     ), page AS (
       SELECT p.id, p.name, p.sort_key, held.images
         FROM held
         JOIN project p ON p.organization_id = $1 AND p.id = held.project_id
        ORDER BY p.sort_key, p.id LIMIT $3 OFFSET $4
     )
     SELECT counted.total, page.id, page.name, page.images
       FROM (SELECT count(*) AS total FROM held) counted
       LEFT JOIN page ON true
      ORDER BY page.sort_key, page.id`,
    [organizationId, softwareId, limit, offset],
  );
}

/** Those of the projects with these names that hold some software, by name. Plan: as {@link findHoldingProjects}. */
export function findHoldingProjectsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  nameKeys: readonly string[],
  limit: number,
): Promise<HoldingProjectRow[]> {
  return db.query<HoldingProjectRow>(
    `SELECT p.id, p.name, count(*) AS images
       FROM finding f
       JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id
       JOIN project p ON p.organization_id = $1 AND p.id = i.project_id
      WHERE f.organization_id = $1 AND f.software_id = $2 AND f.is_open
        AND p.name_key = ANY($3::uuid[]) AND p.deleted_at IS NULL
      GROUP BY p.id, p.name, p.sort_key
      ORDER BY p.sort_key, p.id
      LIMIT $4`,
    [organizationId, softwareId, nameKeys, limit],
  );
}

/** The ids of all software of a product. Plan: software_cycle (organization_id, product_key). */
export async function findSoftwareOfProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT s.id
       FROM software_cycle c
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
      WHERE c.organization_id = $1 AND c.product_key = $2`,
    [organizationId, productKey],
  );
  return rows.map(({ id }) => id);
}
