import { setImmediate } from 'node:timers/promises';
import type { CatalogView } from '@/domain/catalog/catalog-view';
import {
  DISTRIBUTION_TYPE,
  toComponentMatch,
  type ComponentMatch,
  type StoredMatch,
} from '@/domain/inventory/component-match';
import { imageDistribution, storedDistribution } from '@/domain/inventory/image-distribution';
import { inventoryFindings, type InventoryFindings } from '@/domain/inventory/inventory-findings';
import type { ScanUpload } from '@/domain/scan/scan-upload';

/** What the catalogue says of an upload's inventory. */
export interface InventoryMatch extends InventoryFindings {
  /** By component digest. */
  readonly matches: ReadonlyMap<string, ComponentMatch>;
  /** The image's own distribution. */
  readonly distribution: StoredMatch | null;
}

/** A match takes microseconds; after this many, whatever else waits has its turn. */
const MATCHES_AT_ONCE = 1_000;

/** Matches an upload's whole inventory, in memory. Its findings are those that the scanner does not have. */
export async function matchInventory(
  catalog: Pick<CatalogView, 'matchScanned'>,
  { components, matches: reported, distro }: ScanUpload,
): Promise<InventoryMatch> {
  const matches = new Map<string, ComponentMatch>();
  for (const component of components) {
    const match = catalog.matchScanned(component, component.distro ?? null);
    matches.set(component.identity, toComponentMatch(match, component));
    if (matches.size % MATCHES_AT_ONCE === 0) await setImmediate();
  }
  const distribution = imageDistribution(catalog, distro);
  const scanner = {
    componentIds: new Set(reported.map(({ component }) => component.identity)),
    namesDistribution: reported.some(({ component }) => component.type === DISTRIBUTION_TYPE),
  };
  const matched = components.flatMap(({ identity, type }) => {
    const match = matches.get(identity);
    return match ? [{ id: identity, type, match }] : [];
  });
  return {
    ...inventoryFindings(matched, distribution, scanner),
    matches,
    distribution: storedDistribution(distribution),
  };
}
