/**
 * Pieces of SQL that every list of images shares: which images hold software of a class, and how many of
 * each class they hold. See .github/decisions/0002-image-counts.md.
 */

/**
 * Whether image tag `i` holds software among the uuid[] parameter `ids`; null holds for every image.
 *
 * Streams the image's array through a hash of the ids and stops at the first hit (1.5 µs an image); the
 * hash is only made for a parameter, not for a subquery, and `&&` would compare every pair.
 */
export function holdsAnyOf(ids: string): string {
  return `(${ids}::uuid[] IS NULL OR EXISTS (
      SELECT FROM (SELECT unnest(i.software_ids) AS id) held WHERE held.id = ANY(${ids}::uuid[])
    ))`;
}

/**
 * A query of one row for each image tag of `images` (a CTE with `id`) that holds software: `id`, `high`,
 * `med`, `low` (the contract's EolCount) and `unknown` (no known end). `today` and `in12Months` are date
 * parameters, `$1` is the organization.
 *
 * Plan: the images by primary key, their arrays unnested, hash joins with the organization's software and
 * cycles, one hash aggregate.
 */
export function countsOf(images: string, today: string, in12Months: string): string {
  return `
  SELECT i.id,
    count(*) FILTER (WHERE c.eol_on <= ${today}::date) AS high,
    count(*) FILTER (WHERE c.eol_on > ${today}::date AND c.eol_on <= ${in12Months}::date) AS med,
    count(*) FILTER (WHERE c.eol_on > ${in12Months}::date) AS low,
    count(*) FILTER (WHERE c.eol_on IS NULL) AS unknown
  FROM ${images} shown
  JOIN image_tag i ON i.organization_id = $1 AND i.id = shown.id
  CROSS JOIN unnest(i.software_ids) AS held(id)
  JOIN software s ON s.organization_id = $1 AND s.id = held.id
  JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
  GROUP BY i.id`;
}

/** What lists select of image tag `i` of project `p` with its `counts`. Matches `ImageRow`. */
export const IMAGE_COLUMNS = `
  i.id, i.kind, i.name, i.tag, p.id AS "projectId", p.name AS "projectName", i.verified, i.digest, i.labels,
  i.latest_scan_at AS "latestScanAt", coalesce(counts.high, 0) AS high, coalesce(counts.med, 0) AS med,
  coalesce(counts.low, 0) AS low, coalesce(counts.unknown, 0) AS unknown`;
