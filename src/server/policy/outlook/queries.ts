import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface ListedImage {
  readonly id: string;
  readonly kind: 'image' | 'directory';
  readonly name: string;
  readonly tag: string;
  readonly projectId: string;
  readonly projectName: string;
}

/** Some images with their projects, in no order. Plan: primary keys of both. */
export function findListedImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
): Promise<ListedImage[]> {
  return db.query<ListedImage>(
    `SELECT i.id, i.kind, i.name, i.tag, p.id AS "projectId", p.name AS "projectName"
       FROM image_tag i
       JOIN project p ON p.organization_id = $1 AND p.id = i.project_id
      WHERE i.organization_id = $1 AND i.id = ANY($2::uuid[])`,
    [organizationId, imageTagIds],
  );
}
