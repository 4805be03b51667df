import { v7 as uuidv7 } from 'uuid';
import {
  type ClusterReport,
  MAX_CLUSTERS,
  MAX_CONTAINERS,
  type RunningContainer,
} from '@/domain/cluster/report';
import { DAY_MS } from '@/domain/eol/calendar';
import { conflict, DomainError } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch, sortKeyOf } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  countClusters,
  countContainers,
  deleteContainers,
  deleteOthersOfWorkload,
  deleteUnheard,
  findKnownContainers,
  insertCluster,
  isInInventory,
  lockCluster,
  putContainers,
  replaceNodes,
  updateCluster,
} from '../repository/reports';

/** What reports on single workloads told is forgotten when nothing more was heard of it for so long. */
const FORGET_AFTER_MS = 30 * DAY_MS;
/** Another report creating the same cluster at the same time makes one of the two look again. */
const MAX_STARTS = 3;

type ReportDeps = Pick<Deps, 'db' | 'clock'>;

/** A cluster as a report has left it. */
export interface ReportedCluster {
  readonly id: string;
  readonly name: string;
}

/**
 * Makes a cluster what a report says that it is: what the report does not list no longer runs. Writes what has changed
 * alone, as reporters tell everything every few minutes.
 * @throws DomainError 409 for one cluster too many
 */
export function recordInventory(
  deps: ReportDeps,
  organizationId: OrganizationId,
  report: ClusterReport,
): Promise<ReportedCluster> {
  return inCluster(deps, organizationId, report.name, async (tx, id, at) => {
    const { version, distribution, nodes, containers } = report;
    await updateCluster(organizationId, tx, id, {
      ...{ version, distribution },
      ...{ heardAt: at, inventoryAt: at },
    });
    if (nodes) await replaceNodes(organizationId, tx, id, nodes);
    const known = await findKnownContainers(organizationId, tx, id);
    const byId = new Map(known.map((one) => [one.id, one]));
    const listed = new Set(containers.map((one) => one.id));
    const gone = known.filter((one) => !listed.has(one.id)).map((one) => one.id);
    await deleteContainers(organizationId, tx, id, gone);
    const changed = containers.filter((one) => {
      const before = byId.get(one.id);
      return !before || before.isReportedAlone || before.pods !== one.pods;
    });
    await putContainers(organizationId, tx, id, changed, { searchTextOf, heardAt: null });
  });
}

/**
 * Notes what one container of one workload runs, in the place of what it ran before.
 * @throws DomainError 409 for one cluster, or one container of a cluster, too many
 */
export function recordContainer(
  deps: ReportDeps,
  organizationId: OrganizationId,
  cluster: string,
  container: RunningContainer,
): Promise<ReportedCluster> {
  return inCluster(deps, organizationId, cluster, async (tx, id, at) => {
    await updateCluster(organizationId, tx, id, { heardAt: at });
    const forgotten = new Date(at.getTime() - FORGET_AFTER_MS);
    await deleteUnheard(organizationId, tx, id, forgotten);
    await deleteOthersOfWorkload(organizationId, tx, id, container);
    if ((await countContainers(organizationId, tx, id)) >= MAX_CONTAINERS) {
      throw conflict(`A cluster has at most ${String(MAX_CONTAINERS)} containers of workloads`);
    }
    const isPart = await isInInventory(organizationId, tx, id, container.id);
    const heardAt = isPart ? null : at;
    await putContainers(organizationId, tx, id, [container], { searchTextOf, heardAt });
  });
}

/** Notes that a cluster was heard of, whatever it said. */
export function noteCluster(
  deps: ReportDeps,
  organizationId: OrganizationId,
  cluster: string,
): Promise<ReportedCluster> {
  return inCluster(deps, organizationId, cluster, (tx, id, at) =>
    updateCluster(organizationId, tx, id, { heardAt: at }),
  );
}

/** Does something with the cluster of a name, which is made where there is none. Reports on one cluster take turns. */
async function inCluster(
  { db, clock }: ReportDeps,
  organizationId: OrganizationId,
  name: string,
  work: (tx: Transaction, id: string, at: Date) => Promise<void>,
): Promise<ReportedCluster> {
  const nameKey = identityOf(name);
  for (let start = 1; start <= MAX_STARTS; start += 1) {
    const id = await db.transaction(async (tx) => {
      const now = clock.now();
      const known = await lockCluster(organizationId, tx, nameKey);
      const created = known ? null : uuidv7();
      if (created !== null) {
        if ((await countClusters(organizationId, tx)) >= MAX_CLUSTERS) {
          throw conflict(`An organization has at most ${String(MAX_CLUSTERS)} clusters`);
        }
        const texts = { searchText: foldForSearch(name), sortKey: sortKeyOf(name) };
        const row = { id: created, name, nameKey, ...texts, heardAt: now };
        if (!(await insertCluster(organizationId, tx, row))) return null;
      }
      const clusterId = known?.id ?? created ?? '';
      // What was heard last never runs backwards, whatever the clock does.
      const at = known && known.heardAt > now ? known.heardAt : now;
      await work(tx, clusterId, at);
      return clusterId;
    });
    if (id !== null) return { id, name };
  }
  throw new DomainError('unavailable', 'The cluster is being reported on; try again');
}

/** Namespace, workload, container and image as people search for them. */
function searchTextOf(one: RunningContainer): string {
  const image = `${one.image.name}:${one.image.tag}`;
  return foldForSearch([one.namespace, one.ownerName, one.container, image].join('\n'));
}
