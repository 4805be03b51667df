import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Software that is found open somewhere, with what policies and scanners judge it by. */
export interface HeldSoftware {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  readonly scannerEolOn: Day | null;
  readonly scannerEnded: boolean;
}

/** By product, cycle and artifact type. Plan: one probe of finding_open_software_idx for each software. */
export function findHeldSoftware(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<HeldSoftware[]> {
  return db.query<HeldSoftware>(
    `SELECT s.id, c.product_name AS "productName", c.cycle, s.artifact_type AS "artifactType",
            c.eol_on AS "eolOn", c.eol_on_known AS "eolOnKnown", c.scanner_eol_on AS "scannerEolOn",
            c.scanner_ended AS "scannerEnded"
       FROM software s
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE s.organization_id = $1 AND EXISTS (
        SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open)
      ORDER BY c.sort_key, c.product_name, c.cycle, s.artifact_type, s.id`,
    [organizationId],
  );
}

/** A project that has policies of its own, with the software that its images hold. */
export interface OwnProject {
  readonly id: string;
  readonly name: string;
  readonly softwareIds: readonly string[];
}

/** The live projects of these names. Plan: project_live_name_key, then the image tags of each. */
export function findProjectsByName(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
): Promise<OwnProject[]> {
  return db.query<OwnProject>(
    `SELECT p.id, p.name, ARRAY(
       SELECT DISTINCT unnest(i.software_ids) FROM image_tag i
        WHERE i.organization_id = $1 AND i.project_id = p.id AND i.deleted_at IS NULL
     ) AS "softwareIds"
       FROM project p
      WHERE p.organization_id = $1 AND p.name_key = ANY($2::uuid[]) AND p.deleted_at IS NULL
      ORDER BY p.sort_key, p.id`,
    [organizationId, nameKeys],
  );
}

/** From when software is denied and warned of in a set of projects; null: never. */
export interface DatedSoftware {
  /** 0 is every project without policies of its own. */
  readonly set: number;
  readonly softwareId: string;
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
  readonly deniedBeforeOn: Day | null;
  readonly warnedBeforeOn: Day | null;
}

export interface AffectedImage {
  readonly imageTagId: string;
  readonly projectId: string;
  readonly set: null;
  readonly softwareId: null;
  /** The earliest of the software that it holds. */
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
  readonly deniedBeforeOn: Day | null;
  readonly warnedBeforeOn: Day | null;
}

export interface AffectedSoftware {
  readonly imageTagId: null;
  readonly set: number;
  readonly softwareId: string;
  /** Image tags of the set that hold it. */
  readonly images: number;
}

/**
 * The images that hold some of this software, by name, with the earliest dates of what they hold; and the
 * software with the number of images that hold it. One pass over the organization's images.
 *
 * Plan: a scan of the organization's image tags, their arrays joined by hash with the parameters' rows,
 * two hash aggregations: 10,000 images with 15 software each take about 200 ms.
 */
export function findAffected(
  organizationId: OrganizationId,
  db: Transaction,
  projects: readonly OwnProject[],
  software: readonly DatedSoftware[],
): Promise<(AffectedImage | AffectedSoftware)[]> {
  return db.query<AffectedImage | AffectedSoftware>(
    `SELECT affected.*, t.sort_key FROM (
       SELECT held.id AS "imageTagId", held.project_id AS "projectId", r.set, r.software_id AS "softwareId",
              count(*) AS images, min(r.denied) AS "deniedOn", min(r.warned) AS "warnedOn",
              min(r.denied_before) AS "deniedBeforeOn", min(r.warned_before) AS "warnedBeforeOn"
         FROM (
           SELECT i.id, i.project_id, coalesce(o.set, 0) AS set, unnest(i.software_ids) AS software_id
             FROM image_tag i
             LEFT JOIN unnest($2::uuid[]) WITH ORDINALITY AS o(project_id, set) ON o.project_id = i.project_id
            WHERE i.organization_id = $1 AND i.deleted_at IS NULL
         ) held
         JOIN unnest($3::int[], $4::uuid[], $5::date[], $6::date[], $7::date[], $8::date[])
              AS r(set, software_id, denied, warned, denied_before, warned_before)
              ON r.software_id = held.software_id AND r.set = held.set
        GROUP BY GROUPING SETS ((held.id, held.project_id), (r.set, r.software_id))
     ) affected
     LEFT JOIN image_tag t ON t.organization_id = $1 AND t.id = affected."imageTagId"
     ORDER BY t.sort_key, affected."imageTagId"`,
    [
      organizationId,
      projects.map(({ id }) => id),
      software.map(({ set }) => set),
      software.map(({ softwareId }) => softwareId),
      software.map(({ deniedOn }) => deniedOn),
      software.map(({ warnedOn }) => warnedOn),
      software.map(({ deniedBeforeOn }) => deniedBeforeOn),
      software.map(({ warnedBeforeOn }) => warnedBeforeOn),
    ],
  );
}

/** Plan: an index-only scan of image_tag_list_idx. */
export async function countImages(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) FROM image_tag WHERE organization_id = $1 AND deleted_at IS NULL',
    [organizationId],
  );
  return row?.count ?? 0;
}

export interface NamedImage {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
  readonly projectName: string;
}

/** Plan: primary keys. */
export function findImageNames(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
): Promise<NamedImage[]> {
  return db.query<NamedImage>(
    `SELECT i.id, i.name, i.tag, p.name AS "projectName"
       FROM image_tag i JOIN project p ON p.organization_id = $1 AND p.id = i.project_id
      WHERE i.organization_id = $1 AND i.id = ANY($2::uuid[])`,
    [organizationId, imageTagIds],
  );
}

/** Plan: primary key. */
export function findProjectNames(
  organizationId: OrganizationId,
  db: Transaction,
  projectIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.query(
    'SELECT id, name FROM project WHERE organization_id = $1 AND id = ANY($2::uuid[])',
    [organizationId, projectIds],
  );
}

/** One software of a pair of which images are sought that hold both sides. */
export interface PairedSoftware {
  readonly pair: number;
  readonly set: number;
  readonly softwareId: string;
  readonly side: 'denied' | 'warned';
}

/**
 * How many images of a pair's set hold both of its sides; a pair that none holds is left out.
 *
 * Plan: finding_open_software_idx for each software, image tags by primary key.
 */
export function countImagesWithBoth(
  organizationId: OrganizationId,
  db: Transaction,
  projects: readonly OwnProject[],
  software: readonly PairedSoftware[],
): Promise<{ pair: number; images: number }[]> {
  return db.query(
    `SELECT pair, count(*) AS images FROM (
       SELECT r.pair, i.id
         FROM unnest($3::int[], $4::int[], $5::uuid[], $6::text[]) AS r(pair, set, software_id, side)
         JOIN finding f ON f.organization_id = $1 AND f.software_id = r.software_id AND f.is_open
         JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id
         LEFT JOIN unnest($2::uuid[]) WITH ORDINALITY AS o(project_id, set) ON o.project_id = i.project_id
        WHERE coalesce(o.set, 0) = r.set
        GROUP BY r.pair, i.id
       HAVING count(DISTINCT r.side) = 2
     ) both_sides
     GROUP BY pair`,
    [
      organizationId,
      projects.map(({ id }) => id),
      software.map(({ pair }) => pair),
      software.map(({ set }) => set),
      software.map(({ softwareId }) => softwareId),
      software.map(({ side }) => side),
    ],
  );
}
