/**
 * When findings were opened and closed, by software: for each opening and each closing the index of the first
 * point of a trend that ends after it, as the character of that number plus 1. Beside them, in a row without
 * an artifact type, the same of images without findings.
 *
 * $1 organization; $2 the instants at which the points end, in order; $3 and $4 the first and the last of them.
 * width_bucket counts how many of an ordered array are at most a value, which is that index.
 *
 * Plan: for each software an index-only range of (organization, software, opened, closed). 547,000 intervals
 * take 155 ms for 730 points and 110 for 24, of which 60 read the index, on two cores of the benchmark's
 * machine. As one character each, their 700,000 changes are 1 MB that is written and read in no time; as
 * integers they take a fifth longer, summed here by point and state more than twice as long.
 */
export const TREND_HISTORIES = `
SELECT s.artifact_type AS "artifactType", CASE WHEN c.eol_on_known THEN c.eol_on END AS "eolOn",
  i.opened, i.closed
FROM software s
JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
CROSS JOIN LATERAL (
  SELECT string_agg(chr(1 + width_bucket(opened_at, $2::timestamptz[])), '') AS opened,
    string_agg(chr(1 + width_bucket(closed_at, $2::timestamptz[])), '') AS closed
  FROM finding_interval
  WHERE organization_id = $1 AND software_id = s.id
    AND opened_at < $4::timestamptz AND (closed_at IS NULL OR closed_at >= $3::timestamptz)
) i
WHERE s.organization_id = $1 AND i.opened IS NOT NULL
UNION ALL
SELECT NULL, NULL, string_agg(chr(1 + width_bucket(opened_at, $2::timestamptz[])), ''),
  string_agg(chr(1 + width_bucket(closed_at, $2::timestamptz[])), '')
FROM clean_interval
WHERE organization_id = $1
  AND opened_at < $4::timestamptz AND (closed_at IS NULL OR closed_at >= $3::timestamptz)`;

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
