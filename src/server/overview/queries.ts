import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';

/**
 * How much of the software was found open somewhere at an instant, by state as of a day; now and then.
 * $1 organization, $2 the instant of then, $3 to $5 its day and the days 6 and 12 months after it, $6 to $8
 * the same of now.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), for each a
 * probe of finding_open_software_idx and one of finding_interval by (organization, software, opened): 25 ms for 1,500.
 */
export const STATES_NOW_AND_THEN = `
WITH held AS (
  SELECT c.eol_on,
    EXISTS (SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open) AS now,
    EXISTS (
      SELECT FROM finding_interval i
      WHERE i.organization_id = $1 AND i.software_id = s.id AND i.opened_at < $2::timestamptz
        AND (i.closed_at IS NULL OR i.closed_at >= $2::timestamptz)
    ) AS then
  FROM software s
  JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
  WHERE s.organization_id = $1
)
SELECT at, count(*) FILTER (WHERE eol_on <= today) AS ended,
  count(*) FILTER (WHERE eol_on > today AND eol_on <= in_6) AS soon,
  count(*) FILTER (WHERE eol_on > in_6 AND eol_on <= in_12) AS next,
  count(*) FILTER (WHERE eol_on > in_12) AS later,
  count(*) FILTER (WHERE eol_on IS NULL AND is_held) AS unknown
FROM (VALUES ('then', $3::date, $4::date, $5::date), ('now', $6::date, $7::date, $8::date))
  AS moment(at, today, in_6, in_12)
LEFT JOIN LATERAL (
  SELECT eol_on, true AS is_held FROM held WHERE CASE at WHEN 'now' THEN held.now ELSE held.then END
) counted ON true
GROUP BY at`;

/** The orders in which software is pointed out. */
export const ENDING_ORDERS = {
  latest: 'eol_on DESC, images DESC',
  earliest: 'eol_on, images DESC',
  images: 'images DESC, eol_on',
} as const;
export type EndingOrder = keyof typeof ENDING_ORDERS;

/**
 * The first software with an end in a range, with the number of image tags that hold it; what ended on an
 * unknown day only where there is no first day. $1 organization, $2 and $3 the range of ends (after, until),
 * null for unbounded, $4 how many.
 *
 * Plan: software_cycle by (organization, eol_on), its software by (organization, cycle), an index-only count of
 * finding_open_software_idx for each, in the order of ends until there are enough: some hundreds of entries. By
 * images it is all cycles in the range and all their software: 190,000 findings in 20 ms. Counted in a lateral
 * join, each count is made once; as a column that is filtered by, it was made twice.
 */
export function endingSoftwareSql(order: EndingOrder): string {
  return `
SELECT id, "productName", cycle, "artifactType", "eolOn", "eolOnKnown", "estimatedFrom", images
FROM (
  SELECT s.id, c.product_name AS "productName", c.cycle, s.artifact_type AS "artifactType", c.eol_on AS "eolOn",
    c.eol_on, c.eol_on_known AS "eolOnKnown", ${ESTIMATED_FROM} AS "estimatedFrom", c.sort_key, held.images
  FROM software_cycle c
  JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS images FROM finding f
    WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open
  ) held
  WHERE c.organization_id = $1 AND c.eol_on IS NOT NULL
    AND ($2::date IS NULL OR (c.eol_on > $2 AND c.eol_on_known))
    AND ($3::date IS NULL OR c.eol_on <= $3)
) ending
WHERE images > 0
ORDER BY ${ENDING_ORDERS[order]}, sort_key, cycle, "artifactType", id
LIMIT $4`;
}
