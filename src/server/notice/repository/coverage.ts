import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import type { Coverage } from '@/domain/message/thresholds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** How many of a project's packages the catalog knows. */
export interface ProjectCoverage extends Coverage {
  readonly projectId: string;
  readonly projectName: string;
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly scannedAt: Date;
  /** What it falls from; null: it was never measured. */
  readonly before: Coverage | null;
}

/**
 * Measures the projects of an organization by the latest scans of their images. Plan: one pass over its image tags, then
 * project, team and project_coverage by hash.
 */
export async function measureCoverage(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<ProjectCoverage[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<ProjectCoverage>`
    SELECT p.id AS project_id, p.name AS project_name, now.known, now.packages, now.images, now.scanned_at,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner,
           CASE WHEN c.project_id IS NOT NULL
                THEN json_build_object('known', c.known_count, 'packages', c.package_count) END AS before
      FROM (
        SELECT t.project_id, count(*)::int AS images, max(t.latest_scan_at) AS scanned_at,
               sum(t.matched_count + t.distribution_count)::int AS known,
               sum(t.matched_count + t.distribution_count + t.unknown_count)::int AS packages
          FROM image_tag t
         WHERE t.organization_id = ${own} AND t.deleted_at IS NULL
         GROUP BY t.project_id) now
      JOIN project p ON p.organization_id = ${own} AND p.id = now.project_id AND p.deleted_at IS NULL
      LEFT JOIN team w ON w.organization_id = ${own} AND w.id = p.owner_team_id
      LEFT JOIN project_coverage c ON c.organization_id = ${own} AND c.project_id = p.id
     ORDER BY p.sort_key, p.id`.execute(tx.sql);
  return rows;
}

/** Keeps measures as what coverage falls from. */
export async function putCoverage(
  organizationId: OrganizationId,
  tx: Transaction,
  measures: readonly ProjectCoverage[],
): Promise<void> {
  if (measures.length === 0) return;
  const rows = measures.map(({ projectId, known, packages, scannedAt }) => ({
    ...{ projectId, known, packages },
    scannedAt: scannedAt.toISOString(),
  }));
  await sql`
    INSERT INTO project_coverage (organization_id, project_id, known_count, package_count, scanned_at)
    SELECT ${organizationId}::uuid, given."projectId", given.known, given.packages, given."scannedAt"
      FROM json_to_recordset(${JSON.stringify(rows)})
             AS given("projectId" uuid, known int, packages int, "scannedAt" timestamptz)
     ORDER BY given."projectId"
    ON CONFLICT (organization_id, project_id) DO UPDATE
       SET known_count = excluded.known_count, package_count = excluded.package_count,
           scanned_at = excluded.scanned_at`.execute(tx.sql);
}
