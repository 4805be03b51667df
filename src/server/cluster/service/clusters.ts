import type { Cover } from '@/domain/cluster/cycles';
import {
  runningSince,
  silentBefore,
  type WorkloadChoice,
  type WorkloadSort,
} from '@/domain/cluster/list';
import { dayOf } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { type PageRequest, toPage } from '@/domain/pagination';
import type { OwnerQuery, OwnerScope } from '@/domain/team/owner';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import { coverOwned, findCatalogCover } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { anythingRuns, clustersNamed } from '@/server/running/service';
import {
  applyOwnerRules,
  applyOwnerRulesAgain,
  ownerScope,
  shareOwnerRules,
} from '@/server/team/service/owners';
import { classifySoftware } from '@/server/software/service/classes';
import {
  type Judged,
  type RunningPlaces,
  toCluster,
  toNamespace,
  toNode,
  toPlace,
  toWorkload,
} from '../dto';
import {
  allWorkloads,
  clusterById,
  clusterPage,
  type ClusterRow,
  countContainers,
  countNamespaces,
  countNodes,
  deleteClusterRow,
  findNodes,
  lockClusterById,
  workloadPage,
} from '../repository/clusters';
import {
  findImageOfDigest,
  findProjectsIn,
  placesOfImage,
  replaceNamespaces,
} from '../repository/running';

/** More namespaces than a menu is read to the end of. */
const MAX_NAMESPACES = 1_000;
/** Places of one image that its page shows; the rest is counted. */
export const MAX_PLACES = 50;

type ClusterDeps = Pick<Deps, 'db' | 'clock' | 'catalog'>;

export interface ClusterQuery extends PageRequest, OwnerQuery {
  readonly search?: string | null | undefined;
}

/** Lists a page of the organization's clusters by name, with what runs in them and how long they are supported. */
export async function listClusters(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  query: ClusterQuery,
) {
  const { search } = query;
  const owner = await ownerScope(deps, organizationId, query);
  const filter = { search: search ? foldForSearch(search) : null, owner };
  const { items, total } = await clusterPage(organizationId, deps.db, filter, query);
  return toPage(await described(deps, organizationId, items, owner), total, query);
}

/** Lists the ids and names of the organization's clusters, by name. */
export function listClusterNames(deps: ClusterDeps, organizationId: OrganizationId) {
  return clustersNamed(deps, organizationId, []);
}

/** @throws DomainError 404 when the organization has no such cluster */
export async function getCluster(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  id: string,
  owned: OwnerQuery,
) {
  const row = await requireCluster(deps, organizationId, id);
  const judged = await judgedBy(deps, organizationId);
  const { classes } = await classifySoftware(deps, organizationId, null);
  const owner = await ownerScope(deps, organizationId, owned);
  const [[cluster], nodes, namespaces] = await Promise.all([
    described(deps, organizationId, [row], owner),
    findNodes(organizationId, deps.db, id),
    countNamespaces(organizationId, deps.db, id, classes, { owner, limit: MAX_NAMESPACES }),
  ]);
  if (!cluster) throw notFound('Cluster');
  return {
    ...cluster,
    nodeList: await withContracts(deps, organizationId, judged, (by) =>
      nodes.map((node) => toNode(node, row.distribution, by)),
    ),
    namespaceList: namespaces.map(toNamespace),
  };
}

async function requireCluster(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
): Promise<ClusterRow> {
  const row = await clusterById(organizationId, db, id);
  if (!row) throw notFound('Cluster');
  return row;
}

interface JudgedToday extends Judged {
  readonly catalog: OrganizationCatalog;
}

async function judgedBy(
  { catalog, clock }: ClusterDeps,
  organizationId: OrganizationId,
): Promise<JudgedToday> {
  const now = clock.now();
  return {
    catalog: await catalog.forOrganization(organizationId),
    today: dayOf(now),
    silentBefore: silentBefore(now),
  };
}

/**
 * Makes records as contracts cover what they judge. Of what runs, but for scanned images, no project is known, so that only
 * contracts for the whole organization count. What they cover is asked once, of all that the records judge, and not at all
 * where there are no contracts.
 */
async function withContracts<Made>(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  judged: JudgedToday,
  make: (by: Judged) => Made,
): Promise<Made> {
  if (!judged.catalog.hasContracts) return make(judged);
  const asked: { readonly product: string; readonly cycle: string }[] = [];
  const noting: Cover = (product, cycle) => {
    asked.push({ product, cycle });
    return null;
  };
  make({ ...judged, cover: noting });
  return make({ ...judged, cover: await findCatalogCover(organizationId, db, null, asked) });
}

const NO_STATES = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };
const NOTHING = { containers: 0, namespaces: 0, unscanned: 0, silentContainers: 0, ...NO_STATES };

async function described(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  rows: readonly ClusterRow[],
  owner: OwnerScope | null,
) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const judged = await judgedBy(deps, organizationId);
  const { classes } = await classifySoftware(deps, organizationId, null);
  const [counts, kubelets] = await Promise.all([
    countContainers(organizationId, deps.db, ids, classes, {
      ...{ owner, silentBefore: judged.silentBefore },
    }),
    countNodes(organizationId, deps.db, ids),
  ]);
  const countsOf = new Map(counts.map(({ clusterId, ...numbers }) => [clusterId, numbers]));
  const kubeletsOf = Map.groupBy(kubelets, ({ clusterId }) => clusterId);
  return withContracts(deps, organizationId, judged, (by) =>
    rows.map((row) =>
      toCluster(row, countsOf.get(row.id) ?? NOTHING, kubeletsOf.get(row.id) ?? [], by),
    ),
  );
}

export interface WorkloadQuery extends PageRequest, OwnerQuery {
  readonly search?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly state?: EolState | null | undefined;
  readonly show?: WorkloadChoice | null | undefined;
  readonly sort: WorkloadSort;
  readonly direction: SortDirection;
}

/**
 * Lists a page of what runs in a cluster: each container of each workload, with the software of its image.
 * @throws DomainError 404 when the organization has no such cluster
 */
export async function listWorkloads(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  clusterId: string,
  query: WorkloadQuery,
) {
  const { judged, choices } = await workloadChoices(deps, organizationId, clusterId, query);
  const { items, total } = await workloadPage(organizationId, deps.db, clusterId, choices, query);
  const records = await withContracts(deps, organizationId, judged, (by) =>
    items.map((row) => toWorkload(row, by)),
  );
  return toPage(records, total, query);
}

/**
 * Reads all of the same list, in batches.
 * @throws DomainError 404 when the organization has no such cluster
 */
export async function* workloadsForExport(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  { id, ...query }: Omit<WorkloadQuery, keyof PageRequest> & { readonly id: string },
) {
  const { judged, choices } = await workloadChoices(deps, organizationId, id, query);
  for await (const rows of allWorkloads(organizationId, deps.db, id, choices))
    yield await withContracts(deps, organizationId, judged, (by) =>
      rows.map((row) => toWorkload(row, by)),
    );
}

async function workloadChoices(
  deps: ClusterDeps,
  organizationId: OrganizationId,
  clusterId: string,
  query: Omit<WorkloadQuery, keyof PageRequest>,
) {
  const { search, namespace, state, show, sort, direction } = query;
  await requireCluster(deps, organizationId, clusterId);
  const judged = await judgedBy(deps, organizationId);
  const { classes } = await classifySoftware(deps, organizationId, null);
  const filter = {
    search: search ? foldForSearch(search) : null,
    namespace: namespace ?? null,
    state: state ?? null,
    choice: show ?? null,
    owner: await ownerScope(deps, organizationId, query),
  };
  const choices = { filter, classes, silentBefore: judged.silentBefore, sort, direction };
  return { judged, choices };
}

/**
 * Forgets a cluster with all that ran in it, and what its namespaces said of the owners of projects; the images that were
 * scanned of it stay. One that still reports comes back.
 * @throws DomainError 404 when the organization has no such cluster
 */
export async function deleteCluster(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { organizationId } = actor;
  const moved = await db.transaction(async (tx) => {
    await shareOwnerRules(organizationId, tx);
    const cluster = await lockClusterById(organizationId, tx, id);
    if (!cluster) throw notFound('Cluster');
    // Its namespaces go with it, and no round finds of which projects they were.
    const projects = await findProjectsIn(organizationId, tx, cluster.id);
    await deleteClusterRow(organizationId, tx, cluster.id);
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'cluster.delete',
      subjectKind: 'cluster',
      subjectId: cluster.id,
      before: {
        id: cluster.id,
        name: cluster.name,
        version: cluster.version,
        first_heard_at: cluster.firstHeardAt,
        heard_at: cluster.heardAt,
      },
    });
    return (await applyOwnerRulesAgain(organizationId, tx, projects)) ? projects : [];
  });
  if (moved.length > 0) await coverOwned({ db, logger }, organizationId, moved);
}

/** Lists where an image runs, the first {@link MAX_PLACES} by cluster and workload, and counts all. */
export async function whereImageRuns(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<RunningPlaces> {
  if (!(await anythingRuns({ db }, organizationId))) return { items: [], total: 0 };
  const now = clock.now();
  const rows = await placesOfImage(organizationId, db, imageTagId, runningSince(now), MAX_PLACES);
  const before = silentBefore(now);
  return { items: rows.map((row) => toPlace(row, before)), total: rows[0]?.total ?? 0 };
}

/** Finds the image that was last scanned of those with a digest; null for none. */
export function imageOfDigest(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  digest: string,
) {
  return findImageOfDigest(organizationId, db, digest);
}

/**
 * Finds out in which namespaces the images of each project run, and gives projects the owners that rules say of these.
 * @returns the number of projects whose owner, or whose rule, is another one now
 */
export async function bringNamespaces(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  organizationId: OrganizationId,
): Promise<number> {
  const moved = await db.transaction(async (tx) => {
    await shareOwnerRules(organizationId, tx);
    const projects = await replaceNamespaces(organizationId, tx, runningSince(clock.now()));
    const changed = projects.length === 0 ? 0 : await applyOwnerRules(organizationId, tx, projects);
    return { projects, changed };
  });
  if (moved.changed > 0) await coverOwned({ db, logger }, organizationId, moved.projects);
  return moved.changed;
}
