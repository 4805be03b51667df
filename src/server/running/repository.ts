import { sql, type RawBuilder } from 'kysely';
import { identityOf } from '@/domain/identifiers/identity';
import type { ImageSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, holdsWords } from '@/server/platform/db/sql';
import { allRunning, DIGESTS_OF_IMAGE, joined, type JoinedRow, MAY_RUN, runningOf } from './sql';

/** More clusters than a menu is read to the end of. */
const MAX_CLUSTERS = 1_000;

/** Tells whether anything is known to run in a cluster of the organization. Plan: a look at the primary key's index. */
export async function runsAnything(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    SELECT EXISTS (SELECT FROM cluster_container
                    WHERE organization_id = ${anyOrganization(organizationId)}) AS runs`.execute(
    db.sql,
  );
  return rows[0]?.runs ?? false;
}

/**
 * Counts, for each scanned image that runs, the workload containers that run it and were heard of since some moment.
 */
export function countByImage(organizationId: OrganizationId, db: Transaction, since: Date) {
  const own = anyOrganization(organizationId);
  return containersByImage(db, joined(own, allRunning(own, since)));
}

/** Counts as {@link countByImage}, of what runs in some clusters. Plan: as {@link MAY_RUN}. */
export function countByImageIn(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date,
  clusterIds: readonly string[],
) {
  const own = anyOrganization(organizationId);
  const running = sql`SELECT r.* FROM (${allRunning(own, since)}) r WHERE r.cluster_id = ANY(${clusterIds}::uuid[])`;
  return containersByImage(db, joined(own, running, MAY_RUN));
}

/** Counts as {@link countByImage}, for some images alone. Plan: as {@link runningOf} and {@link MAY_RUN}. */
export function countOfImages(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date,
  imageTagIds: readonly string[],
) {
  const own = anyOrganization(organizationId);
  const places = joined(own, runningOf(own, since, imageTagIds), MAY_RUN);
  return containersByImage(
    db,
    sql`
    SELECT other.image_tag_id FROM (${places}) other WHERE other.image_tag_id = ANY(${imageTagIds}::uuid[])`,
  );
}

async function containersByImage(
  db: Transaction,
  places: RawBuilder<Pick<JoinedRow, 'imageTagId'>>,
): Promise<{ imageTagId: string; containers: number }[]> {
  const { rows } = await sql<{ imageTagId: string; containers: number }>`
    SELECT place.image_tag_id, count(*)::int AS containers
      FROM (${places}) place
     WHERE place.image_tag_id IS NOT NULL
     GROUP BY place.image_tag_id`.execute(db.sql);
  return rows;
}

/**
 * Tells whether one scanned image runs, as {@link joined} finds it of what runs under its name and tag or its digests.
 *
 * Plan: the image by its key and a scan of the organization's containers; where none of them may be the image's, nothing
 * else, and no other image is looked at.
 */
export async function runsImage(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date,
  imageTagId: string,
): Promise<boolean> {
  const own = anyOrganization(organizationId);
  const possible = runningOf(own, since, [imageTagId]);
  const { rows } = await sql<{ runs: boolean }>`
    SELECT EXISTS (SELECT FROM (${joined(own, possible, MAY_RUN)}) place
                    WHERE place.image_tag_id = ${imageTagId}) AS runs`.execute(db.sql);
  return rows[0]?.runs ?? false;
}

/** Tells whether any cluster was heard of since some moment. Plan: a scan of the organization's clusters. */
export async function hearsOfClusters(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ hears: boolean }>`
    SELECT EXISTS (SELECT FROM cluster
                    WHERE organization_id = ${anyOrganization(organizationId)}
                      AND heard_at >= ${since}) AS hears`.execute(db.sql);
  return rows[0]?.hears ?? false;
}

/** Finds clusters whose name holds all words, any without words, by name. Plan: a scan of the organization's clusters, some hundreds. */
export async function findClustersNamed(
  organizationId: OrganizationId,
  db: Transaction,
  words: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const clusters = db.sql
    .selectFrom('cluster as k')
    .select(['k.id', 'k.name'])
    .where('k.organizationId', '=', anyOrganization(organizationId))
    .orderBy('k.sortKey')
    .orderBy('k.id')
    .limit(MAX_CLUSTERS);
  const named = holdsWords(sql`k.search_text`, words);
  return (words.length === 0 ? clusters : clusters.where(named)).execute();
}

/**
 * Tells whether an image runs that is being scanned, as {@link joined} would find once it is stored as the one scanned
 * last: by its digests; else by its name and tag, unless what runs under them is another image's by digest. One of the
 * same project and reference is no other: the scan takes its place.
 *
 * Plan: a scan of the organization's containers, and where some run under the name, none by digest, one of its images,
 * each looked up among their digests.
 */
export async function runsSource(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date,
  projectName: string,
  { name, tag, canonicalName, digest, repoDigests }: ImageSource,
): Promise<boolean> {
  const own = anyOrganization(organizationId);
  const ofRepository = repoDigests.map((one) => one.slice(one.indexOf('@') + 1));
  const digests = [...ofRepository, ...(digest === null ? [] : [digest])];
  const { rows } = await sql<{ runs: boolean }>`
    WITH running AS MATERIALIZED (
      SELECT r.canonical_name, r.tag, r.digest FROM (${allRunning(own, since)}) r
       WHERE r.digest = ANY(${digests}::text[])
          OR (r.canonical_name = ${canonicalName} AND r.tag = ${tag})),
    named AS MATERIALIZED (
      SELECT DISTINCT digest FROM running WHERE canonical_name = ${canonicalName} AND tag = ${tag}
    ),
    wanted AS MATERIALIZED (
      SELECT jsonb_object_agg(digest, 1) AS digests FROM named WHERE digest IS NOT NULL
    ),
    others AS MATERIALIZED (
      SELECT i.digest, i.repo_digests FROM image_tag i
       WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.kind = 'image'
         AND (SELECT digests FROM wanted) ?| ${DIGESTS_OF_IMAGE}
         AND NOT (i.reference_key = ${identityOf(name, tag)} AND i.project_id IN (
               SELECT p.id FROM project p WHERE p.organization_id = ${own}
                  AND p.name_key = ${identityOf(projectName)} AND p.deleted_at IS NULL))
    ),
    other_digests AS (
      SELECT digest FROM others WHERE digest IS NOT NULL
       UNION ALL
      SELECT substring(one FROM '@(.+)$') FROM others, unnest(repo_digests) one
    )
    SELECT EXISTS (SELECT FROM running WHERE digest = ANY(${digests}::text[]))
           OR EXISTS (SELECT FROM named
                       WHERE digest IS NULL
                          OR digest NOT IN (SELECT digest FROM other_digests
                                              WHERE digest IS NOT NULL)) AS runs`.execute(db.sql);
  return rows[0]?.runs ?? false;
}
