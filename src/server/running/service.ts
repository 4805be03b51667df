import { runningSince } from '@/domain/cluster/list';
import type { ImageSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import {
  countByImage,
  countByImageIn,
  countOfImages,
  findClustersNamed,
  hearsOfClusters,
  runsAnything,
  runsImage,
  runsSource,
} from './repository';

interface Asked {
  /** A database, or a transaction that has stored something. */
  readonly db: Transaction;
  readonly clock: Clock;
}

/** Tells whether anything is known to run in a cluster of the organization, whenever that was heard. */
export function anythingRuns({ db }: Pick<Asked, 'db'>, organizationId: OrganizationId) {
  return runsAnything(organizationId, db);
}

/**
 * Counts, for each image that runs in a cluster, the workload containers that run it; those that do not run are left
 * out, and so is what was not heard of for a week.
 */
export async function runningImages(
  { db, clock }: Asked,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<string, number>> {
  if (!(await runsAnything(organizationId, db))) return new Map();
  const rows = await countByImage(organizationId, db, runningSince(clock.now()));
  return new Map(rows.map(({ imageTagId, containers }) => [imageTagId, containers]));
}

/** Counts as {@link runningImages}, for some images alone: nothing is sorted of the others. */
export async function runningAmong(
  { db, clock }: Asked,
  organizationId: OrganizationId,
  imageTagIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (imageTagIds.length === 0 || !(await runsAnything(organizationId, db))) return new Map();
  const rows = await countOfImages(organizationId, db, runningSince(clock.now()), imageTagIds);
  return new Map(rows.map(({ imageTagId, containers }) => [imageTagId, containers]));
}

/** Finds the images among {@link runningImages} that run in some clusters of the organization. */
export async function imagesRunningIn(
  { db, clock }: Asked,
  organizationId: OrganizationId,
  clusterIds: readonly string[],
): Promise<string[]> {
  if (clusterIds.length === 0) return [];
  const rows = await countByImageIn(organizationId, db, runningSince(clock.now()), clusterIds);
  return rows.map(({ imageTagId }) => imageTagId);
}

/** Finds the organization's clusters whose name holds all words, without words all of them, by name. Words are folded. */
export function clustersNamed(
  { db }: Pick<Asked, 'db'>,
  organizationId: OrganizationId,
  words: readonly string[],
) {
  return findClustersNamed(organizationId, db, words);
}

/** What a list asks of where its images run. */
export interface RunningQuery {
  /** Images that run in a cluster, or that none reports to run. */
  readonly running?: boolean | null | undefined;
  /** Images that run in this cluster; there are none where the organization has no such cluster. */
  readonly clusterId?: string | null | undefined;
}

/** The images that a list keeps by where they run: these, or all others. */
export interface RunningCondition {
  readonly ids: readonly string[];
  readonly isIn: boolean;
}

/**
 * Finds out which images a list keeps by where they run; null: it does not ask.
 * @param counts {@link runningImages}, where the caller has them already
 */
export async function runningCondition(
  deps: Asked,
  organizationId: OrganizationId,
  { running, clusterId }: RunningQuery,
  counts: ReadonlyMap<string, number> | null = null,
): Promise<RunningCondition | null> {
  if (clusterId) {
    // What runs nowhere runs in no cluster.
    const ids = running === false ? [] : await imagesRunningIn(deps, organizationId, [clusterId]);
    return { ids, isIn: true };
  }
  if (running === null || running === undefined) return null;
  const all = counts ?? (await runningImages(deps, organizationId));
  return { ids: [...all.keys()], isIn: running };
}

/** Tells whether one image is among {@link runningImages}, without counting the others. */
export function isImageRunning(
  { db, clock }: Asked,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<boolean> {
  return runsImage(organizationId, db, runningSince(clock.now()), imageTagId);
}

/** Tells whether any cluster was heard of within a week: where none was, nobody knows what runs. */
export function isAnyClusterHeard({ db, clock }: Asked, organizationId: OrganizationId) {
  return hearsOfClusters(organizationId, db, runningSince(clock.now()));
}

/** Tells whether an image runs that is being scanned, be it stored or not. */
export function isSourceRunning(
  { db, clock }: Asked,
  organizationId: OrganizationId,
  projectName: string,
  source: ImageSource,
): Promise<boolean> {
  return runsSource(organizationId, db, runningSince(clock.now()), projectName, source);
}
