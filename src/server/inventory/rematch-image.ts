import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { DISTRIBUTION_TYPE } from '@/domain/inventory/component-match';
import { imageDistribution, storedDistribution } from '@/domain/inventory/image-distribution';
import { inventoryFindings, type CatalogFinding } from '@/domain/inventory/inventory-findings';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { OrganizationCatalog } from '@/server/catalog/catalog-store';
import type { Transaction } from '@/server/db';
import { reportOfCatalog } from '@/server/scan/ingest/cycle-report';
import { bringCycles } from '@/server/scan/ingest/cycles';
import {
  applyFindings,
  sameIds,
  type FindingChanges,
  type FindingPackages,
} from '@/server/scan/ingest/finding-queries';
import type { InventoryState } from '@/server/scan/ingest/image-tag-queries';
import { ensureSoftware } from '@/server/scan/ingest/software-queries';
import type { ComponentMatches } from './component-matches';
import {
  componentIdsOf,
  lockRematched,
  openFindings,
  updateRematched,
  type OpenFinding,
  type RematchedTag,
} from './image-queries';
import { removeQueued } from './progress-queries';

export interface Rematch {
  readonly organizationId: OrganizationId;
  readonly catalog: OrganizationCatalog;
  readonly matches: ComponentMatches;
}

/**
 * Brings one image tag's findings to what the catalogue says now, and takes it off the queue. What the scanner
 * found stays, whatever the catalogue says; an image tag of which nothing changes is not written.
 */
export async function rematchImage(
  tx: Transaction,
  { organizationId, catalog, matches }: Rematch,
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
  const inventory = { coverage, distribution: storedDistribution(distribution) };

  const at = tag.changedAt > now ? tag.changedAt : now;
  const wanted = await wantedOf(organizationId, tx, open, findings, at);
  if (isSame(open, wanted)) {
    if (!saysTheSame(tag, inventory))
      await updateRematched(organizationId, tx, imageTagId, inventory, null);
    return { opened: 0, closed: 0 };
  }
  const changes = await applyFindings(organizationId, tx, imageTagId, wanted, at);
  await updateRematched(organizationId, tx, imageTagId, inventory, { ...heldOf(wanted), at });
  return changes;
}

/** What the scanner itself found, of all that is open. */
function scannersOf(open: readonly OpenFinding[]) {
  const scanners = open.filter(({ componentIds }) => componentIds.length > 0);
  return {
    componentIds: new Set(scanners.flatMap(({ componentIds }) => componentIds)),
    namesDistribution: scanners.some(({ artifactType }) => artifactType === DISTRIBUTION_TYPE),
  };
}

type Wanted = Map<string, FindingPackages>;

/** The scanner's findings, and the catalogue's of today, by software. */
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

/** Whether what is open is what shall be: the same software with the same packages. */
function isSame(open: readonly OpenFinding[], wanted: Wanted): boolean {
  return (
    open.length === wanted.size &&
    open.every(({ softwareId, catalogComponentIds }) => {
      const packages = wanted.get(softwareId);
      return packages !== undefined && sameIds(packages.catalogComponentIds, catalogComponentIds);
    })
  );
}

function saysTheSame(tag: RematchedTag, { coverage, distribution }: InventoryState): boolean {
  return (
    tag.matched === coverage.matched &&
    tag.distribution === coverage.distribution &&
    tag.unknown === coverage.unknown &&
    tag.distributionProduct === (distribution?.product ?? null) &&
    tag.distributionCycle === (distribution?.cycle ?? null) &&
    tag.distributionCycleKey === (distribution?.cycleKey ?? null)
  );
}
