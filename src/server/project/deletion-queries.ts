/**
 * The statements of a project's deletion, in the order in which they run. $1 organization, $2 project or its
 * image tags, $3 now.
 *
 * Plans: the project's image tags by image_tag_live_reference_key, their findings by (organization, image
 * tag), intervals by the unique indexes on the open ones.
 */

/** From here on no upload can create an image tag in the project: it wants the row shared. */
export const LOCK_PROJECT = `
SELECT id, name, created_at AS "createdAt"
FROM project
WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL
FOR NO KEY UPDATE`;

/** Uploads lock the image tag they change: this waits for them, so that their findings are seen below. */
export const LOCK_IMAGE_TAGS = `
SELECT id FROM image_tag
WHERE organization_id = $1 AND project_id = $2 AND deleted_at IS NULL
ORDER BY id
FOR NO KEY UPDATE`;

/** An interval never ends before it began, even when another replica's clock is ahead of this one. */
const CLOSED_AT = 'closed_at = greatest($3::timestamptz, opened_at)';

export const CLOSE_FINDING_INTERVALS = `
UPDATE finding_interval SET ${CLOSED_AT}
FROM finding f
WHERE finding_interval.organization_id = $1 AND finding_interval.closed_at IS NULL
  AND f.organization_id = $1 AND f.id = finding_interval.finding_id AND f.is_open
  AND f.image_tag_id = ANY($2::uuid[])`;

export const CLOSE_CLEAN_INTERVALS = `
UPDATE clean_interval SET ${CLOSED_AT}
WHERE organization_id = $1 AND closed_at IS NULL AND image_tag_id = ANY($2::uuid[])`;

export const CLOSE_FINDINGS = `
UPDATE finding SET is_open = false
WHERE organization_id = $1 AND is_open AND image_tag_id = ANY($2::uuid[])`;

export const DELETE_IMAGE_TAGS = `
UPDATE image_tag SET deleted_at = $3::timestamptz, software_ids = '{}', catalog_software_ids = '{}'
WHERE organization_id = $1 AND id = ANY($2::uuid[])`;

export const DELETE_PROJECT = `
UPDATE project SET deleted_at = $3::timestamptz WHERE organization_id = $1 AND id = $2`;
