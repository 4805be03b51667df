import { runningSince } from '@/domain/cluster/list';
import type { ImageSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { countByImage, hearsOfClusters, runsAnything, runsImage, runsSource } from './repository';

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
