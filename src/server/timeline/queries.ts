import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';

/** Whose software is listed: that of all images, or of some of them. */
export type TimelineImages = 'all' | 'some';

/** How many images hold each software. */
const HELD = {
  all: `
  SELECT f.software_id, count(*) AS images
  FROM finding f
  WHERE f.organization_id = $1 AND f.is_open
  GROUP BY f.software_id`,
  some: `
  SELECT software_id, count(*) AS images
  FROM (
    SELECT unnest(i.software_ids) AS software_id
    FROM image_tag i
    WHERE i.organization_id = $1 AND i.deleted_at IS NULL
      AND ($4::uuid IS NULL OR i.project_id = $4)
      AND ($5::text IS NULL OR coalesce(i.labels ->> $5 = ANY($6::text[]), false) = $7::boolean)
  ) one
  GROUP BY software_id`,
} as const satisfies Record<TimelineImages, string>;

/**
 * The software that images hold, with how many hold it, soonest end first and what has no known end last.
 * $1 organization, $2 artifact type, $3 limit; of some images $4 project, $5 label name, $6 its values, $7 whether
 * the label must have (true) or must not have (false) one of them; null in $2, $4 and $5 means any. Each row
 * carries how many there are without the limit.
 *
 * Plan: of all images an index-only walk of finding_open_software_idx, which has each software's entries together;
 * of some of them a scan of those image tags (of a project's by image_tag_live_reference_key), their software
 * unnested and counted by hash, which is what lets project and label narrow it. Then software and cycles by primary
 * key (some hundreds to thousands of rows) and a sort of those: 45 ms for 10,000 images that hold forty of 1,500 each,
 * 30 ms when a label leaves a third of them, 10 ms for a project with 500. Either way a count is the length of the
 * list of images that it leads to.
 */
export const timelineSql = (images: TimelineImages) => `
WITH held AS (${HELD[images]}
)
SELECT s.id, c.product_name AS "productName", c.cycle, s.artifact_type AS "artifactType", c.lts,
  c.released_on AS "releasedOn", c.eol_on AS "eolOn", c.eol_on_known AS "eolOnKnown",
  ${ESTIMATED_FROM} AS "estimatedFrom", held.images,
  count(*) OVER () AS total
FROM held
JOIN software s ON s.organization_id = $1 AND s.id = held.software_id
JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
WHERE $2::text IS NULL OR s.artifact_type = $2
ORDER BY c.eol_on NULLS LAST, c.sort_key, c.cycle, s.artifact_type, s.id
LIMIT $3`;
