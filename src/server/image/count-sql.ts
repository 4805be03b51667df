/**
 * Pieces of SQL that every list of images shares: which images a search finds, which hold software of a
 * class, and how many of each class they hold. See .github/decisions/0002-image-counts.md.
 */

/**
 * Whether a folded search finds the name and tag of image tag `i`. `search_text` holds them as typed and,
 * on a second line where that differs, in full. Only a search for a path looks there: the letters of
 * `docker.io/library` must not find every official image.
 */
export function isFoundBy(search: string): string {
  return `strpos(
      CASE WHEN strpos(${search}, '/') > 0 OR i.canonical_name = i.name THEN i.search_text
        ELSE split_part(i.search_text, E'\\n', 1) END,
      ${search}) > 0`;
}

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
 * A lateral subquery that counts what image tag `i` holds by class: `high`, `med`, `low` (the contract's
 * EolCount) and `unknown` (no known end). The parameters are the ids of the organization's software of the
 * first, second and last class as uuid[]; `low` is the rest.
 *
 * Each lookup is one probe of a hash made once for the statement: 0.2 µs for each software held, against
 * 0.6 µs for joins with software and cycles.
 */
export function countsOf(high: string, med: string, unknown: string): string {
  return `(
  SELECT total - high - med - unknown AS low, med, high, unknown
  FROM (
    SELECT count(*) AS total,
      count(*) FILTER (WHERE held.id = ANY(${high}::uuid[])) AS high,
      count(*) FILTER (WHERE held.id = ANY(${med}::uuid[])) AS med,
      count(*) FILTER (WHERE held.id = ANY(${unknown}::uuid[])) AS unknown
    FROM unnest(i.software_ids) AS held(id)
  ) by_class
)`;
}

/** What lists select of image tag `i` of project `p` with its `counts`. Matches `ImageRow`. */
export const IMAGE_COLUMNS = `
  i.id, i.kind, i.name, i.tag, p.id AS "projectId", p.name AS "projectName", i.verified, i.digest, i.labels,
  i.latest_scan_at AS "latestScanAt", counts.high, counts.med, counts.low, counts.unknown`;
