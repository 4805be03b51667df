import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isKept } from '@/server/inventory/sql';
import { anyOrganization } from '@/server/platform/db/sql';
import { allRunning, joined, MAY_RUN, runningOf } from '@/server/running/sql';

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

/**
 * Reads where one image runs that was heard of since some moment, by cluster and workload: the first places. Plan: as
 * {@link runningOf} and {@link MAY_RUN}.
 */
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
      FROM (${joined(own, runningOf(own, since, [imageTagId]), MAY_RUN)}) place
     WHERE place.image_tag_id = ${imageTagId}
     ORDER BY lower(cluster_name), lower(namespace), lower(owner_name), container
     LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/**
 * Makes the namespaces in which each project's images run what was heard of since some moment. Plan: as {@link joined},
 * and hashes of the namespaces before and after.
 * @returns the projects of which that is not what it was
 */
export async function replaceNamespaces(
  organizationId: OrganizationId,
  tx: Transaction,
  since: Date,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ projectId: string }>`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT i.project_id, place.cluster_id, place.namespace
        FROM (${joined(own, allRunning(own, since))}) place
        JOIN image_tag i ON i.organization_id = ${own} AND i.id = place.image_tag_id),
    known AS MATERIALIZED (
      SELECT project_id, cluster_id, namespace FROM project_namespace WHERE organization_id = ${own}),
    gone AS (
      DELETE FROM project_namespace n
       USING (SELECT * FROM known EXCEPT SELECT * FROM found) old
       WHERE n.organization_id = ${own} AND n.project_id = old.project_id
         AND n.cluster_id = old.cluster_id AND n.namespace = old.namespace
      RETURNING n.project_id),
    come AS (
      INSERT INTO project_namespace (organization_id, project_id, cluster_id, namespace)
      SELECT ${own}, * FROM (SELECT * FROM found EXCEPT SELECT * FROM known) fresh
      ON CONFLICT DO NOTHING
      RETURNING project_id)
    SELECT project_id FROM gone UNION SELECT project_id FROM come`.execute(tx.sql);
  return rows.map(({ projectId }) => projectId);
}

/** Finds the projects of which images were last found to run in a cluster. Plan: project_namespace (organization_id, cluster_id). */
export async function findProjectsIn(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('projectNamespace')
    .select('projectId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('clusterId', '=', clusterId)
    .execute();
  return rows.map(({ projectId }) => projectId);
}

/** Finds the organizations of which clusters, or what they told before, are known. */
export async function findReported(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    SELECT organization_id FROM cluster UNION SELECT organization_id FROM project_namespace`.execute(
    db.sql,
  );
  return rows.map(({ organizationId }) => organizationId);
}

/** Finds an image of a digest, retired or not, whoever uploaded it; null for none. */
export async function findImageOfDigest(
  organizationId: OrganizationId,
  db: Transaction,
  digest: string,
): Promise<{ id: string; name: string; tag: string; projectName: string } | null> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string; name: string; tag: string; projectName: string }>`
    SELECT i.id, i.name, i.tag, p.name AS project_name
      FROM image_tag i JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
     WHERE i.organization_id = ${own} AND ${isKept('i')} AND i.kind = 'image'
       AND (i.digest = ${digest}
            OR EXISTS (SELECT FROM unnest(i.repo_digests) one WHERE one LIKE '%@' || ${digest}::text))
     ORDER BY i.retired_at IS NOT NULL, i.latest_scan_at DESC LIMIT 1`.execute(db.sql);
  return rows[0] ?? null;
}
