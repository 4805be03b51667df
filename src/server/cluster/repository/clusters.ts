import { sql, type RawBuilder } from 'kysely';
import type { WorkloadChoice, WorkloadSort } from '@/domain/cluster/list';
import type { Distribution } from '@/domain/cluster/report';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import type { SortDirection } from '@/domain/list';
import type { PageRequest } from '@/domain/pagination';
import type { OwnerScope } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import { findPage, itemsInBatches, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import { countsOf, type StateCounts } from '@/server/software/sql';
import type { SoftwareClasses } from '@/server/software/service/classes';
import { isOwnedProject } from '@/server/team/sql';
import { joined, type JoinedRow, MAY_RUN } from '@/server/running/sql';

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

/** Null means any. */
export interface ClusterFilter {
  /** Folded. */
  readonly search: string | null;
  /** Clusters in which something of these runs. */
  readonly owner: OwnerScope | null;
}

/**
 * Reads a page of an organization's clusters by name. There are a few hundred at most. Plan: for an owner as {@link joined},
 * for all that runs in the organization.
 */
export function clusterPage(
  organizationId: OrganizationId,
  db: Database,
  { search, owner }: ClusterFilter,
  page: PageRequest,
) {
  const own = anyOrganization(organizationId);
  const running = sql`
    SELECT c.cluster_id, c.canonical_name, c.tag, c.digest FROM cluster_container c
     WHERE c.organization_id = ${own}`;
  const runsSomething = owner
    ? sql`c.id IN (SELECT cluster_id FROM (${joined(own, running)}) joined WHERE ${isOwned(own, owner)})`
    : sql`true`;
  const matching = sql<ClusterRow & { readonly sortKey: string }>`
    SELECT ${CLUSTER_COLUMNS}, c.sort_key FROM cluster c
     WHERE c.organization_id = ${own}
       AND (${search}::text IS NULL OR strpos(c.search_text, ${search}) > 0)
       AND ${runsSomething}`;
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

/** Whether what runs is, by its scanned image, of an owner's projects; null: anybody's. */
function isOwned(own: RawBuilder<string>, owner: OwnerScope | null): RawBuilder<boolean> {
  if (!owner) return sql<boolean>`true`;
  return sql<boolean>`joined.image_tag_id IN (
      SELECT i.id FROM image_tag i
       WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND ${isOwnedProject('i.project_id', own, owner)})`;
}

/** The numbers of a cluster's workload containers, those by state of the nearest end in their image. */
export interface ClusterCounts extends StateCounts {
  readonly clusterId: string;
  readonly containers: number;
  readonly namespaces: number;
  readonly unscanned: number;
  readonly silentContainers: number;
}

/** Counts what runs in some clusters. Plan: as {@link joined}, and a look at each image's software. */
export async function countContainers(
  organizationId: OrganizationId,
  db: Transaction,
  clusterIds: readonly string[],
  classes: SoftwareClasses,
  { owner, silentBefore }: { readonly owner: OwnerScope | null; readonly silentBefore: Date },
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
           ${BY_STATE},
           count(*) FILTER (WHERE image_tag_id IS NULL)::int AS unscanned,
           count(*) FILTER (WHERE is_silent)::int AS silent_containers
      FROM (${judged(own, running, classes, owner)}) each
     GROUP BY cluster_id`.execute(db.sql);
  return rows;
}

/** What {@link joined} gives, with the state of the nearest end of the software in the image. */
function judged(
  own: RawBuilder<string>,
  running: RawBuilder<unknown>,
  classes: SoftwareClasses,
  owner: OwnerScope | null,
): RawBuilder<unknown> {
  return sql`
    SELECT joined.*,
           (SELECT ${NEAREST}
              FROM image_tag i CROSS JOIN LATERAL ${countsOf(classes)} counts
             WHERE i.organization_id = ${own} AND i.id = joined.image_tag_id) AS state
      FROM (${joined(own, running, MAY_RUN)}) joined
     WHERE ${isOwned(own, owner)}`;
}

/** The state of what ends first, of columns that count each state; null where the image was never scanned. */
const NEAREST = sql`CASE WHEN image_tag_id IS NULL THEN NULL WHEN ended > 0 THEN 'ended' WHEN soon > 0 THEN 'soon' WHEN next > 0 THEN 'next'
  WHEN later > 0 THEN 'later' ELSE 'unknown' END`;

const BY_STATE = sql.join(
  EOL_STATES.map(
    (state) => sql`count(*) FILTER (WHERE state = ${state})::int AS ${sql.ref(state)}`,
  ),
);

/** Null means any. */
export interface WorkloadFilter {
  /** Folded. */
  readonly search: string | null;
  readonly namespace: string | null;
  readonly state: EolState | null;
  readonly choice: WorkloadChoice | null;
  readonly owner: OwnerScope | null;
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
  unscanned: sql`image_tag_id IS NULL`,
  silent: sql`is_silent`,
};

export type WorkloadRow = Awaited<ReturnType<typeof workloadPage>>['items'][number];

interface WorkloadChoices extends WorkloadOrder {
  readonly filter: WorkloadFilter;
  readonly classes: SoftwareClasses;
  readonly silentBefore: Date;
}

/** Reads a page of what runs in a cluster, with the software of the scanned images. Plan: as {@link joined}. */
export async function workloadPage(
  organizationId: OrganizationId,
  db: Database,
  clusterId: string,
  choices: WorkloadChoices,
  page: PageRequest,
) {
  return withTotal(await workloadList(organizationId, db, clusterId, choices, page).execute());
}

/** Reads all of the same list in batches. */
export function allWorkloads(
  organizationId: OrganizationId,
  db: Database,
  clusterId: string,
  choices: WorkloadChoices,
) {
  return itemsInBatches(db, workloadList(organizationId, db, clusterId, choices, null));
}

/** @param page null: all of them */
function workloadList(
  organizationId: OrganizationId,
  db: Database,
  clusterId: string,
  { filter, classes, silentBefore, ...order }: WorkloadChoices,
  page: PageRequest | null,
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
      FROM (${joined(own, running, MAY_RUN)}) joined
      LEFT JOIN LATERAL (
        SELECT counts.* FROM image_tag i CROSS JOIN LATERAL ${countsOf(classes)} counts
         WHERE i.organization_id = ${own} AND i.id = joined.image_tag_id
      ) counts ON true
     WHERE ${isOwned(own, filter.owner)})`;
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => matching,
  );
  const direction = DIRECTIONS[order.direction];
  const listed = sql<boolean>`(${filter.choice === null ? sql`true` : CHOSEN[filter.choice]}
    AND (${filter.state}::text IS NULL OR ${NEAREST} = ${filter.state}))`;
  return pageOfList(list, {
    order: sql`${KEYS[order.sort]} ${direction}, lower(namespace), lower(owner_name), container, id`,
    listed,
    page,
    counts: () => sql<{ total: number }>`(SELECT count(*) AS total FROM matching WHERE ${listed})`,
    items: () =>
      sql<MatchingWorkload & { position: number; projectName: string | null }>`(
        SELECT page.*, project.name AS project_name
          FROM page
          LEFT JOIN image_tag i ON i.organization_id = ${own} AND i.id = page.image_tag_id
          LEFT JOIN project ON project.organization_id = ${own} AND project.id = i.project_id)`,
  });
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

/** The numbers of the workload containers of one namespace. */
export interface NamespaceCounts extends StateCounts {
  readonly namespace: string;
  readonly containers: number;
}

/** Counts what runs in each namespace of a cluster, the first by name. Plan: as {@link countContainers}. */
export async function countNamespaces(
  organizationId: OrganizationId,
  db: Transaction,
  clusterId: string,
  classes: SoftwareClasses,
  { owner, limit }: { readonly owner: OwnerScope | null; readonly limit: number },
): Promise<NamespaceCounts[]> {
  const own = anyOrganization(organizationId);
  const running = sql`
    SELECT c.namespace, c.canonical_name, c.tag, c.digest FROM cluster_container c
     WHERE c.organization_id = ${own} AND c.cluster_id = ${clusterId}`;
  const { rows } = await sql<NamespaceCounts>`
    SELECT namespace, count(*)::int AS containers, ${BY_STATE}
      FROM (${judged(own, running, classes, owner)}) each
     GROUP BY namespace ORDER BY lower(namespace), namespace LIMIT ${limit}`.execute(db.sql);
  return rows;
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
