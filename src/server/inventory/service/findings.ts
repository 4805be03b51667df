import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  closeCleanInterval,
  closeFindings,
  findFindings,
  insertFindings,
  openCleanInterval,
  reopenFindings as reopenRows,
  updatePackages,
} from '../repository/findings';

/** The packages of a finding: those that the scanner matched, and those that only the catalog did. */
export interface FindingPackages {
  readonly componentIds: readonly string[];
  readonly catalogComponentIds: readonly string[];
}

/** Findings that shall be open on an image tag: packages by software, as no contract covers it. */
export type WantedFindings = ReadonlyMap<string, FindingPackages>;

export interface FindingChanges {
  readonly opened: number;
  readonly closed: number;
}

/** Opens the findings of an image tag that is new: it has none, and no time without any. */
export async function openFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  wanted: WantedFindings,
  at: Date,
): Promise<FindingChanges> {
  const fresh = [...wanted].map(toNewFinding);
  if (fresh.length > 0) await insertFindings(organizationId, tx, imageTagId, fresh, at);
  else await openCleanInterval(organizationId, tx, imageTagId, at);
  return { opened: fresh.length, closed: 0 };
}

const toNewFinding = ([softwareId, packages]: readonly [string, FindingPackages]) => ({
  id: uuidv7(),
  softwareId,
  ...idsOf(packages),
});

/**
 * Makes an image tag's findings and their intervals agree with those that shall be open. The caller holds the tag's
 * lock, so nobody else changes them meanwhile. At most one statement for each kind of change.
 */
export async function applyFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  wanted: WantedFindings,
  at: Date,
): Promise<FindingChanges> {
  const known = await findFindings(organizationId, tx, imageTagId);
  const bySoftware = new Map(known.map((finding) => [finding.softwareId, finding]));
  const fresh = [...wanted].filter(([softwareId]) => !bySoftware.has(softwareId)).map(toNewFinding);
  const returning = known
    .filter(({ softwareId, isOpen }) => !isOpen && wanted.has(softwareId))
    .map(({ id, heldId }) => ({ id, softwareId: heldId }));
  const gone = known.filter(({ softwareId, isOpen }) => isOpen && !wanted.has(softwareId));
  const repacked = known.flatMap((finding) => {
    const packages = wanted.get(finding.softwareId);
    return packages === undefined || samePackages(packages, finding)
      ? []
      : [{ id: finding.id, ...idsOf(packages) }];
  });

  if (fresh.length > 0) await insertFindings(organizationId, tx, imageTagId, fresh, at);
  if (returning.length > 0) await reopenRows(organizationId, tx, returning, at);
  const goneIds = gone.map(({ id }) => id);
  if (gone.length > 0) await closeFindings(organizationId, tx, goneIds, at);
  if (repacked.length > 0) await updatePackages(organizationId, tx, repacked);
  // An image tag without findings has one open clean interval, one with findings has none.
  const keepCleanInterval = wanted.size === 0 ? openCleanInterval : closeCleanInterval;
  await keepCleanInterval(organizationId, tx, imageTagId, at);
  return { opened: fresh.length + returning.length, closed: gone.length };
}

/**
 * Opens findings of an image tag again that were all closed at once; the caller holds its lock. Those that no contract
 * covers any more, or now does, have followed meanwhile.
 */
export async function reopenFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  findingIds: readonly string[],
  at: Date,
): Promise<FindingChanges> {
  const ids = new Set(findingIds);
  const known = await findFindings(organizationId, tx, imageTagId);
  const wanted = new Map(
    known.filter(({ id }) => ids.has(id)).map((one) => [one.softwareId, idsOf(one)] as const),
  );
  return applyFindings(organizationId, tx, imageTagId, wanted, at);
}

const idsOf = ({ componentIds, catalogComponentIds }: FindingPackages) => ({
  componentIds,
  catalogComponentIds,
});

function samePackages(left: FindingPackages, right: FindingPackages): boolean {
  return (
    sameIds(left.componentIds, right.componentIds) &&
    sameIds(left.catalogComponentIds, right.catalogComponentIds)
  );
}

/** Tells whether two lists name the same packages, in whatever order. */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const ids = new Set(left);
  return right.every((id) => ids.has(id));
}
