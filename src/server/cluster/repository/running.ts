import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { allRunning, joined } from '@/server/running/sql';

/** A place where a scanned image runs. */
export interface RunningPlace {
  readonly imageTagId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly namespace: string;
  readonly ownerKind: string | null;
  readonly ownerName: string;
  readonly container: string;
  readonly isSameDigest: boolean;
  readonly heardAt: Date;
}

/** Reads where one image runs that was heard of since some moment, by cluster and workload: the first places. */
export async function placesOfImage(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  since: Date,
  limit: number,
): Promise<(RunningPlace & { readonly total: number })[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<RunningPlace & { readonly total: number }>`
    SELECT place.*, count(*) OVER ()::int AS total
      FROM (${joined(own, allRunning(own, since))}) place
     WHERE place.image_tag_id = ${imageTagId}
     ORDER BY lower(cluster_name), lower(namespace), lower(owner_name), container
     LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/** Finds an image of a digest, whoever uploaded it; null for none. */
export async function findImageOfDigest(
  organizationId: OrganizationId,
  db: Transaction,
  digest: string,
): Promise<{ id: string; name: string; tag: string; projectName: string } | null> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string; name: string; tag: string; projectName: string }>`
    SELECT i.id, i.name, i.tag, p.name AS project_name
      FROM image_tag i JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
     WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.kind = 'image'
       AND (i.digest = ${digest}
            OR EXISTS (SELECT FROM unnest(i.repo_digests) one WHERE one LIKE '%@' || ${digest}::text))
     ORDER BY i.latest_scan_at DESC LIMIT 1`.execute(db.sql);
  return rows[0] ?? null;
}
