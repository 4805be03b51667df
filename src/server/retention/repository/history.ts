import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { allLeft, type Left } from './left';
import { beginningOf, type Step, type Walk, wasDeleted } from './scans';

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

/** The scans that are left, or of those of each image the first alone: it tells of as much as all of them. */
type TellingScans = Pick<Left, 'scans'>;

/**
 * Tells whether a time, known as `v`, goes: it ended before an instant, and no scan is left that was accepted by then. So
 * what the scans that are left found, brought and took away stays known.
 */
function isUntold(
  imageTagId: RawBuilder<unknown>,
  before: Date,
  { scans }: TellingScans,
): RawBuilder<boolean> {
  return sql<boolean>`v.closed_at < ${before}::timestamptz
     AND NOT EXISTS (
       SELECT FROM ${scans} AND s.image_tag_id = ${imageTagId} AND s.accepted_at <= v.closed_at)`;
}

/** Those of some times in which findings were open that go. */
export function oldIntervals(
  own: RawBuilder<string>,
  intervals: RawBuilder<unknown>,
  before: Date,
  left: TellingScans = allLeft(own),
): RawBuilder<unknown> {
  return sql`
    SELECT v.id, v.opened_at
      FROM ${intervals} v
      JOIN finding f ON f.organization_id = ${own} AND f.id = v.finding_id
     WHERE ${isUntold(sql`f.image_tag_id`, before, left)}`;
}

/** Those of some times in which images had no finding that go. */
export function oldCleanIntervals(
  own: RawBuilder<string>,
  intervals: RawBuilder<unknown>,
  before: Date,
  left: TellingScans = allLeft(own),
): RawBuilder<unknown> {
  return sql`
    SELECT v.id, v.opened_at FROM ${intervals} v
     WHERE ${isUntold(sql`v.image_tag_id`, before, left)}`;
}

/** The images whose findings may go: those that were deleted before an instant. */
export function deletedImages(own: RawBuilder<string>, before: Date): RawBuilder<unknown> {
  return sql`
    SELECT i.id FROM image_tag i WHERE i.organization_id = ${own} AND ${wasDeleted('i', before)}`;
}

/** The findings of some images that may go, once no time of theirs is left. */
export function endedFindings(
  own: RawBuilder<string>,
  images: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT f.id, f.first_seen_at
      FROM ${images} i
      JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = i.id
     WHERE NOT f.is_open`;
}

/**
 * Those of some findings that go, since no time of theirs is left.
 * @param times those that are left, known as `v`: what comes after FROM, up to a condition that others may follow
 */
export function oldFindings(
  findings: RawBuilder<unknown>,
  times: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT f.id, f.first_seen_at FROM ${findings} f
     WHERE NOT EXISTS (SELECT FROM ${times} AND v.finding_id = f.id)`;
}

/**
 * Deletes those of some times in which findings were open that go.
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
      SELECT v.id, v.finding_id, v.opened_at, v.closed_at FROM finding_interval v
       WHERE v.organization_id = ${own} AND v.id > ${beginningOf(walk)}
       ORDER BY v.id LIMIT ${walk.rows}),
    old AS (${oldIntervals(own, sql`walked`, before)}),
    gone AS (
      DELETE FROM finding_interval v USING old
       WHERE v.organization_id = ${own} AND v.id = old.id RETURNING v.id)
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
      SELECT v.id, v.image_tag_id, v.opened_at, v.closed_at FROM clean_interval v
       WHERE v.organization_id = ${own} AND v.id > ${beginningOf(walk)}
       ORDER BY v.id LIMIT ${walk.rows}),
    old AS (${oldCleanIntervals(own, sql`walked`, before)}),
    gone AS (
      DELETE FROM clean_interval v USING old
       WHERE v.organization_id = ${own} AND v.id = old.id RETURNING v.id)
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
    WITH walked AS MATERIALIZED (${deletedImages(own, before)}
       AND i.id > ${beginningOf(walk)} ORDER BY i.id LIMIT ${walk.rows}),
    old AS (${oldFindings(
      sql`(${endedFindings(own, sql`walked`)})`,
      sql`finding_interval v WHERE v.organization_id = ${own}`,
    )}),
    gone AS (
      DELETE FROM finding f USING old
       WHERE f.organization_id = ${own} AND f.id = old.id RETURNING f.id)
    SELECT (SELECT count(*) FROM gone)::int AS removed,
           (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`.execute(tx.sql);
  return rows[0] ?? { removed: 0, last: null };
}
