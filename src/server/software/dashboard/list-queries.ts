import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';
import type { EolState } from '@/domain/eol/proximity';

/** What the dashboard's list of software may be sorted by; equals fall back to end, product and cycle. */
export const SOFTWARE_SORTS = ['end', 'name', 'images'] as const;
export type SoftwareSort = (typeof SOFTWARE_SORTS)[number];
export type SortDirection = 'asc' | 'desc';

const IN_PROJECT = `($8::uuid IS NULL OR EXISTS (
        SELECT FROM image_tag i WHERE i.organization_id = $1 AND i.id = f.image_tag_id AND i.project_id = $8))`;

const SORT_KEYS = {
  end: 'c.eol_on',
  name: 'c.sort_key',
  images: `(SELECT count(*) FROM finding f
      WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open AND ${IN_PROJECT})`,
} as const satisfies Record<SoftwareSort, string>;

/** What has no known end comes last, whichever end comes first. */
const DIRECTIONS = {
  asc: 'ASC NULLS LAST',
  desc: 'DESC NULLS LAST',
} as const satisfies Record<SortDirection, string>;

const STATE = `CASE WHEN c.eol_on IS NULL THEN 'unknown' WHEN c.eol_on <= $3::date THEN 'ended'
      WHEN c.eol_on <= $4::date THEN 'soon' WHEN c.eol_on <= $5::date THEN 'next' ELSE 'later' END`;

const countIn = (state: EolState) => `count(*) FILTER (WHERE state = '${state}') AS "${state}"`;

/**
 * A page of the software that is found open somewhere, with the numbers of images and projects that hold it,
 * and how many there are by state. $1 organization, $2 folded search, $3 to $5 today and the days in 6 and
 * 12 months, $6 artifact type, $7 product, $8 project, $9 state, $10 limit, $11 offset; null in $2 and $6 to
 * $9 means any. Within a project, only its images count.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), one probe of
 * finding_open_software_idx for each; with a project, one scan of its image tags, hashed. Then the page's
 * findings from the same index, each of their image tags once by primary key: 40 ms for 1,500 software in 10,000
 * images of 40 each, with a project too. Sorted by images, an index-only count for each software comes on top: 60 ms.
 */
export function softwareListSql(sort: SoftwareSort, direction: SortDirection): string {
  const order = `${DIRECTIONS[direction]}, eol_on, sort_key, cycle, artifact_type, id`;
  return `
WITH matching AS MATERIALIZED (
  SELECT s.id, s.artifact_type, c.id AS cycle_id, c.eol_on, c.sort_key, c.cycle, ${STATE} AS state,
    ${SORT_KEYS[sort]} AS key
  FROM software_cycle c
  JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
  WHERE c.organization_id = $1
    AND ($2::text IS NULL OR strpos(c.search_text, $2) > 0)
    AND ($6::text IS NULL OR s.artifact_type = $6)
    AND ($7::uuid IS NULL OR c.product_key = $7)
    AND EXISTS (
      SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open)
    AND ($8::uuid IS NULL OR s.id IN (
      SELECT unnest(i.software_ids) FROM image_tag i
      WHERE i.organization_id = $1 AND i.project_id = $8 AND i.deleted_at IS NULL))
), page AS (
  SELECT * FROM matching WHERE ($9::text IS NULL OR state = $9)
  ORDER BY key ${order} LIMIT $10 OFFSET $11
), held AS (
  SELECT f.software_id, count(*) AS images, count(DISTINCT i.project_id) AS projects
  FROM page
  JOIN finding f ON f.organization_id = $1 AND f.software_id = page.id AND f.is_open
  JOIN image_tag i ON i.organization_id = $1 AND i.id = f.image_tag_id
  WHERE $8::uuid IS NULL OR i.project_id = $8
  GROUP BY f.software_id
)
SELECT counted.*, page.id, c.product_name AS "productName", c.cycle, page.artifact_type AS "artifactType", c.lts,
  c.eol_on AS "eolOn", c.eol_on_known AS "eolOnKnown", ${ESTIMATED_FROM} AS "estimatedFrom",
  c.latest_release AS "latestRelease",
  c.latest_released_on AS "latestReleasedOn", held.images, held.projects,
  n.id AS "noteId", left(n.content, $12) AS "noteExcerpt"
FROM (
  SELECT count(*) FILTER (WHERE $9::text IS NULL OR state = $9) AS total,
    ${(['ended', 'soon', 'next', 'later', 'unknown'] as const).map(countIn).join(', ')}
  FROM matching
) counted
LEFT JOIN page ON true
LEFT JOIN held ON held.software_id = page.id
LEFT JOIN software_cycle c ON c.organization_id = $1 AND c.id = page.cycle_id
LEFT JOIN note n ON n.organization_id = $1 AND n.product_key = c.product_key
ORDER BY page.key ${DIRECTIONS[direction]}, page.eol_on, page.sort_key, page.cycle, page.artifact_type, page.id`;
}

/**
 * The artifact types of software found open, in order. $1 organization.
 *
 * Plan: the organization's software, one probe of finding_open_software_idx for each.
 */
export const ARTIFACT_TYPES = `
SELECT DISTINCT s.artifact_type AS "artifactType"
FROM software s
WHERE s.organization_id = $1
  AND EXISTS (SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open)
ORDER BY 1`;

/**
 * The products of software found open, by name, with the notes they have; $2 of them at most.
 * $1 organization.
 *
 * Plan: as ARTIFACT_TYPES, with the cycles by hash join.
 */
export const PRODUCTS_IN_USE = `
SELECT c.product_name AS "productName", n.id AS "noteId"
FROM (
  SELECT DISTINCT ON (c.product_key) c.product_key, c.product_name, c.sort_key
  FROM software_cycle c
  JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
  WHERE c.organization_id = $1
    AND EXISTS (SELECT FROM finding f WHERE f.organization_id = $1 AND f.software_id = s.id AND f.is_open)
) c
LEFT JOIN note n ON n.organization_id = $1 AND n.product_key = c.product_key
ORDER BY c.sort_key, c.product_name
LIMIT $2`;
