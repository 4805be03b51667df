import { v7 as uuidv7 } from 'uuid';
import { supportedEnd, type Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import type { EolSource } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  type CoveredPart,
  type CoveringContract,
  findCovering,
  findNeeded,
  findWrongImages,
  insertCoveredCycles,
  insertCoveredSoftware,
  isAnyBegun,
  isAnyOfTeam,
  lockAlone,
  lockOwners,
  lockWrongImages,
  moveFindings,
  type NeededSoftware,
  refreshHeldSoftware,
  shareLock,
  shareProjectsOf,
} from './repository';

/**
 * What contracts cover is stored with the findings: these are of software of their own, which has the later of both ends,
 * so that every list, count, trend and verdict follows. Whoever writes findings shares a lock, and whoever changes a
 * contract holds it alone; whoever covers an image shares its project, whose owner may decide on it. So no finding is left
 * out, or stays covered by what covers it no longer.
 */

/** Begins to write findings. @returns whether any contract has begun: where none has, nothing is to be covered */
export async function beginFindings(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<boolean> {
  await shareLock(organizationId, tx);
  return isAnyBegun(organizationId, tx);
}

/** Covers what was written of images, whose locks the caller holds. */
export async function coverImages(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
): Promise<void> {
  if (imageTagIds.length === 0) return;
  await shareProjectsOf(organizationId, tx, imageTagIds);
  await bring(organizationId, tx, { imageTagIds });
  // What was written of the images names upstream software.
  await refreshHeldSoftware(organizationId, tx, imageTagIds);
}

/** Images that are covered anew in one transaction, for which uploads wait: a second or two of them. */
const IMAGES_AT_ONCE = 1_000;

/**
 * Begins a change of contracts, which nobody writes findings or gives projects other owners meanwhile; ends with
 * {@link coverFirst}, and {@link coverLeft} after it. False when the organization has been deleted.
 */
export async function beginContracts(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<boolean> {
  await lockAlone(organizationId, tx);
  return lockOwners(organizationId, tx);
}

/**
 * Covers findings anew as contracts say now: all of them, unless they are in more images than uploads shall wait for.
 * @returns the images that are left, for {@link coverLeft}
 */
export async function coverFirst(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<readonly string[]> {
  const wrong = await findWrongImages(organizationId, tx);
  await bring(organizationId, tx, { imageTagIds: wrong.slice(0, IMAGES_AT_ONCE) });
  return wrong.slice(IMAGES_AT_ONCE);
}

/**
 * Covers what a change of contracts has left, some images at a time, until nothing is covered otherwise than contracts
 * say. Uploads come in between, and cover what they write. What a process that is killed leaves, {@link coverLeft} of
 * the next round of the job takes up.
 * @param goesOn asked before each piece, with contracts locked: false leaves the rest as it is
 */
export async function coverLeft(
  db: Database,
  organizationId: OrganizationId,
  left: readonly string[],
  part: CoveredPart = 'all',
  goesOn: (tx: Transaction) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  let images = left;
  while (images.length > 0) {
    for (let from = 0; from < images.length; from += IMAGES_AT_ONCE) {
      const imageTagIds = images.slice(from, from + IMAGES_AT_ONCE);
      const isDone = await db.transaction(async (tx) => {
        if (!(await beginContracts(organizationId, tx)) || !(await goesOn(tx))) return false;
        await bring(organizationId, tx, { imageTagIds });
        return true;
      });
      if (!isDone) return;
    }
    images = await findWrongImages(organizationId, db, part);
  }
}

/**
 * Covers anew what the owners of projects decide on, once they have others and that is committed; nothing where no contract
 * is for a team. In pieces, as a change of contracts: whoever gives projects owners has them locked, for which uploads wait
 * that have an image locked, so that to lock images as well would be a circle. What fails of it, or a process that ends in
 * between, is left to the job: what is committed is not answered as if it had failed.
 * @param projectIds null: all
 */
export async function coverOwned(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  organizationId: OrganizationId,
  projectIds: readonly string[] | null,
): Promise<void> {
  try {
    if (!(await isAnyOfTeam(organizationId, db))) return;
    const part = projectIds === null ? 'all' : { projectIds };
    await coverLeft(db, organizationId, await findWrongImages(organizationId, db, part), part);
  } catch (err) {
    logger.warn({ err, organizationId }, 'what contracts cover could not be followed');
  }
}

async function bring(
  organizationId: OrganizationId,
  tx: Transaction,
  part: CoveredPart,
): Promise<void> {
  const needed = await findNeeded(organizationId, tx, part);
  if (needed.length === 0) return;
  await insertCovered(organizationId, tx, needed);
  const imageTagIds = await lockWrongImages(organizationId, tx, part);
  await moveFindings(organizationId, tx, part);
  await refreshHeldSoftware(organizationId, tx, imageTagIds);
}

async function insertCovered(
  organizationId: OrganizationId,
  tx: Transaction,
  needed: readonly NeededSoftware[],
): Promise<void> {
  const covered = needed.flatMap(({ contractId, productName, cycle, artifactType, ...rest }) =>
    contractId === null
      ? []
      : [
          {
            ...{ ...rest, contractId, artifactType },
            cycleKey: identityOf(productName, cycle, contractId),
            softwareKey: identityOf(productName, cycle, artifactType, contractId),
          },
        ],
  );
  if (covered.length === 0) return;
  const byKey = new Map(covered.map((one) => [one.cycleKey, one]));
  await insertCoveredCycles(
    organizationId,
    tx,
    [...byKey.values()].map(({ cycleKey, contractId, cycleId }) => ({
      ...{ id: uuidv7(), cycleKey, contractId, upstreamId: cycleId },
    })),
  );
  await insertCoveredSoftware(
    organizationId,
    tx,
    covered.map(({ softwareKey, cycleKey, softwareId, artifactType }) => ({
      ...{ id: uuidv7(), softwareKey, cycleKey, upstreamId: softwareId, artifactType },
    })),
  );
}

/** The end of a cycle, and the contract by which it is supported. */
export interface CoverableCycle {
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  /** Whose word it is. */
  readonly eolSource: EolSource;
  readonly catalogInferredFrom: string | null;
  /** Left out or null: none covers it. */
  readonly support?: Support | null;
}

/** Gives the ends of cycles, by key, as they are in a project, from those that they have upstream. */
export async function coveredEnds(
  organizationId: OrganizationId,
  db: Transaction,
  projectKey: string,
  cycles: readonly {
    readonly cycleKey: string;
    readonly product: string;
    readonly cycle: string;
  }[],
  upstream: ReadonlyMap<string, CoverableCycle>,
  today: Day,
): Promise<ReadonlyMap<string, CoverableCycle>> {
  const asked = cycles.map(({ cycleKey, product, cycle }) => ({
    ...{ cycleKey, cycle, nameKey: foldForSearch(product) },
  }));
  const covering = await findCovering(organizationId, db, projectKey, asked);
  const ends = new Map(upstream);
  for (const { cycleKey, endsOn: until, endedBy, ...contract } of covering) {
    const cycle = upstream.get(cycleKey);
    if (!cycle) continue;
    const { eolOn: on, eolOnKnown: known, eolSource, catalogInferredFrom } = cycle;
    const end = supportedEnd({ on, known, endedBy: endedBy ?? today }, until);
    ends.set(cycleKey, {
      ...{ eolOn: end.on, eolOnKnown: end.known },
      eolSource: end.isByContract ? 'contract' : eolSource,
      catalogInferredFrom: end.isByContract ? null : catalogInferredFrom,
      support: { ...contract, until, upstreamOn: on, upstreamOnKnown: known },
    });
  }
  return ends;
}

/** Tells what covers a release cycle, by the names of the catalog; null: no contract. */
export type CatalogCover = (
  product: string,
  cycle: string,
) => Omit<CoveringContract, 'cycleKey'> | null;

/**
 * Finds what covers release cycles of the catalog where no finding says it: in the project of a name, or, of none, what
 * covers them in the whole organization.
 */
export async function findCatalogCover(
  organizationId: OrganizationId,
  db: Transaction,
  projectName: string | null,
  cycles: readonly { readonly product: string; readonly cycle: string }[],
): Promise<CatalogCover> {
  const asked = new Map(
    cycles.map(({ product, cycle }) => {
      const cycleKey = identityOf(product, cycle);
      return [cycleKey, { cycleKey, cycle, nameKey: foldForSearch(product) }];
    }),
  );
  const projectKey = projectName === null ? null : identityOf(projectName);
  const found =
    asked.size === 0 ? [] : await findCovering(organizationId, db, projectKey, [...asked.values()]);
  const byKey = new Map(found.map((one) => [one.cycleKey, one]));
  return (product, cycle) => byKey.get(identityOf(product, cycle)) ?? null;
}

export {
  findWrongImages,
  isAnyBegun,
  isAnyOfTeam,
  lockAlone,
  removeCovered,
  updateTerm,
} from './repository';
