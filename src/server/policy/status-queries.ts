import type { JudgedCycle } from '@/domain/policy/evaluate';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** An image with the (product, cycle)s of its open findings. */
export interface JudgedImage {
  readonly imageTagId: string;
  readonly projectName: string;
  readonly cycles: readonly JudgedCycle[];
}

/**
 * The live ones of some images; an image appears in no order.
 *
 * Plan: image tags and projects by primary key, the software of each and its cycles by primary key.
 */
export function findJudgedImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
): Promise<JudgedImage[]> {
  return db.query<JudgedImage>(
    `SELECT i.id AS "imageTagId", p.name AS "projectName", (
       SELECT coalesce(json_agg(json_build_object(
                'productName', c.product_name, 'cycle', c.cycle,
                'eolOn', c.eol_on, 'eolOnKnown', c.eol_on_known)), '[]')
         FROM software_cycle c
        WHERE c.organization_id = $1 AND c.id IN (
          SELECT s.software_cycle_id FROM software s
           WHERE s.organization_id = $1 AND s.id = ANY(i.software_ids))
     ) AS cycles
       FROM image_tag i
       JOIN project p ON p.organization_id = $1 AND p.id = i.project_id
      WHERE i.organization_id = $1 AND i.id = ANY($2::uuid[]) AND i.deleted_at IS NULL`,
    [organizationId, imageTagIds],
  );
}
