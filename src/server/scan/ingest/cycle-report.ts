import type { Reference } from '@/domain/catalog/catalog';
import type { EndingCycle } from '@/domain/inventory/component-match';
import type { CycleFacts } from '@/domain/scan/cycle-facts';

/** A cycle as an upload brings it, from its scanner or from the catalogue. */
export interface CycleReport extends CycleFacts {
  /** Digest of (product, cycle). */
  readonly cycleKey: string;
  /** The catalogue alone speaks of it: where the cycle is known already, that says nothing new. */
  readonly isFromCatalog: boolean;
}

/** A cycle that only the catalogue finds. What the scanner would say of its end stays unknown. */
export function reportOfCatalog({ product, cycle, cycleKey }: EndingCycle): CycleReport {
  return {
    product: product.name,
    permalink: permalinkOf(product.references),
    cycle: cycle.name,
    eolOn: null,
    eolIsPlain: true,
    ended: false,
    lts: cycle.lts,
    latestRelease: cycle.latestRelease,
    latestReleaseOn: cycle.latestReleasedOn,
    releasedOn: cycle.releasedOn,
    cycleKey,
    isFromCatalog: true,
  };
}

function permalinkOf(references: readonly Reference[]): string | null {
  const page = references.find(({ type }) => type === 'WEB' || type === 'ARTICLE');
  return (page ?? references[0])?.url ?? null;
}
