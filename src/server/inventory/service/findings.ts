import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  closeCleanIntervals,
  closeFindings,
  findFindings,
  insertFindings,
  openCleanIntervals,
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
  const fresh = newFindings(imageTagId, wanted);
  if (fresh.length > 0) await insertFindings(organizationId, tx, fresh, at);
  else await openCleanIntervals(organizationId, tx, [imageTagId], at);
  return { opened: fresh.length, closed: 0 };
}

const newFindings = (imageTagId: string, wanted: WantedFindings) =>
  [...wanted].map(([softwareId, packages]) => ({
    ...{ id: uuidv7(), imageTagId, softwareId },
    ...idsOf(packages),
  }));

/**
 * Makes the findings of image tags and their intervals agree with those that shall be open. The caller holds the tags'
 * locks, so nobody else changes them meanwhile. At most one statement for each kind of change, whatever the number of tags.
 * @param wanted by image tag
 */
export async function applyFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  wanted: ReadonlyMap<string, WantedFindings>,
  at: Date,
): Promise<FindingChanges> {
  if (wanted.size === 0) return { opened: 0, closed: 0 };
  const known = await findFindings(organizationId, tx, [...wanted.keys()]);
  const packagesOf = ({ imageTagId, softwareId }: (typeof known)[number]) =>
    wanted.get(imageTagId)?.get(softwareId);
  const byTag = Map.groupBy(known, ({ imageTagId }) => imageTagId);
  const fresh = [...wanted].flatMap(([imageTagId, all]) => {
    const stored = new Set(byTag.get(imageTagId)?.map(({ softwareId }) => softwareId));
    return newFindings(imageTagId, new Map([...all].filter(([id]) => !stored.has(id))));
  });
  const returning = known
    .filter((one) => !one.isOpen && packagesOf(one))
    .map(({ id, heldId }) => ({ id, softwareId: heldId }));
  const gone = known.filter((one) => one.isOpen && !packagesOf(one)).map(({ id }) => id);
  const repacked = known.flatMap((finding) => {
    const packages = packagesOf(finding);
    return packages === undefined || samePackages(packages, finding)
      ? []
      : [{ id: finding.id, ...idsOf(packages) }];
  });

  if (fresh.length > 0) await insertFindings(organizationId, tx, fresh, at);
  if (returning.length > 0) await reopenRows(organizationId, tx, returning, at);
  if (gone.length > 0) await closeFindings(organizationId, tx, gone, at);
  if (repacked.length > 0) await updatePackages(organizationId, tx, repacked);
  // An image tag without findings has one open clean interval, one with findings has none.
  const tags = [...wanted].map(([id, { size }]) => ({ id, isClean: size === 0 }));
  const idsWhere = (isClean: boolean) =>
    tags.filter((tag) => tag.isClean === isClean).map(({ id }) => id);
  await openCleanIntervals(organizationId, tx, idsWhere(true), at);
  await closeCleanIntervals(organizationId, tx, idsWhere(false), at);
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
  const known = await findFindings(organizationId, tx, [imageTagId]);
  const wanted = new Map(
    known.filter(({ id }) => ids.has(id)).map((one) => [one.softwareId, idsOf(one)] as const),
  );
  return applyFindings(organizationId, tx, new Map([[imageTagId, wanted]]), at);
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
