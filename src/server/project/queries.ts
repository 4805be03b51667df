import { countsOf, holdsAnyOf, IMAGE_COLUMNS, isFoundBy } from '@/server/image/count-sql';

/**
 * A page of projects with their matching images, one row for each image (one without, when none matches).
 * $1 organization, $2 folded search, $3 software ids, $4 limit, $5 offset, $6 to $9 the software ids by
 * class; null in $2 and $3 means any. A search that finds the project's name keeps all of its images; one that
 * does not keeps the images it finds. With software ids a project needs an image that holds one of them.
 *
 * Plan: one hash join of the organization's projects and image tags; the page's images by primary key with
 * their counts. The images shown decide the cost: 30 ms for 50 projects of 20, 100 ms when one has 2,500.
 */
export const PROJECT_PAGE = `
WITH matching AS MATERIALIZED (
  SELECT p.id AS project_id, p.sort_key, i.id
  FROM project p
  LEFT JOIN image_tag i ON i.organization_id = $1 AND i.project_id = p.id AND i.deleted_at IS NULL
    AND ($2::text IS NULL OR strpos(p.search_text, $2) > 0 OR ${isFoundBy('$2')})
    AND ${holdsAnyOf('$3')}
  WHERE p.organization_id = $1 AND p.deleted_at IS NULL
    AND (i.id IS NOT NULL
      OR ($3::uuid[] IS NULL AND ($2::text IS NULL OR strpos(p.search_text, $2) > 0)))
), page AS (
  SELECT DISTINCT sort_key, project_id FROM matching ORDER BY sort_key, project_id LIMIT $4 OFFSET $5
), shown AS MATERIALIZED (
  SELECT matching.id, page.project_id FROM page JOIN matching USING (project_id)
)
SELECT counted.total, page.project_id AS "pageProjectId", page_project.name AS "pageProjectName",
  ${IMAGE_COLUMNS}
FROM (SELECT count(DISTINCT project_id) AS total FROM matching) counted
LEFT JOIN page ON true
LEFT JOIN project page_project ON page_project.organization_id = $1 AND page_project.id = page.project_id
LEFT JOIN shown ON shown.project_id = page.project_id
LEFT JOIN image_tag i ON i.organization_id = $1 AND i.id = shown.id
LEFT JOIN project p ON p.organization_id = $1 AND p.id = i.project_id
LEFT JOIN LATERAL ${countsOf(6)} counts ON true
ORDER BY page.sort_key, page.project_id, i.sort_key, i.id`;

/**
 * Every project with the number of its image tags and its latest scan. $1 organization.
 *
 * Plan: one scan of the organization's image tags into a hash aggregate.
 */
export const PROJECTS_WITH_LATEST_SCAN = `
SELECT p.id, p.name, count(i.id) AS images, max(i.latest_scan_at) AS "latestScanAt"
FROM project p
LEFT JOIN image_tag i ON i.organization_id = $1 AND i.project_id = p.id AND i.deleted_at IS NULL
WHERE p.organization_id = $1 AND p.deleted_at IS NULL
GROUP BY p.id, p.name, p.sort_key
ORDER BY p.sort_key, p.id`;

/** Whether there is such a project. $1 organization, $2 id. Plan: primary key. */
export const PROJECT_EXISTS = `
SELECT EXISTS (
  SELECT FROM project WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL
) AS exists`;
