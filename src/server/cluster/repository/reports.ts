import type { Selectable } from 'kysely';
import type { ReportedNode, RunningContainer } from '@/domain/cluster/report';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows, type GivenRow } from '@/server/platform/db/given-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Tables } from '@/server/prisma-client/tables';

type ClusterRow = Selectable<Tables['cluster']>;

/** Locks the cluster of a name until the transaction ends; null when there is none. */
export async function lockCluster(
  organizationId: OrganizationId,
  tx: Transaction,
  nameKey: string,
): Promise<Pick<ClusterRow, 'id' | 'heardAt'> | null> {
  const row = await tx.sql
    .selectFrom('cluster')
    .select(['id', 'heardAt'])
    .where('organizationId', '=', organizationId)
    .where('nameKey', '=', nameKey)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a cluster; false when another report has just done so: then it can be locked. */
export async function insertCluster(
  organizationId: OrganizationId,
  tx: Transaction,
  row: Pick<ClusterRow, 'id' | 'name' | 'nameKey' | 'searchText' | 'sortKey' | 'heardAt'>,
): Promise<boolean> {
  const data = [{ ...row, firstHeardAt: row.heardAt }];
  const { count } = await tx.of(organizationId).cluster.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export function countClusters(organizationId: OrganizationId, tx: Transaction): Promise<number> {
  return tx.of(organizationId).cluster.count();
}

export async function updateCluster(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  data: Pick<ClusterRow, 'heardAt'> &
    Partial<Pick<ClusterRow, 'version' | 'distribution' | 'inventoryAt'>>,
): Promise<void> {
  await tx.of(organizationId).cluster.updateMany({ where: { id }, data });
}

/** Makes the nodes of a cluster those of a report. */
export async function replaceNodes(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  nodes: readonly ReportedNode[],
): Promise<void> {
  const own = tx.of(organizationId).clusterNode;
  await own.deleteMany({ where: { clusterId } });
  if (nodes.length === 0) return;
  await tx.sql
    .insertInto('clusterNode')
    .columns(['organizationId', 'clusterId', ...NODE_COLUMNS])
    .expression(
      tx.sql
        .selectFrom(givenRows('clusterNode', nodes))
        .select(({ val }) => [
          val(organizationId).as('organizationId'),
          val(clusterId).as('clusterId'),
        ])
        .select(NODE_COLUMNS),
    )
    .execute();
}

const NODE_COLUMNS = [
  'name',
  'kubeletVersion',
  'containerRuntime',
  'kernelVersion',
  'operatingSystem',
] as const;

const CONTAINER_COLUMNS = [
  'id',
  'workloadKey',
  'namespace',
  'ownerKind',
  'ownerName',
  'container',
  'imageName',
  'canonicalName',
  'tag',
  'digest',
  'searchText',
  'pods',
  'osFamily',
  'osName',
] as const;

export type ContainerRow = GivenRow<'clusterContainer', (typeof CONTAINER_COLUMNS)[number]>;

/** A container as it is known: what may change while it stays the same. */
export interface KnownContainer {
  readonly id: string;
  readonly pods: number | null;
  /** Whether reports on it alone say when it was heard of. */
  readonly isReportedAlone: boolean;
}

/** Reads what is known of a cluster's containers, to write what changed. Plan: by primary key. */
export async function findKnownContainers(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
): Promise<KnownContainer[]> {
  return tx.sql
    .selectFrom('clusterContainer')
    .select(['id', 'pods'])
    .select(({ eb }) => eb('heardAt', 'is not', null).$castTo<boolean>().as('isReportedAlone'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('clusterId', '=', clusterId)
    .execute();
}

/** Parameters of one statement are held as text several times over. */
const ROWS_AT_ONCE = 2_000;

/**
 * Writes containers of a cluster. Of one that is known, the operating system stays where the new report does not tell it.
 * @param heardAt null for those of a whole inventory
 */
export async function putContainers(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  containers: readonly RunningContainer[],
  {
    searchTextOf,
    heardAt,
  }: { searchTextOf: (one: RunningContainer) => string; heardAt: Date | null },
): Promise<void> {
  for (let first = 0; first < containers.length; first += ROWS_AT_ONCE) {
    const rows = containers
      .slice(first, first + ROWS_AT_ONCE)
      .map((one) => toRow(one, searchTextOf(one)));
    await tx.sql
      .insertInto('clusterContainer')
      .columns(['organizationId', 'clusterId', 'heardAt', ...CONTAINER_COLUMNS])
      .expression(
        tx.sql
          .selectFrom(givenRows('clusterContainer', rows))
          .select(({ val, cast }) => [
            val(organizationId).as('organizationId'),
            val(clusterId).as('clusterId'),
            cast<Date | null>(val(heardAt), 'timestamptz').as('heardAt'),
          ])
          .select(CONTAINER_COLUMNS),
      )
      .onConflict((on) =>
        on.columns(['organizationId', 'clusterId', 'id']).doUpdateSet(({ ref, fn }) => ({
          pods: fn.coalesce(ref('excluded.pods'), ref('clusterContainer.pods')),
          osFamily: fn.coalesce(ref('excluded.osFamily'), ref('clusterContainer.osFamily')),
          osName: fn.coalesce(ref('excluded.osName'), ref('clusterContainer.osName')),
          heardAt: ref('excluded.heardAt'),
        })),
      )
      .execute();
  }
}

function toRow({ image, os, ...one }: RunningContainer, searchText: string): ContainerRow {
  const { id, workloadKey, namespace, ownerKind, ownerName, container, pods } = one;
  return {
    ...{ id, workloadKey, namespace, ownerKind, ownerName, container, pods },
    imageName: image.name,
    canonicalName: image.canonicalName,
    tag: image.tag,
    digest: image.digest,
    searchText,
    osFamily: os?.family ?? null,
    osName: os?.name ?? null,
  };
}

export async function deleteContainers(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.sql
    .deleteFrom('clusterContainer')
    .where('organizationId', '=', organizationId)
    .where('clusterId', '=', clusterId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute();
}

/** Deletes what the workload's container ran before. Plan: by (organization, cluster, workload key). */
export async function deleteOthersOfWorkload(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  { workloadKey, id }: Pick<RunningContainer, 'workloadKey' | 'id'>,
): Promise<void> {
  await tx
    .of(organizationId)
    .clusterContainer.deleteMany({ where: { clusterId, workloadKey, id: { not: id } } });
}

/** Deletes what was last reported alone before some moment. */
export async function deleteUnheard(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  before: Date,
): Promise<void> {
  await tx
    .of(organizationId)
    .clusterContainer.deleteMany({ where: { clusterId, heardAt: { lt: before } } });
}

export function countContainers(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
): Promise<number> {
  return tx.of(organizationId).clusterContainer.count({ where: { clusterId } });
}

/** When a container is reported alone in a cluster whose inventory is told whole, it stays a part of that. */
export async function isInInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  clusterId: string,
  id: string,
): Promise<boolean> {
  const where = { clusterId, id, heardAt: null };
  const row = await tx
    .of(organizationId)
    .clusterContainer.findFirst({ where, select: { id: true } });
  return row !== null;
}
