import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { Measured } from '@/domain/plan/plan';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import type { PlanSubject } from './plans';

/**
 * The times in which images held the software of plans `wanted` (id, cycle_key, project_id, team_id, since) in their
 * place, from `since` on, under contracts or not.
 *
 * Plan: everywhere, finding_interval by (organization_id, software_id, opened_at, closed_at) and findings by primary
 * key; in projects, their images by one pass of image_tag and the findings by (organization_id, image_tag_id,
 * software_id). 500 plans, half of them everywhere, over 100,000 images with 500,000 findings: 3 s on two busy cores,
 * nearly all of it for the 250,000 findings of those everywhere.
 */
function spansOf(own: RawBuilder<string>, wanted: RawBuilder<unknown>) {
  return sql`
    WITH wanted AS MATERIALIZED (
      SELECT w.*, s.id AS software_id
        FROM (${wanted}) w
        JOIN software_cycle u ON u.organization_id = ${own} AND u.cycle_key = w.cycle_key
        JOIN software_cycle c ON c.organization_id = ${own} AND (c.id = u.id OR c.upstream_id = u.id)
        JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id)
    SELECT w.id, f.image_tag_id, greatest(v.opened_at, w.since) AS opened, v.closed_at AS closed
      FROM wanted w
      JOIN finding_interval v ON v.organization_id = ${own} AND v.software_id = w.software_id
      JOIN finding f ON f.organization_id = ${own} AND f.id = v.finding_id
     WHERE coalesce(w.project_id, w.team_id) IS NULL AND ${isSince}
    UNION ALL
    SELECT w.id, f.image_tag_id, greatest(v.opened_at, w.since), v.closed_at
      FROM wanted w
      JOIN project r ON r.organization_id = ${own} AND (r.id = w.project_id OR r.owner_team_id = w.team_id)
      JOIN image_tag i ON i.organization_id = ${own} AND i.project_id = r.id
      JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = i.id AND f.software_id = w.software_id
      JOIN finding_interval v ON v.organization_id = ${own} AND v.finding_id = f.id
     WHERE ${isSince}`;
}

const isSince = sql`(v.closed_at IS NULL OR v.closed_at > w.since)`;

/** Plans of an organization, or some of them, in the form that {@link spansOf} takes. */
function wantedPlans(own: RawBuilder<string>, ids: readonly string[] | null) {
  const some = ids === null ? sql`` : sql`AND p.id = ANY(${ids}::uuid[])`;
  return sql`SELECT p.id, p.cycle_key, p.project_id, p.team_id, p.created_at AS since
               FROM plan p WHERE p.organization_id = ${own} ${some}`;
}

/**
 * Measures all plans of an organization, or some of them, by what scans found since each was made.
 *
 * It came back where a time in which an image holds it begins after all before it have ended: only the latest such
 * moment is told.
 */
export async function measurePlans(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[] | null,
): Promise<ReadonlyMap<string, Measured>> {
  if (ids?.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Measured & { readonly id: string }>`
    WITH spans AS (${spansOf(own, wantedPlans(own, ids))}),
    ordered AS (
      SELECT spans.*, max(coalesce(closed, 'infinity')) OVER (
               PARTITION BY id ORDER BY opened, image_tag_id
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS held_until
        FROM spans)
    SELECT id,
           count(DISTINCT image_tag_id)::int AS images,
           (count(DISTINCT image_tag_id) FILTER (WHERE closed IS NULL))::int AS "left",
           max(closed) AS last_gone_at,
           max(opened) FILTER (WHERE held_until < opened) AS again_since
      FROM ordered
     GROUP BY id`.execute(db.sql);
  return new Map(rows.map(({ id: planId, ...measured }) => [planId, measured]));
}

/** Counts the images that hold a cycle now, in the place of a plan. */
export async function countHolding(
  organizationId: OrganizationId,
  db: Transaction,
  { productName, cycle, projectId, teamId }: PlanSubject,
  now: Date,
): Promise<number> {
  const own = anyOrganization(organizationId);
  const cycleKey = identityOf(productName, cycle);
  const wanted = sql`SELECT NULL::uuid AS id, ${cycleKey}::uuid AS cycle_key, ${projectId}::uuid AS project_id,
                            ${teamId}::uuid AS team_id, ${now}::timestamptz AS since`;
  const { rows } = await sql<{ images: number }>`
    SELECT count(DISTINCT image_tag_id)::int AS images
      FROM (${spansOf(own, wanted)}) spans WHERE closed IS NULL`.execute(db.sql);
  return rows[0]?.images ?? 0;
}

/**
 * Counts by day the images that began to hold a plan's software since it was made, those that held it then on its
 * first day, and those that gave it up. An image that holds it as two types of artifact counts once.
 */
export async function changesOfPlan(organizationId: OrganizationId, db: Transaction, id: string) {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ day: Day; came: number; gone: number }>`
    WITH spans AS (${spansOf(own, wantedPlans(own, [id]))}),
    ordered AS (
      SELECT image_tag_id, opened, coalesce(closed, 'infinity') AS closed,
             max(coalesce(closed, 'infinity')) OVER (
               PARTITION BY image_tag_id ORDER BY opened
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS held_until
        FROM spans),
    stretches AS (
      SELECT image_tag_id, opened, closed,
             sum(CASE WHEN held_until >= opened THEN 0 ELSE 1 END) OVER (
               PARTITION BY image_tag_id ORDER BY opened) AS stretch
        FROM ordered),
    held AS (
      SELECT min(opened) AS opened, max(closed) AS closed FROM stretches GROUP BY image_tag_id, stretch)
    SELECT (at AT TIME ZONE 'UTC')::date AS day,
           (sum(step) FILTER (WHERE step > 0))::int AS came,
           (-sum(step) FILTER (WHERE step < 0))::int AS gone
      FROM (SELECT opened AS at, 1 AS step FROM held
            UNION ALL SELECT closed, -1 FROM held WHERE closed < 'infinity') changes
     GROUP BY 1 ORDER BY 1`.execute(db.sql);
  return rows.map(({ day, came, gone }) => ({ day, came: came ?? 0, gone: gone ?? 0 }));
}
