/**
 * A page of what the latest scan of an image tag found, matched or not. $1 organization, $2 image tag,
 * $3 search (null: any), $4 limit, $5 offset. Both sides of the search are folded by the database:
 * package names have no folded copy, and practically all of them are ASCII.
 *
 * Plan: the inventory's array by primary key, its components by primary key, one sort: 4 ms for 400
 * components, 40 ms for 5,000.
 */
export const IMAGE_COMPONENTS_PAGE = `
WITH matching AS MATERIALIZED (
  SELECT k.id, k.name, k.version, k.type, k.language, k.purl, k.licenses,
    row_number() OVER (ORDER BY k.name, k.version, k.type, k.id) AS position
  FROM image_tag i
  JOIN inventory v ON v.organization_id = $1 AND v.id = i.inventory_id
  CROSS JOIN unnest(v.component_ids) AS held(id)
  JOIN component k ON k.organization_id = $1 AND k.id = held.id
  WHERE i.organization_id = $1 AND i.id = $2 AND i.deleted_at IS NULL
    AND ($3::text IS NULL OR strpos(lower(k.name), lower($3)) > 0)
)
SELECT counted.total, page.*
FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN (SELECT * FROM matching ORDER BY position LIMIT $4 OFFSET $5) page ON true
ORDER BY page.position`;
