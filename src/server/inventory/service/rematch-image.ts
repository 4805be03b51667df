import type { CatalogView } from '@/domain/catalog/view';
import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import {
  type ComponentMatch,
  DISTRIBUTION_TYPE,
  imageDistribution,
  isSameMatch,
  storedDistribution,
  type StoredMatch,
  toComponentMatch,
} from '@/domain/inventory/matching';
import {
  inventoryFindings,
  type CatalogFinding,
  type MatchedComponent,
} from '@/domain/inventory/findings';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import type { Transaction } from '@/server/platform/db/db';
import { coverImage } from '@/server/coverage/service';
import { applyFindings, sameIds, type FindingChanges, type FindingPackages } from './findings';
import { reportOfCatalog } from './plan';
import { bringCycles, ensureSoftware } from './software';
import { componentsById, updateMatches, type StoredComponent } from '../repository/components';
import {
  componentIdsOf,
  lockRematched,
  openFindings,
  updateRematched,
  type OpenFinding,
  type RematchedTag,
} from '../repository/image-tag';
import { removeQueued } from '../repository/matching';
import { inventoryColumns, matchColumns } from './matching';

/** Components of one organization that are remembered at once: some 50 MB. */
const MAX_REMEMBERED = 300_000;

/** A component's match by one catalog, and whether the stored one differs. */
export interface FreshMatch {
  readonly match: ComponentMatch;
  readonly isChanged: boolean;
}

/** One catalog's matches of an organization's components, remembered while its images are gone through. */
export class ComponentMatches {
  private readonly remembered = new Map<string, MatchedComponent>();

  constructor(
    private readonly organizationId: OrganizationId,
    private readonly catalog: Pick<CatalogView, 'matchScanned'>,
  ) {}

  /** Matches a component again. */
  matchOf(component: StoredComponent): FreshMatch {
    const match = toComponentMatch(
      this.catalog.matchScanned(component, component.distro ?? null),
      component,
    );
    const { id, type, state, product, cycle, cycleKey } = component;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(id, { id, type, match });
    const isChanged =
      state === null || !isSameMatch(match.stored, { state, product, cycle, cycleKey });
    return { match, isChanged };
  }

  /** Gives the components of these ids; where the stored match of one differs, it is corrected. */
  async of(tx: Transaction, ids: readonly string[]): Promise<MatchedComponent[]> {
    const fresh = await componentsById(
      this.organizationId,
      tx,
      ids.filter((id) => !this.remembered.has(id)),
    );
    const read = new Map<string, MatchedComponent>();
    const changed: ChangedMatch[] = [];
    for (const component of fresh) {
      const { match, isChanged } = this.matchOf(component);
      read.set(component.id, { id: component.id, type: component.type, match });
      if (isChanged) changed.push({ id: component.id, match: match.stored });
    }
    await storeMatches(this.organizationId, tx, changed);
    return ids.flatMap((id) => read.get(id) ?? this.remembered.get(id) ?? []);
  }
}

/** A component's match that is not stored yet. */
export interface ChangedMatch {
  readonly id: string;
  readonly match: StoredMatch;
}

export async function storeMatches(
  organizationId: OrganizationId,
  tx: Transaction,
  changed: readonly ChangedMatch[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ id, match }) => ({ id, ...matchColumns(match) }));
  await updateMatches(organizationId, tx, rows);
}

export interface Rematch {
  readonly organizationId: OrganizationId;
  readonly catalog: OrganizationCatalog;
  readonly matches: ComponentMatches;
}

/** One whose transaction has joined the organization's matching. */
export interface JoinedRematch extends Rematch {
  /** Whether any contract has begun. */
  readonly isCovered: boolean;
}

/** Not the digest of any findings: the next scan of the image compares them one by one. */
const NO_FINDINGS_KEY = '00000000-0000-0000-0000-000000000000';

/**
 * Makes one image tag's findings agree with the catalog of now, and takes it off the queue. The scanner's findings
 * stay, whatever the catalog says; an image tag of which nothing changes is not written.
 */
export async function rematchImage(
  tx: Transaction,
  { organizationId, catalog, matches, isCovered }: JoinedRematch,
  imageTagId: string,
  now: Date,
): Promise<FindingChanges> {
  const tag = await lockRematched(organizationId, tx, imageTagId);
  await removeQueued(organizationId, tx, imageTagId);
  if (!tag) return { opened: 0, closed: 0 };
  const { inventoryId } = tag;
  const ids = inventoryId === null ? [] : await componentIdsOf(organizationId, tx, inventoryId);
  const components = await matches.of(tx, ids);
  const open = await openFindings(organizationId, tx, imageTagId);
  const distribution = imageDistribution(catalog, tag.distro);
  const { coverage, findings } = inventoryFindings(components, distribution, scannersOf(open));
  const inventory = inventoryColumns({ coverage, distribution: storedDistribution(distribution) });

  const at = tag.changedAt > now ? tag.changedAt : now;
  const wanted = await wantedOf(organizationId, tx, open, findings, at);
  if (isSame(open, wanted)) {
    if (!saysTheSame(tag, inventory))
      await updateRematched(organizationId, tx, imageTagId, inventory);
    return { opened: 0, closed: 0 };
  }
  const changes = await applyFindings(organizationId, tx, imageTagId, wanted, at);
  await updateRematched(organizationId, tx, imageTagId, {
    ...inventory,
    findingsKey: NO_FINDINGS_KEY,
    ...heldOf(wanted),
    rematchedAt: at,
  });
  if (isCovered) await coverImage(organizationId, tx, imageTagId);
  return changes;
}

/** Picks the scanner's own findings among all that are open. */
function scannersOf(open: readonly OpenFinding[]) {
  const scanners = open.filter(({ componentIds }) => componentIds.length > 0);
  return {
    componentIds: new Set(scanners.flatMap(({ componentIds }) => componentIds)),
    namesDistribution: scanners.some(({ artifactType }) => artifactType === DISTRIBUTION_TYPE),
  };
}

type Wanted = Map<string, FindingPackages>;

/** Finds the scanner's findings, and the catalog's of today, by software. */
async function wantedOf(
  organizationId: OrganizationId,
  tx: Transaction,
  open: readonly OpenFinding[],
  findings: readonly CatalogFinding[],
  at: Date,
): Promise<Wanted> {
  const keyed = findings.map((finding) => {
    const { ends, artifactType } = finding;
    return {
      ...finding,
      softwareKey: identityOf(ends.product.name, ends.cycle.name, artifactType),
    };
  });
  const ids = new Map(open.map(({ softwareKey, softwareId }) => [softwareKey, softwareId]));
  const unknown = keyed.filter(({ softwareKey }) => !ids.has(softwareKey));
  for (const [key, id] of await bringSoftware(organizationId, tx, unknown, at)) ids.set(key, id);

  const wanted: Wanted = new Map();
  for (const { softwareId, componentIds } of open)
    if (componentIds.length > 0) wanted.set(softwareId, { componentIds, catalogComponentIds: [] });
  for (const { softwareKey, componentIds: catalogComponentIds } of keyed) {
    const id = ids.get(softwareKey);
    const componentIds = (id === undefined ? null : wanted.get(id)?.componentIds) ?? [];
    if (id !== undefined) wanted.set(id, { componentIds, catalogComponentIds });
  }
  return wanted;
}

/** Lists the software that an image tag holds, and the part of it that only the catalog found. */
function heldOf(wanted: Wanted) {
  const alone = [...wanted].filter(([, { componentIds }]) => componentIds.length === 0);
  return { softwareIds: [...wanted.keys()], catalogSoftwareIds: alone.map(([id]) => id) };
}

async function bringSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly (CatalogFinding & { readonly softwareKey: string })[],
  at: Date,
): Promise<Map<string, string>> {
  if (findings.length === 0) return new Map();
  const byCycle = new Map(findings.map(({ ends }) => [ends.cycleKey, reportOfCatalog(ends)]));
  const reports = [...byCycle.values()].sort((left, right) =>
    left.cycleKey < right.cycleKey ? -1 : 1,
  );
  const cycles = await bringCycles(organizationId, tx, reports, {
    instant: at,
    today: dayOf(at),
  });
  const software = findings.map(({ softwareKey, ends, artifactType }) => ({
    softwareKey,
    cycleKey: ends.cycleKey,
    artifactType,
  }));
  return ensureSoftware(organizationId, tx, software, cycles);
}

/** Tells whether the open findings are those that shall be: the same software with the same packages. */
function isSame(open: readonly OpenFinding[], wanted: Wanted): boolean {
  return (
    open.length === wanted.size &&
    open.every(({ softwareId, catalogComponentIds }) => {
      const packages = wanted.get(softwareId);
      return packages !== undefined && sameIds(packages.catalogComponentIds, catalogComponentIds);
    })
  );
}

function saysTheSame(tag: RematchedTag, columns: ReturnType<typeof inventoryColumns>): boolean {
  return (
    tag.matchedCount === columns.matchedCount &&
    tag.distributionCount === columns.distributionCount &&
    tag.unknownCount === columns.unknownCount &&
    tag.distributionProduct === columns.distributionProduct &&
    tag.distributionCycle === columns.distributionCycle &&
    tag.distributionCycleKey === columns.distributionCycleKey
  );
}
