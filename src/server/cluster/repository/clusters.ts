import { sql, type RawBuilder } from 'kysely';
import type { WorkloadChoice, WorkloadSort } from '@/domain/cluster/list';
import type { Distribution } from '@/domain/cluster/report';
import type { SortDirection } from '@/domain/list';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import { findPage, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import { countsOf } from '@/server/software/sql';
import type { SoftwareClasses } from '@/server/software/service/classes';

const CLUSTER_COLUMNS = sql`c.id, c.name, c.distribution, c.version, c.inventory_at, c.first_heard_at, c.heard_at`;

export interface ClusterRow {
  readonly id: string;
  readonly name: string;
  readonly distribution: Distribution | null;
  readonly version: string | null;
  readonly inventoryAt: Date | null;
  readonly firstHeardAt: Date;
  readonly heardAt: Date;
}

/** Reads a page of an organization's clusters by name. There are a few hundred at most. */
export function clusterPage(
  organizationId: OrganizationId,
  db: Database,
  search: string | null,
  page: PageRequest,
) {
  const matching = sql<ClusterRow & { readonly sortKey: string }>`
    SELECT ${CLUSTER_COLUMNS}, c.sort_key FROM cluster c
     WHERE c.organization_id = ${anyOrganization(organizationId)}
       AND (${search}::text IS NULL OR strpos(c.search_text, ${search}) > 0)`;
  return findPage<ClusterRow & { readonly sortKey: string }>(
    db,
    matching,
    sql`sort_key, name, id`,
    page,
  );
}

export async function clusterById(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<ClusterRow | null> {
  const { rows } = await sql<ClusterRow>`
    SELECT ${CLUSTER_COLUMNS} FROM cluster c
     WHERE c.organization_id = ${organizationId} AND c.id = ${id}`.execute(db.sql);
  return rows[0] ?? null;
}

export function findNodes(organizationId: OrganizationId, db: Transaction, clusterId: string) {
  return db.sql
    .selectFrom('clusterNode')
    .select(['name', 'kubeletVersion', 'containerRuntime', 'kernelVersion', 'operatingSystem'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('clusterId', '=', clusterId)
    .orderBy('name')
    .execute();
}

/** Counts the nodes of some clusters by kubelet, runtime and what tells their operating system. */
export async function countNodes(
  organizationId: OrganizationId,
  db: Transaction,
  clusterIds: readonly string[],
) {
  return db.sql
    .selectFrom('clusterNode')
    .select(['clusterId', 'kubeletVersion'])
    .select(({ fn }) => fn.countAll<number>().as('nodes'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('clusterId', '=', fn.any(val(clusterIds))))
    .groupBy(['clusterId', 'kubeletVersion'])
    .execute();
}

/**
 * Joins what runs, the rows of `running`, to the image that was scanned: the one of its digest, else the one of its
 * repository and tag; of several the one scanned last.
 *
 * Plan: one scan of the organization's images, and two sorts that bring what runs next to what was scanned under the
 * same name, so that a window sees both. No join on purpose: an organization that is younger than the statistics is
 * taken for a few rows, and then each container would be compared with each image. 10,000 images and 3,000 containers
 * take 150 ms.
 */
function joined(own: RawBuilder<string>, running: RawBuilder<unknown>): RawBuilder<JoinedRow> {
  return sql<JoinedRow>`
    WITH running AS MATERIALIZED (${running}),
    scanned AS MATERIALIZED (
      SELECT i.id, i.canonical_name, i.tag, i.digest, i.repo_digests, i.latest_scan_at
        FROM image_tag i
       WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.kind = 'image'
    ),
    digests AS (
      SELECT digest, id, latest_scan_at FROM scanned WHERE digest IS NOT NULL
       UNION ALL
      SELECT substring(one FROM '@(.+)$'), id, latest_scan_at FROM scanned, unnest(repo_digests) one
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

interface JoinedRow {
  readonly imageTagId: string | null;
  readonly isSameDigest: boolean;
}

/** The numbers of a cluster's workload containers. */
export interface ClusterCounts {
  readonly clusterId: string;
  readonly containers: number;
  readonly namespaces: number;
  /** Those whose image holds software that has ended. */
  readonly ended: number;
  readonly unscanned: number;
  readonly silentContainers: number;
}

/** Counts what runs in some clusters. Plan: as {@link joined}, and a look at each image's software. */
export async function countContainers(
  organizationId: OrganizationId,
  db: Transaction,
  clusterIds: readonly string[],
  { ended }: SoftwareClasses,
  silentBefore: Date,
): Promise<ClusterCounts[]> {
  const own = anyOrganization(organizationId);
  const running = sql`
    SELECT c.cluster_id, c.namespace, c.canonical_name, c.tag, c.digest,
           coalesce(c.heard_at, k.inventory_at) < ${silentBefore} AS is_silent
      FROM cluster_container c
      JOIN cluster k ON k.organization_id = ${own} AND k.id = c.cluster_id
     WHERE c.organization_id = ${own} AND c.cluster_id = ANY(${clusterIds}::uuid[])`;
  const { rows } = await sql<ClusterCounts>`
    SELECT cluster_id, count(*)::int AS containers, count(DISTINCT namespace)::int AS namespaces,
           count(*) FILTER (WHERE has_ended)::int AS ended,
           count(*) FILTER (WHERE image_tag_id IS NULL)::int AS unscanned,
           count(*) FILTER (WHERE is_silent)::int AS silent_containers
      FROM (
        SELECT cluster_id, namespace, image_tag_id, is_silent,
               (SELECT EXISTS (SELECT FROM (SELECT unnest(i.software_ids) AS id) held
                                WHERE held.id = ANY(${ended}::uuid[]))
                  FROM image_tag i
                 WHERE i.organization_id = ${own} AND i.id = joined.image_tag_id) AS has_ended
          FROM (${joined(own, running)}) joined) each
     GROUP BY cluster_id`.execute(db.sql);
  return rows;
}

/** Null means any. */
export interface WorkloadFilter {
  /** Folded. */
  readonly search: string | null;
  readonly namespace: string | null;
  readonly choice: WorkloadChoice | null;
}

export interface WorkloadOrder {
  readonly sort: WorkloadSort;
  readonly direction: SortDirection;
}

const KEYS = {
  workload: sql`lower(namespace || ' ' || owner_name)`,
  image: sql`lower(image_name || ':' || tag)`,
  ended: sql`ended`,
  heard: sql`heard_at`,
} as const satisfies Record<WorkloadSort, RawBuilder<unknown>>;
const DIRECTIONS = { asc: sql`ASC`, desc: sql`DESC` } as const;
const CHOSEN: Readonly<Record<WorkloadChoice, RawBuilder<boolean>>> = {
  ended: sql`ended > 0`,
  unscanned: sql`image_tag_id IS NULL`,
  silent: sql`is_silent`,
};

export type WorkloadRow = Awaited<ReturnType<typeof workloadPage>>['items'][number];

/** Reads a page of what runs in a cluster, with the software of the scanned images. Plan: as {@link joined}. */
export async function workloadPage(
  organizationId: OrganizationId,
  db: Database,
  clusterId: string,
  filter: WorkloadFilter,
  order: WorkloadOrder,
  classes: SoftwareClasses,
  { silentBefore, ...page }: PageRequest & { readonly silentBefore: Date },
) {
  const own = anyOrganization(organizationId);
  const running = sql`
    SELECT c.id, c.namespace, c.owner_kind, c.owner_name, c.container, c.image_name,
           c.canonical_name, c.tag, c.digest, c.pods, c.os_family, c.os_name,
           coalesce(c.heard_at, k.inventory_at) AS heard_at,
           coalesce(c.heard_at, k.inventory_at) < ${silentBefore} AS is_silent
      FROM cluster_container c
      JOIN cluster k ON k.organization_id = ${own} AND k.id = c.cluster_id
     WHERE c.organization_id = ${own} AND c.cluster_id = ${clusterId}
       AND (${filter.namespace}::text IS NULL OR c.namespace = ${filter.namespace})
       AND (${filter.search}::text IS NULL OR strpos(c.search_text, ${filter.search}) > 0)`;
  const matching = sql<MatchingWorkload>`(
    SELECT joined.*, coalesce(counts.ended, 0)::int AS ended, coalesce(counts.soon, 0)::int AS soon,
           coalesce(counts.next, 0)::int AS next, coalesce(counts.later, 0)::int AS later,
           coalesce(counts.unknown, 0)::int AS unknown
      FROM (${joined(own, running)}) joined
      LEFT JOIN LATERAL (
        SELECT counts.* FROM image_tag i CROSS JOIN LATERAL ${countsOf(classes)} counts
         WHERE i.organization_id = ${own} AND i.id = joined.image_tag_id
      ) counts ON true)`;
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => matching,
  );
  const direction = DIRECTIONS[order.direction];
  const rows = await pageOfList(list, {
    order: sql`${KEYS[order.sort]} ${direction}, lower(namespace), lower(owner_name), container, id`,
    listed: filter.choice === null ? undefined : CHOSEN[filter.choice],
    page,
    counts: () =>
      sql<{ total: number }>`(SELECT count(*) AS total FROM matching
        WHERE ${filter.choice === null ? sql`true` : CHOSEN[filter.choice]})`,
    items: () =>
      sql<MatchingWorkload & { position: number; projectName: string | null }>`(
        SELECT page.*, project.name AS project_name
          FROM page
          LEFT JOIN image_tag i ON i.organization_id = ${own} AND i.id = page.image_tag_id
          LEFT JOIN project ON project.organization_id = ${own} AND project.id = i.project_id)`,
  }).execute();
  return withTotal(rows);
}

interface MatchingWorkload extends JoinedRow {
  readonly id: string;
  readonly namespace: string;
  readonly ownerKind: string | null;
  readonly ownerName: string;
  readonly container: string;
  readonly imageName: string;
  readonly canonicalName: string;
  readonly tag: string;
  readonly digest: string | null;
  readonly pods: number | null;
  readonly osFamily: string | null;
  readonly osName: string | null;
  readonly heardAt: Date;
  readonly isSilent: boolean;
  readonly ended: number;
  readonly soon: number;
  readonly next: number;
  readonly later: number;
  readonly unknown: number;
}

/** Lists the namespaces of a cluster with the number of workload containers in each. */
export async function findNamespaces(
  organizationId: OrganizationId,
  db: Transaction,
  clusterId: string,
  limit: number,
): Promise<{ namespace: string; containers: number }[]> {
  const { rows } = await sql<{ namespace: string; containers: number }>`
    SELECT namespace, count(*)::int AS containers FROM cluster_container
     WHERE organization_id = ${anyOrganization(organizationId)} AND cluster_id = ${clusterId}
     GROUP BY namespace ORDER BY lower(namespace), namespace LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/** A place where a scanned image runs. */
export interface RunningPlace {
  readonly imageTagId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly namespace: string;
  readonly ownerKind: string | null;
  readonly ownerName: string;
  readonly container: string;
  readonly isSameDigest: boolean;
  readonly heardAt: Date;
}

/** Reads where one image runs, by cluster and workload: the first of them. */
export async function placesOfImage(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  limit: number,
): Promise<(RunningPlace & { readonly total: number })[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<RunningPlace & { readonly total: number }>`
    SELECT place.*, count(*) OVER ()::int AS total
      FROM (${joined(own, allRunning(own))}) place
     WHERE place.image_tag_id = ${imageTagId}
     ORDER BY lower(cluster_name), lower(namespace), lower(owner_name), container
     LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/** Counts, for each scanned image that runs, the workload containers that run it. */
export async function countByImage(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<{ imageTagId: string; containers: number }[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ imageTagId: string; containers: number }>`
    SELECT place.image_tag_id, count(*)::int AS containers
      FROM (${joined(own, allRunning(own))}) place
     WHERE place.image_tag_id IS NOT NULL
     GROUP BY place.image_tag_id`.execute(db.sql);
  return rows;
}

function allRunning(own: RawBuilder<string>): RawBuilder<unknown> {
  return sql`
    SELECT c.cluster_id, k.name AS cluster_name, c.namespace, c.owner_kind, c.owner_name,
           c.container, c.canonical_name, c.tag, c.digest,
           coalesce(c.heard_at, k.inventory_at) AS heard_at
      FROM cluster_container c
      JOIN cluster k ON k.organization_id = ${own} AND k.id = c.cluster_id
     WHERE c.organization_id = ${own}`;
}

/** Locks a cluster until the transaction ends; null for one of another organization, too. */
export async function lockClusterById(organizationId: OrganizationId, tx: Transaction, id: string) {
  const row = await tx.sql
    .selectFrom('cluster')
    .select(['id', 'name', 'distribution', 'version', 'firstHeardAt', 'heardAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteClusterRow(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).cluster.deleteMany({ where: { id } });
}

/** Finds an image of a digest, whoever uploaded it; null for none. */
export async function findImageOfDigest(
  organizationId: OrganizationId,
  db: Transaction,
  digest: string,
): Promise<{ id: string; name: string; tag: string; projectName: string } | null> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string; name: string; tag: string; projectName: string }>`
    SELECT i.id, i.name, i.tag, p.name AS project_name
      FROM image_tag i JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
     WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.kind = 'image'
       AND (i.digest = ${digest}
            OR EXISTS (SELECT FROM unnest(i.repo_digests) one WHERE one LIKE '%@' || ${digest}::text))
     ORDER BY i.latest_scan_at DESC LIMIT 1`.execute(db.sql);
  return rows[0] ?? null;
}
