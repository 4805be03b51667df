import { sql, type RawBuilder } from 'kysely';

/**
 * Joins what runs, the rows of `running`, to the image that was scanned: the one of its digest, else the one of its
 * repository and tag; of several the one scanned last.
 *
 * Plan: one scan of the organization's images, and two sorts that bring what runs next to what was scanned under the
 * same name, so that a window sees both. No join on purpose: an organization that is younger than the statistics is
 * taken for a few rows, and then each container would be compared with each image. For 3,000 containers and 10,000
 * images that takes 110 ms.
 * @param isLookedAt which images `i` are: those that count, unless it says otherwise
 */
export function joined(
  own: RawBuilder<string>,
  running: RawBuilder<unknown>,
  isLookedAt: RawBuilder<boolean> = sql<boolean>`i.deleted_at IS NULL`,
): RawBuilder<JoinedRow> {
  return sql<JoinedRow>`
    WITH running AS MATERIALIZED (${running}),
    scanned AS MATERIALIZED (
      SELECT i.id, i.canonical_name, i.tag, i.digest, i.repo_digests, i.latest_scan_at
        FROM image_tag i
       WHERE i.organization_id = ${own} AND ${isLookedAt}
         AND i.kind = 'image'
    ),
    digests AS (
      SELECT digest, id, latest_scan_at FROM scanned WHERE digest IS NOT NULL
       UNION ALL
      SELECT substring(one FROM '@(.+)$'), id, latest_scan_at FROM scanned, unnest(repo_digests) one
       WHERE one LIKE '%@_%'
    ),
    beside_digests AS (
      SELECT r.*, r.digest AS scanned_digest, NULL::uuid AS scanned_id,
             NULL::timestamptz AS scanned_at
        FROM running r
       UNION ALL
      SELECT r.*, d.digest, d.id, d.latest_scan_at FROM digests d LEFT JOIN running r ON false
    ),
    with_digest AS MATERIALIZED (
      SELECT * FROM (
        SELECT *, first_value(scanned_id) OVER (
                    PARTITION BY scanned_digest ORDER BY scanned_at DESC NULLS LAST, scanned_id
                  ) AS id_of_digest
          FROM beside_digests) both_kinds
       WHERE scanned_id IS NULL
    ),
    beside_tags AS (
      SELECT w.*, w.canonical_name AS scanned_name, w.tag AS scanned_tag, NULL::uuid AS tagged_id,
             NULL::timestamptz AS tagged_at
        FROM with_digest w
       UNION ALL
      SELECT w.*, s.canonical_name, s.tag, s.id, s.latest_scan_at
        FROM scanned s LEFT JOIN with_digest w ON false
    )
    SELECT *, coalesce(id_of_digest, id_of_tag) AS image_tag_id,
           id_of_digest IS NOT NULL AS is_same_digest
      FROM (
        SELECT *, first_value(tagged_id) OVER (
                    PARTITION BY scanned_name, scanned_tag
                    ORDER BY tagged_at DESC NULLS LAST, tagged_id
                  ) AS id_of_tag
          FROM beside_tags) both_kinds
     WHERE tagged_id IS NULL`;
}

/**
 * All digests of an image `i`, its own among them, which may be null; and the repositories beside them, which are no digests: a
 * subquery for each image would take several times as long.
 */
export const DIGESTS_OF_IMAGE = sql<string[]>`
  array_append(string_to_array(array_to_string(i.repo_digests, '@'), '@'), i.digest)`;

/**
 * The images that what runs may be, by a digest or by repository and tag: for {@link joined} of a few containers, which then
 * sorts no others. It finds more than it has to where a name has a space, and nothing less.
 *
 * Plan: what runs as two JSON objects, made once, and a scan of the organization's images, each looked up in these: neither
 * depends on how many the planner takes there to be. Where nothing runs no image is looked at.
 */
export const MAY_RUN = sql<boolean>`(i.deleted_at IS NULL AND EXISTS (SELECT FROM running)
  AND ((SELECT jsonb_object_agg(named, 1)
          FROM (SELECT DISTINCT canonical_name || ' ' || tag AS named FROM running) r)
        ? (i.canonical_name || ' ' || i.tag)
    OR (SELECT jsonb_object_agg(digest, 1)
          FROM (SELECT DISTINCT digest FROM running WHERE digest IS NOT NULL) r)
       ?| ${DIGESTS_OF_IMAGE}))`;

/**
 * Selects those of {@link allRunning} that may be one of some images. Plan: the images by their keys, made JSON objects as in
 * {@link MAY_RUN}, and a scan of the organization's containers.
 */
export function runningOf(
  own: RawBuilder<string>,
  since: Date,
  imageTagIds: readonly string[],
): RawBuilder<unknown> {
  return sql`
    WITH given AS MATERIALIZED (
      SELECT t.canonical_name || ' ' || t.tag AS named, t.digest, t.repo_digests
        FROM image_tag t WHERE t.organization_id = ${own} AND t.id = ANY(${imageTagIds}::uuid[])),
    given_digests AS MATERIALIZED (
      SELECT jsonb_object_agg(digest, 1) AS all_of
        FROM (SELECT digest FROM given
               UNION SELECT substring(one FROM '@(.+)$') FROM given, unnest(repo_digests) one) one
       WHERE digest IS NOT NULL)
    SELECT r.* FROM (${allRunning(own, since)}) r
     WHERE (SELECT jsonb_object_agg(named, 1) FROM given) ? (r.canonical_name || ' ' || r.tag)
        OR (SELECT all_of FROM given_digests) ? r.digest`;
}

export interface JoinedRow {
  readonly imageTagId: string | null;
  readonly isSameDigest: boolean;
}

/** Selects the containers that were heard of since some moment. Plan: a scan of the organization's containers. */
export function allRunning(own: RawBuilder<string>, since: Date): RawBuilder<unknown> {
  return sql`
    SELECT c.cluster_id, k.name AS cluster_name, c.namespace, c.owner_kind, c.owner_name,
           c.container, c.canonical_name, c.tag, c.digest,
           coalesce(c.heard_at, k.inventory_at) AS heard_at
      FROM cluster_container c
      JOIN cluster k ON k.organization_id = ${own} AND k.id = c.cluster_id
     WHERE c.organization_id = ${own} AND coalesce(c.heard_at, k.inventory_at) >= ${since}`;
}
