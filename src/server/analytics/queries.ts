/**
 * How the number of findings in each state changes from point to point of a trend.
 *
 * $1 organization, $2 artifact type (null: any); the points in order: $3 the instants at which they end,
 * $4, $5 and $6 the last days on which an end of life counts as reached, within 6 and within 12 months;
 * $7 the number of points, $8 and $9 the first and the last of $3.
 * States are numbered as in TREND_STATES: 0 low, 1 medium, 2 high, 3 critical, 4 unknown, 5 none.
 *
 * width_bucket counts how many of an ordered array are at most a value, so the bucket of an instant is the
 * index of the first point that ends after it; that of the day before an end of life is the index of the
 * first point at which that end is reached (or near). From there on the software's findings are in the next
 * state: what was open before moves, what opens later starts there. So each change of an interval is
 * counted by where and in which state it happens, and by its software and that state, for the moves.
 *
 * Plan: for each software an index-only range of (organization, software, opened, closed), into one hash
 * aggregate with two small tables, whose keys are packed into integers because their hashing decides the
 * cost. OFFSET 0 keeps buckets and states from being computed again wherever they are named, and the
 * intervals of one software a range of the index: joined, they are read from the table and hashed, which
 * takes a sixth longer. 550,000 intervals: 340 to 370 ms for 730 points, 290 for 24, on two cores of the
 * benchmark's machine; reading and joining take 110 of it, the second grouping 60.
 */
export const TREND_CHANGES = `
WITH ends AS MATERIALIZED (
  SELECT s.id, row_number() OVER ()::int AS number, ($2::text IS NULL OR s.artifact_type = $2)::int AS typed,
    CASE WHEN c.eol_on_known THEN width_bucket(c.eol_on - 1, $6::date[]) END AS in_12,
    CASE WHEN c.eol_on_known THEN width_bucket(c.eol_on - 1, $5::date[]) END AS in_6,
    CASE WHEN c.eol_on_known THEN width_bucket(c.eol_on - 1, $4::date[]) END AS reached
  FROM software s
  JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
  WHERE s.organization_id = $1
), changes AS (
  SELECT number, typed, in_12, in_6, reached, 1 AS n, width_bucket(i.opened_at, $3::timestamptz[]) AS at
  FROM ends
  CROSS JOIN LATERAL (
    SELECT opened_at FROM finding_interval
    WHERE organization_id = $1 AND software_id = ends.id
      AND opened_at < $9::timestamptz AND (closed_at IS NULL OR closed_at >= $8::timestamptz)
    OFFSET 0
  ) i
  UNION ALL
  SELECT number, typed, in_12, in_6, reached, -1, width_bucket(i.closed_at, $3::timestamptz[])
  FROM ends
  CROSS JOIN LATERAL (
    SELECT closed_at FROM finding_interval
    WHERE organization_id = $1 AND software_id = ends.id
      AND opened_at < $9::timestamptz AND closed_at >= $8::timestamptz AND closed_at < $9::timestamptz
    OFFSET 0
  ) i
  OFFSET 0
), placed AS (
  SELECT number, typed, at, n,
    CASE WHEN at >= reached THEN 3 WHEN at >= in_6 THEN 2 WHEN at >= in_12 THEN 1 WHEN at < in_12 THEN 0
      ELSE 4 END AS state
  FROM changes
  OFFSET 0
), sums AS MATERIALIZED (
  SELECT at * 16 + state * 2 + typed AS place, number * 8 + state AS held, sum(n) AS n
  FROM placed
  GROUP BY GROUPING SETS ((1), (2))
), counted AS (
  SELECT place / 16 AS at, place / 2 % 8 AS state, place % 2 AS typed, n
  FROM sums WHERE place IS NOT NULL
  UNION ALL
  SELECT move.at, move.state + side.step, ends.typed, sums.n * side.sign
  FROM sums
  JOIN ends ON ends.number = sums.held / 8
  CROSS JOIN LATERAL (VALUES (in_12, 0), (in_6, 1), (reached, 2)) AS move(at, state)
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS side(step, sign)
  WHERE move.state >= sums.held % 8 AND move.at < $7
  UNION ALL
  SELECT width_bucket(opened_at, $3::timestamptz[]), 5, 1, 1
  FROM clean_interval
  WHERE organization_id = $1 AND opened_at < $9::timestamptz
    AND (closed_at IS NULL OR closed_at >= $8::timestamptz)
  UNION ALL
  SELECT width_bucket(closed_at, $3::timestamptz[]), 5, 1, -1
  FROM clean_interval
  WHERE organization_id = $1 AND opened_at < $9::timestamptz
    AND closed_at >= $8::timestamptz AND closed_at < $9::timestamptz
)
SELECT at, state, typed = 1 AS typed, sum(n)::bigint AS delta
FROM counted
GROUP BY at, state, typed
HAVING sum(n) <> 0`;

/**
 * The software that is found open somewhere: how much of it has an end in each range, and how much there
 * is of each artifact type. $1 organization; $2 and $3 the ranges of ends (after, until) in order, null
 * for unbounded. Rows: an index from 1 with the number in that range, or an artifact type with its number.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), one
 * probe of finding_open_software_idx for each.
 */
export const OVERVIEW = `
WITH held AS MATERIALIZED (
  SELECT s.artifact_type, c.eol_on
  FROM software s
  JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
  WHERE s.organization_id = $1 AND EXISTS (
    SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open
  )
)
SELECT r.n AS range, NULL AS "artifactType", count(held.eol_on) AS value
FROM unnest($2::date[], $3::date[]) WITH ORDINALITY AS r(after, until, n)
LEFT JOIN held ON (r.after IS NULL OR held.eol_on > r.after)
  AND (r.until IS NULL OR held.eol_on <= r.until)
GROUP BY r.n
UNION ALL
SELECT NULL, artifact_type, count(*) FROM held GROUP BY artifact_type
ORDER BY range, value DESC, "artifactType"`;
