import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { Measured, Standing } from '@/domain/plan/plan';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import {
  endedBefore,
  endedSince,
  firstHeld,
  heldByFewer,
  heldNow,
  heldSince,
  plansOf,
  returns,
  wantedOf,
} from './held';
import type { PlanSubject } from './plans';

/**
 * Measures plans of an organization by what scans found since each was made.
 *
 * It came back where a time in which an image holds it begins after all before it have ended: only the latest such
 * moment is told.
 */
export async function measurePlans(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Measured>> {
  if (ids.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const { rows } = await sql<Measured & { readonly id: string }>`
    WITH wanted AS MATERIALIZED (${wantedOf(own, plansOf(own, ids))}),
    held AS (${heldNow(own)}),
    ended AS MATERIALIZED (${endedSince(own)}),
    first_held AS (${firstHeld(own)}),
    counted AS (
      SELECT id,
             count(DISTINCT image_tag_id)::int AS images,
             (count(DISTINCT image_tag_id) FILTER (WHERE closed IS NULL))::int AS "left",
             max(closed) AS last_gone_at
        FROM (SELECT id, image_tag_id, NULL AS closed FROM held
              UNION ALL SELECT id, image_tag_id, closed FROM ended) spans
       GROUP BY id),
    returned AS (SELECT id, max(opened) AS again_since FROM (${returns(sql`TABLE ended`)}) r GROUP BY id)
    SELECT counted.*, again_since FROM counted LEFT JOIN returned USING (id)`.execute(db.sql);
  return new Map(rows.map(({ id: planId, ...measured }) => [planId, measured]));
}

/**
 * Tells of plans as much of what {@link measurePlans} does as says where each stands, which is far less to read: in one
 * statement which are held and which came back, in another one beside it which are held by fewer.
 */
export async function standingOfPlans(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (ids.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const wanted = sql`wanted AS MATERIALIZED (${wantedOf(own, plansOf(own, ids))})`;
  const [held, fewer] = await Promise.all([
    sql<{ id: string; isBack: boolean }>`
      WITH ${wanted},
      first_held AS MATERIALIZED (${firstHeld(own)}),
      returned AS (SELECT DISTINCT id FROM (${returns(endedBefore(own))}) r)
      SELECT h.id, r.id IS NOT NULL AS is_back
        FROM first_held h LEFT JOIN returned r ON r.id = h.id`.execute(db.sql),
    sql<{ id: string }>`WITH ${wanted} ${heldByFewer(own)}`.execute(db.sql),
  ]);
  const byFewer = new Set(fewer.rows.map(({ id }) => id));
  return new Map(
    held.rows.map(({ id, isBack }) => [id, { isHeld: true, isBack, isByFewer: byFewer.has(id) }]),
  );
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
  const plan = sql`SELECT NULL::uuid AS id, ${cycleKey}::uuid AS cycle_key, ${projectId}::uuid AS project_id,
                          ${teamId}::uuid AS team_id, ${now}::timestamptz AS since`;
  const { rows } = await sql<{ images: number }>`
    WITH wanted AS MATERIALIZED (${wantedOf(own, plan)})
    SELECT count(DISTINCT image_tag_id)::int AS images FROM (${heldNow(own)}) held`.execute(db.sql);
  return rows[0]?.images ?? 0;
}

/**
 * Counts by day the images that began to hold a plan's software since it was made, those that held it then on its
 * first day, and those that gave it up. An image that holds it as two types of artifact counts once.
 */
export async function changesOfPlan(organizationId: OrganizationId, db: Transaction, id: string) {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ day: Day; came: number; gone: number }>`
    WITH wanted AS MATERIALIZED (${wantedOf(own, plansOf(own, [id]))}),
    spans AS (
      SELECT h.image_tag_id, greatest(v.opened_at, h.since) AS opened, v.closed_at AS closed
        FROM (${heldNow(own)}) h ${heldSince(own)}
      UNION ALL SELECT image_tag_id, opened, closed FROM (${endedSince(own)}) ended),
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
