import { ESTIMATED_FROM } from '@/server/catalog/follow-queries';

/** What the contract shows of a finding. Matches `FindingRow`. */
const FINDING_COLUMNS = `
  f.id, c.product_name AS "productName", c.product_permalink AS "productPermalink", c.cycle, c.lts,
  c.released_on AS "releasedOn", c.eol_on AS "eolOn",
  ${ESTIMATED_FROM} AS "estimatedFrom", s.artifact_type AS "artifactType",
  i.name AS "imageName", i.tag AS "imageTag", i.labels,
  n.id AS "noteId", n.content AS "noteContent", n.user_profile AS "noteUserProfile"`;

/** Open finding `f` with its image tag `i`, software `s`, cycle `c` and the product's note `n`. $1 organization. */
const FROM_FINDINGS = `
  FROM image_tag i
  JOIN finding f ON f.organization_id = $1 AND f.image_tag_id = i.id AND f.is_open
  JOIN software s ON s.organization_id = $1 AND s.id = f.software_id
  JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
  LEFT JOIN note n ON n.organization_id = $1 AND n.product_key = c.product_key`;

const BY_END = 'c.eol_on, c.sort_key, c.cycle, s.artifact_type';

/**
 * A page of one image's findings that have an end. $1 organization, $2 image tag, $3 folded search,
 * $4 and $5 the range of ends (after, until), $6 limit, $7 offset; null means any.
 *
 * Plan: the image's findings by (organization, image tag), their software and cycles by primary key; some
 * dozens of rows, a few thousand at most, sorted once.
 */
export const IMAGE_FINDINGS_PAGE = `
WITH matching AS MATERIALIZED (
  SELECT ${FINDING_COLUMNS}, row_number() OVER (ORDER BY ${BY_END}, f.id) AS position
  ${FROM_FINDINGS}
  WHERE i.organization_id = $1 AND i.id = $2 AND i.deleted_at IS NULL AND c.eol_on IS NOT NULL
    AND ($3::text IS NULL OR strpos(c.search_text, $3) > 0)
    AND ($4::date IS NULL OR c.eol_on > $4)
    AND ($5::date IS NULL OR c.eol_on <= $5)
)
SELECT counted.total, page.*
FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN (SELECT * FROM matching ORDER BY position LIMIT $6 OFFSET $7) page ON true
ORDER BY page.position`;

/**
 * All findings of a project that have an end. $1 organization, $2 project.
 *
 * Plan: the project's image tags by image_tag_live_reference_key, their findings by (organization, image
 * tag), hash joins with software and cycles, one sort. The contract has no pages here.
 */
export const PROJECT_FINDINGS = `
SELECT ${FINDING_COLUMNS}
${FROM_FINDINGS}
WHERE i.organization_id = $1 AND i.project_id = $2 AND i.deleted_at IS NULL AND c.eol_on IS NOT NULL
ORDER BY ${BY_END}, i.sort_key, f.id`;

/**
 * Every open finding of an image, with no known end too, and the packages below it. $1 organization,
 * $2 image tag.
 *
 * Plan: as IMAGE_FINDINGS_PAGE; packages by the primary key of component, one probe for each.
 */
export const IMAGE_FINDING_DETAILS = `
SELECT ${FINDING_COLUMNS}, s.id AS "softwareId", f.first_seen_at AS "firstSeenAt", c.eol_on_known AS "eolOnKnown",
  c.eol_source AS "eolSource", c.scanner_eol_on AS "scannerEolOn",
  cardinality(f.component_ids) = 0 AS "isCatalogs", c.latest_release AS "latestRelease",
  c.latest_released_on AS "latestReleasedOn",
  (SELECT p.name FROM project p
   WHERE p.organization_id = $1 AND p.id = i.project_id) AS "projectName",
  (SELECT coalesce(json_agg(
     json_build_object('name', k.name, 'version', k.version, 'type', k.type, 'purl', k.purl)
     ORDER BY k.name, k.version, k.id), '[]')
   FROM component k
   WHERE k.organization_id = $1 AND k.id = ANY(f.component_ids || f.catalog_component_ids)) AS packages
${FROM_FINDINGS}
WHERE i.organization_id = $1 AND i.id = $2 AND i.deleted_at IS NULL
ORDER BY ${BY_END}, f.id`;
