import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { beginningOf, type Step, type Walk } from './scans';

/**
 * The instant up to which history may go: that of the rule, or when the oldest plan was made, since plans count from then.
 */
export async function historyBound(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
): Promise<Date> {
  const { rows } = await sql<{ bound: Date }>`
    SELECT least(${before}::timestamptz, (
      SELECT min(created_at) FROM plan WHERE organization_id = ${organizationId})) AS bound`.execute(
    db.sql,
  );
  return rows[0]?.bound ?? before;
}

/**
 * Deletes those of some times in which findings were open that ended before an instant, where no scan is left that was
 * accepted by then: what the scans that are left found, brought and took away stays known.
 *
 * Plan: the intervals by primary key, their findings by primary key, one probe of the scans by (organization, image tag,
 * acceptance) for each that ended before.
 */
export async function deleteIntervals(
  organizationId: OrganizationId,
  tx: Transaction,
  walk: Walk,
  before: Date,
): Promise<Step> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Step>`
    WITH walked AS MATERIALIZED (
      SELECT v.id, v.finding_id, v.closed_at FROM finding_interval v
       WHERE v.organization_id = ${own} AND v.id > ${beginningOf(walk)}
       ORDER BY v.id LIMIT ${walk.rows}),
    gone AS (
      DELETE FROM finding_interval v
       USING walked JOIN finding f ON f.organization_id = ${own} AND f.id = walked.finding_id
       WHERE v.organization_id = ${own} AND v.id = walked.id AND walked.closed_at < ${before}::timestamptz
         AND NOT EXISTS (
           SELECT FROM scan s
            WHERE s.organization_id = ${own} AND s.image_tag_id = f.image_tag_id
              AND s.accepted_at <= walked.closed_at)
      RETURNING v.id)
    SELECT (SELECT count(*) FROM gone)::int AS removed,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(tx.sql);
  return rows[0] ?? { removed: 0, last: null };
}

/** The same of the times in which images had no finding. Plan: the intervals by primary key, one probe of the scans. */
export async function deleteCleanIntervals(
  organizationId: OrganizationId,
  tx: Transaction,
  walk: Walk,
  before: Date,
): Promise<Step> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Step>`
    WITH walked AS MATERIALIZED (
      SELECT v.id, v.image_tag_id, v.closed_at FROM clean_interval v
       WHERE v.organization_id = ${own} AND v.id > ${beginningOf(walk)}
       ORDER BY v.id LIMIT ${walk.rows}),
    gone AS (
      DELETE FROM clean_interval v USING walked
       WHERE v.organization_id = ${own} AND v.id = walked.id AND walked.closed_at < ${before}::timestamptz
         AND NOT EXISTS (
           SELECT FROM scan s
            WHERE s.organization_id = ${own} AND s.image_tag_id = walked.image_tag_id
              AND s.accepted_at <= walked.closed_at)
      RETURNING v.id)
    SELECT (SELECT count(*) FROM gone)::int AS removed,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(tx.sql);
  return rows[0] ?? { removed: 0, last: null };
}

/**
 * Deletes the findings of some deleted images that have no time left. Those of images that are kept stay, with when they were
 * first seen. Plan: the images and their findings by (organization, image tag), one probe of the intervals for each.
 */
export async function deleteFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  walk: Walk,
  before: Date,
): Promise<Step> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Step>`
    WITH walked AS MATERIALIZED (
      SELECT i.id FROM image_tag i
       WHERE i.organization_id = ${own} AND i.id > ${beginningOf(walk)}
         AND i.deleted_at < ${before}::timestamptz AND i.retired_at IS NULL
       ORDER BY i.id LIMIT ${walk.rows}),
    gone AS (
      DELETE FROM finding f USING walked
       WHERE f.organization_id = ${own} AND f.image_tag_id = walked.id AND NOT f.is_open
         AND NOT EXISTS (
           SELECT FROM finding_interval v WHERE v.organization_id = ${own} AND v.finding_id = f.id)
      RETURNING f.id)
    SELECT (SELECT count(*) FROM gone)::int AS removed,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(tx.sql);
  return rows[0] ?? { removed: 0, last: null };
}
