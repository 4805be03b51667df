import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';

/**
 * The software of an organization that has an end and is found open somewhere.
 * $1 organization, $2 folded search, $3 and $4 the range of ends (after, until); null means any.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), then one
 * probe of finding_open_software_idx for each.
 */
const MATCHING = `
  SELECT s.id, s.artifact_type, c.product_name, c.product_permalink, c.cycle, c.lts, c.eol_on, c.sort_key,
    ${ESTIMATED_FROM} AS estimated_from
  FROM software_cycle c
  JOIN software s ON s.organization_id = c.organization_id AND s.software_cycle_id = c.id
  WHERE c.organization_id = $1 AND c.eol_on IS NOT NULL
    AND ($2::text IS NULL OR strpos(c.search_text, $2) > 0)
    AND ($3::date IS NULL OR c.eol_on > $3)
    AND ($4::date IS NULL OR c.eol_on <= $4)
    AND EXISTS (
      SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open
    )`;

/** The order of every list of software. */
const ORDER = 'eol_on, sort_key, cycle, artifact_type, id';

/**
 * A page of software with the projects and images that hold it. Parameters of MATCHING, $5 limit, $6 offset.
 *
 * Plan: one index-only pass of finding_open_software_idx over the page's findings; each image tag is read, put
 * in its place and written as JSON once, though most are held by several software; then a hash join and a sort
 * by number. A third less than doing so for each finding; what remains grows with the answer (2 MB for 15,000
 * findings on a page).
 */
export const SOFTWARE_PAGE = `
WITH matching AS MATERIALIZED (${MATCHING}
), page AS (
  SELECT * FROM matching ORDER BY ${ORDER} LIMIT $5 OFFSET $6
), found AS MATERIALIZED (
  SELECT f.software_id, f.image_tag_id
  FROM page
  JOIN finding f ON f.organization_id = $1 AND f.software_id = page.id AND f.is_open
), shown AS MATERIALIZED (
  SELECT i.id, i.project_id, row_number() OVER (ORDER BY i.sort_key, i.id) AS position,
    json_build_object('imageName', i.name || ':' || i.tag, 'imageLocation', i.location)::text AS image
  FROM image_tag i
  WHERE i.organization_id = $1 AND i.id IN (SELECT image_tag_id FROM found)
), held AS (
  SELECT found.software_id, shown.project_id,
    ('[' || string_agg(shown.image, ',' ORDER BY shown.position) || ']')::json AS images
  FROM found
  JOIN shown ON shown.id = found.image_tag_id
  GROUP BY found.software_id, shown.project_id
), by_project AS (
  SELECT held.software_id,
    json_agg(
      json_build_object('projectName', p.name, 'images', held.images) ORDER BY p.sort_key, p.id
    ) AS projects
  FROM held
  JOIN project p ON p.organization_id = $1 AND p.id = held.project_id
  GROUP BY held.software_id
)
SELECT counted.total, page.id, page.product_name AS "productName", page.product_permalink AS "productPermalink",
  page.cycle, page.artifact_type AS "artifactType", page.lts, page.eol_on AS "eolOn",
  page.estimated_from AS "estimatedFrom", by_project.projects
FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN page ON true
LEFT JOIN by_project ON by_project.software_id = page.id
ORDER BY ${ORDER.split(', ')
  .map((column) => `page.${column}`)
  .join(', ')}`;

/**
 * All of it with the number of image tags that hold each. Parameters of MATCHING.
 *
 * Plan: as MATCHING, then an index-only count for each row.
 */
export const SOFTWARE_WITH_IMAGE_COUNTS = `
SELECT m.id, m.product_name AS "productName", m.product_permalink AS "productPermalink", m.cycle,
  m.artifact_type AS "artifactType", m.lts, m.eol_on AS "eolOn", m.estimated_from AS "estimatedFrom",
  (SELECT count(*) FROM finding f
   WHERE f.organization_id = $1 AND f.software_id = m.id AND f.is_open) AS images
FROM (${MATCHING}) m
ORDER BY ${ORDER}`;

/**
 * Every software of an organization with its end, found open or not. $1 organization.
 *
 * Plan: hash join of the organization's cycles and software: 2 ms for 1,500 rows.
 */
export const SOFTWARE_ENDS = `
SELECT s.id, c.eol_on AS "eolOn"
FROM software s
JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
WHERE s.organization_id = $1`;
