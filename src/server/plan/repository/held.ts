import { sql, type RawBuilder } from 'kysely';

// What images hold and held of plans' software, as parts of statements. Each reads `wanted`, which the statement has to have.

/**
 * Plans (id, cycle_key, project_id, team_id, since, has_begun) with the software that they move, under contracts or not:
 * a row for each, all of a plan's in `software_ids` beside it. The body of `wanted`, which has to be materialized.
 */
export function wantedOf(own: RawBuilder<string>, plans: RawBuilder<unknown>) {
  return sql`
    SELECT p.*, coalesce(p.project_id, p.team_id) IS NULL AS is_everywhere,
           s.id AS software_id, array_agg(s.id) OVER (PARTITION BY p.id) AS software_ids
      FROM (${plans}) p
      JOIN software_cycle u ON u.organization_id = ${own} AND u.cycle_key = p.cycle_key
     CROSS JOIN LATERAL (
       SELECT u.id
       UNION ALL SELECT v.id FROM software_cycle v WHERE v.organization_id = ${own} AND v.upstream_id = u.id) c
      JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id`;
}

/** Plans of an organization, in the form that {@link wantedOf} takes. */
export function plansOf(own: RawBuilder<string>, ids: readonly string[]) {
  return sql`
    SELECT p.id, p.cycle_key, p.project_id, p.team_id, p.created_at AS since, p.started_at IS NOT NULL AS has_begun
      FROM plan p WHERE p.organization_id = ${own} AND p.id = ANY(${ids}::uuid[])`;
}

/** Joins the images of a project or of what a team owns. */
const inPlace = (own: RawBuilder<string>) => sql`
  JOIN image_tag i ON i.organization_id = ${own} AND i.id = f.image_tag_id
  JOIN project r ON r.organization_id = ${own} AND r.id = i.project_id
   AND (r.id = w.project_id OR r.owner_team_id = w.team_id)`;

/** The images of each project and team that a plan is for. Plan: one pass of image_tag. */
const placesOf = (own: RawBuilder<string>) => sql`
  SELECT o.place, array_agg(i.id ORDER BY i.id) AS image_tag_ids
    FROM project r
    JOIN image_tag i ON i.organization_id = ${own} AND i.project_id = r.id
   CROSS JOIN LATERAL unnest(ARRAY[r.id, r.owner_team_id]) AS o(place)
   WHERE r.organization_id = ${own} AND o.place IN (SELECT coalesce(project_id, team_id) FROM wanted)
   GROUP BY o.place`;

/** In order, the images of a place are found among those of the software in one pass of the index. */
const heldInProjects = (own: RawBuilder<string>) => sql`
  SELECT w.id, w.since, w.software_id, f.image_tag_id
    FROM wanted w
    JOIN (${placesOf(own)}) l ON l.place = coalesce(w.project_id, w.team_id)
   CROSS JOIN LATERAL (
     SELECT f.image_tag_id FROM finding f
      WHERE f.organization_id = ${own} AND f.software_id = w.software_id AND f.is_open
        AND f.image_tag_id = ANY(l.image_tag_ids) OFFSET 0) f`;

/**
 * The images that hold software now, in the place of its plan. Plan: finding_open_software_idx alone, and in projects
 * {@link placesOf}.
 */
export function heldNow(own: RawBuilder<string>) {
  return sql`
    SELECT w.id, w.since, w.software_id, f.image_tag_id
      FROM wanted w
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = w.software_id AND f.is_open
     WHERE w.is_everywhere
    UNION ALL ${heldInProjects(own)}`;
}

/** Joins the time since which what {@link heldNow} says is so. Plan: both by their unique indexes. */
export const heldSince = (own: RawBuilder<string>) => sql`
  JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = h.image_tag_id AND f.software_id = h.software_id
  JOIN finding_interval v ON v.organization_id = ${own} AND v.finding_id = f.id AND v.closed_at IS NULL`;

/**
 * Since when of a plan's time an image holds the software that any holds now: the body of `first_held` (id, opened).
 *
 * Plan: everywhere, the first entry of each software in finding_interval_open_software_idx; in projects as {@link heldNow}.
 */
export function firstHeld(own: RawBuilder<string>) {
  return sql`
    SELECT id, min(opened) AS opened
      FROM (
        SELECT w.id, greatest(v.opened_at, w.since) AS opened
          FROM wanted w
         CROSS JOIN LATERAL (
           SELECT v.opened_at FROM finding_interval v
            WHERE v.organization_id = ${own} AND v.software_id = w.software_id AND v.closed_at IS NULL
            ORDER BY v.opened_at LIMIT 1) v
         WHERE w.is_everywhere
        UNION ALL
        SELECT h.id, greatest(v.opened_at, h.since)
          FROM (${heldInProjects(own)}) h ${heldSince(own)}) held
     GROUP BY id`;
}

/**
 * Tells whether an image held a plan's software when it was retired, and is retired still, or was deleted as such: it has
 * left the plan, whatever it did before, and has not moved.
 */
const hasLeft = (own: RawBuilder<string>) => sql`EXISTS (
  SELECT FROM image_retirement q
    JOIN finding o ON o.organization_id = ${own} AND o.image_tag_id = q.image_tag_id
     AND o.software_id = ANY(w.software_ids)
    JOIN finding_interval u ON u.organization_id = ${own} AND u.finding_id = o.id AND u.closed_at = q.retired_at
   WHERE q.organization_id = ${own} AND q.image_tag_id = f.image_tag_id
     AND (q.ended_at IS NULL OR q."end" = 'deleted') OFFSET 0)`;

/** Joins the images of times `v` that have ended, and where it was retired then, its return. */
const endedIn = (own: RawBuilder<string>) => sql`
  JOIN finding f ON f.organization_id = ${own} AND f.id = v.finding_id
  LEFT JOIN image_retirement e ON e.organization_id = ${own} AND e.image_tag_id = f.image_tag_id
   AND e.retired_at = v.closed_at`;

/** To have been retired is no move: what came back held the software meanwhile. */
const CLOSED = sql`coalesce(e.ended_at, v.closed_at)`;

/**
 * The times in which images held the software and that have ended since the plan was made.
 *
 * Plan: finding_interval by (organization_id, software_id, opened_at, closed_at), whose entries tell which have; findings
 * and images by primary key, retirements by (organization_id, image_tag_id, retired_at).
 */
export function endedSince(own: RawBuilder<string>) {
  const ended = sql`
    SELECT w.id, f.image_tag_id, greatest(v.opened_at, w.since) AS opened, ${CLOSED} AS closed
      FROM wanted w
      JOIN finding_interval v ON v.organization_id = ${own} AND v.software_id = w.software_id AND v.closed_at > w.since
      ${endedIn(own)}`;
  return sql`
    ${ended} WHERE w.is_everywhere AND NOT ${hasLeft(own)}
    UNION ALL ${ended} ${inPlace(own)} WHERE NOT w.is_everywhere AND NOT ${hasLeft(own)}`;
}

/**
 * The moments at which a time of `ended` (id, opened, closed) or the first in which it is held now (`first_held`) begins
 * after all before it have ended: after one that lasts there is none.
 */
export function returns(ended: RawBuilder<unknown>) {
  return sql`
    SELECT id, opened
      FROM (
        SELECT id, opened, max(closed) OVER (
                 PARTITION BY id ORDER BY opened ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS held_until
          FROM (
            SELECT id, opened, 'infinity'::timestamptz AS closed FROM first_held
            UNION ALL SELECT id, opened, closed FROM (${ended}) ended) spans) ordered
     WHERE held_until < opened`;
}

/**
 * The times that {@link returns} takes, of the plans whose software no image holds from the first on: where one does, it
 * cannot have come back.
 *
 * Plan: as {@link endedSince}.
 */
export function endedBefore(own: RawBuilder<string>) {
  const ended = sql`
    SELECT w.id, greatest(v.opened_at, w.since) AS opened, ${CLOSED} AS closed
      FROM wanted w
      JOIN first_held h ON h.id = w.id AND h.opened > w.since
      JOIN finding_interval v ON v.organization_id = ${own} AND v.software_id = w.software_id
       AND v.closed_at > w.since AND v.opened_at < h.opened
      ${endedIn(own)}`;
  return sql`
    ${ended} WHERE w.is_everywhere AND NOT ${hasLeft(own)}
    UNION ALL ${ended} ${inPlace(own)} WHERE NOT w.is_everywhere AND NOT ${hasLeft(own)}`;
}

/**
 * Finds the plans whose work nobody says has begun and whose software fewer images hold than did: one held it since the plan
 * was made, and holds it no more as any type of artifact. That it is retired does not count.
 *
 * Plan: as {@link endedSince}, up to the first such image of each software.
 */
export function heldByFewer(own: RawBuilder<string>) {
  // OFFSET 0 keeps each look-up one: as joins they would read the two tables from end to end.
  return sql`
    SELECT DISTINCT w.id
      FROM wanted w
     WHERE NOT w.has_begun AND EXISTS (
       SELECT FROM finding_interval v
        CROSS JOIN LATERAL (
          SELECT f.image_tag_id FROM finding f
           WHERE f.organization_id = ${own} AND f.id = v.finding_id AND NOT f.is_open OFFSET 0) f
        WHERE v.organization_id = ${own} AND v.software_id = w.software_id AND v.closed_at > w.since
          AND (w.is_everywhere OR EXISTS (
            SELECT FROM image_tag i
              JOIN project r ON r.organization_id = ${own} AND r.id = i.project_id
             WHERE i.organization_id = ${own} AND i.id = f.image_tag_id
               AND (r.id = w.project_id OR r.owner_team_id = w.team_id) OFFSET 0))
          AND NOT EXISTS (
            SELECT FROM finding o
             WHERE o.organization_id = ${own} AND o.image_tag_id = f.image_tag_id
               AND o.software_id = ANY(w.software_ids) AND o.is_open OFFSET 0)
          AND NOT ${hasLeft(own)}
       OFFSET 0)`;
}
