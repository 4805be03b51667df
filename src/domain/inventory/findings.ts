import type { CycleFacts } from '@/domain/scan/upload';
import type { CarryingComponent } from './carried-dates';
import {
  type ComponentMatch,
  DISTRIBUTION_TYPE,
  type EndingCycle,
  type ImageDistribution,
} from './matching';

/** How much of an inventory the catalog knows; the three add up to the components that are matched. */
export interface Coverage {
  /** Releases of products, supported by their vendors, and what the scanner matched where the catalog does not. */
  readonly matched: number;
  /** Packages that a distribution maintains. */
  readonly distribution: number;
  readonly unknown: number;
}

/** A component of an inventory. `id` is whatever tells it from the others. */
export interface MatchedComponent {
  readonly id: string;
  readonly type: string;
  readonly match: ComponentMatch;
  /** Present where it carries when its support ends. */
  readonly carried?: CarriedEnd;
}

/** A component's own word on when its support ends. */
export interface CarriedEnd {
  readonly component: CarryingComponent;
  /** The finding that it makes as a scanner's word does; null for none. */
  readonly cycle: CycleFacts | null;
}

/** A finding of the scanner itself. */
export interface ScannerFindings {
  /** Ids of the components that it matched. */
  readonly componentIds: ReadonlySet<string>;
  /** It named the distribution. */
  readonly namesDistribution: boolean;
}

/** Software that the catalog finds in an inventory and the scanner did not. */
export interface CatalogFinding {
  readonly ends: EndingCycle;
  readonly artifactType: string;
  /** Empty for a distribution: its packages are those that the inventory has of it. */
  readonly componentIds: readonly string[];
}

export interface InventoryFindings {
  readonly coverage: Coverage;
  /** Those that `coverage` counts as unknown. */
  readonly unknownIds: readonly string[];
  readonly findings: readonly CatalogFinding[];
  /** What is held to build or test alone: no findings, and never silent. */
  readonly unshipped: readonly CatalogFinding[];
}

/**
 * Lists the catalog's findings in an inventory beyond the scanner's. A component that the scanner matched
 * makes no finding here, whatever the catalog would call it: one package is not two products. A
 * distribution's packages make one finding together, their distribution's, unless the scanner named it. An image
 * is one distribution: where its os-release names it, a package built for another release makes no second one.
 */
export function inventoryFindings(
  components: Iterable<MatchedComponent>,
  distribution: ImageDistribution,
  scanner: ScannerFindings,
): InventoryFindings {
  const counts = { vendor: 0, distribution: 0, unknown: 0 };
  const findings: Folded = new Map();
  const unshipped: Folded = new Map();
  const unknownIds: string[] = [];
  const findingOf = (ends: EndingCycle, artifactType: string, among = findings) => {
    const key = `${ends.cycleKey} ${artifactType}`;
    const finding = among.get(key) ?? { ends, artifactType, componentIds: [] };
    among.set(key, finding);
    return finding;
  };
  const findDistribution = (ends: EndingCycle | null) => {
    if (ends && !scanner.namesDistribution) findingOf(ends, DISTRIBUTION_TYPE);
  };
  const isNamed = distribution !== null && distribution !== 'unknown';
  if (isNamed) findDistribution(distribution.ends);
  for (const { id, type, match } of components) {
    const { state, ends } = inImage(match, distribution);
    // Whoever told its product and cycle: it is known.
    const known = state === 'unknown' && scanner.componentIds.has(id) ? 'vendor' : state;
    counts[known] += 1;
    if (known === 'unknown') unknownIds.push(id);
    if (state === 'distribution') {
      if (!isNamed) findDistribution(ends);
    } else if (ends && !scanner.componentIds.has(id)) findingOf(ends, type).componentIds.push(id);
    if (match.unshippedEnds) {
      findingOf(match.unshippedEnds, type, unshipped).componentIds.push(id);
    }
  }
  const { vendor, ...others } = counts;
  return {
    coverage: { matched: vendor, ...others },
    unknownIds,
    findings: [...findings.values()],
    unshipped: [...unshipped.values()],
  };
}

type Folded = Map<string, CatalogFinding & { readonly componentIds: string[] }>;

/** Judges a component's match in an image of this distribution. */
function inImage({ stored, ends }: ComponentMatch, distribution: ImageDistribution) {
  if (stored.state !== 'image_distribution') return { state: stored.state, ends };
  const decides = distribution ?? { stored, ends };
  return decides === 'unknown' || decides.stored.cycle === null
    ? { state: 'unknown' as const, ends: null }
    : { state: 'distribution' as const, ends: decides.ends };
}
