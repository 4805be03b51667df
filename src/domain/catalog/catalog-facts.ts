import type { Product, Reference, ReleaseCycle, SupportLevel } from '@/domain/catalog/catalog';
import type { CatalogView } from '@/domain/catalog/catalog-view';
import { catalogEndOf } from '@/domain/catalog/cycle-end';
import { inferredCycleOf } from '@/domain/catalog/older-lines';
import type { Day } from '@/domain/eol/calendar';

/** What the catalogue says of a finding's release cycle today. */
export interface CatalogFacts {
  /** The product's slug. */
  readonly product: string;
  /** The end by the catalogue itself, whatever the organization has set. */
  readonly eolDate: Day | null;
  readonly releaseDate: Day | null;
  readonly latestRelease: string | null;
  readonly latestReleaseDate: Day | null;
  readonly support: {
    readonly level: SupportLevel;
    readonly endsOn: Day | null;
    readonly ended: boolean;
  }[];
  readonly references: Reference[];
}

/**
 * Null when the catalogue neither has the cycle nor concludes that it has ended. Read from memory: nothing of it is
 * stored.
 */
export function catalogFactsOf(
  catalog: Pick<CatalogView, 'productNamed'>,
  found: { readonly productName: string; readonly cycle: string },
  today: Day,
): CatalogFacts | null {
  const product = catalog.productNamed(found.productName);
  if (!product) return null;
  const cycle =
    product.cycles.find(({ name }) => name === found.cycle) ??
    inferredCycleOf(product, found.cycle, today);
  if (!cycle) return null;
  return {
    product: product.slug,
    eolDate: catalogEndOf(cycle),
    releaseDate: cycle.releasedOn,
    latestRelease: cycle.latestRelease,
    latestReleaseDate: cycle.latestReleasedOn,
    support: cycle.support.map(({ level, endsOn, ended }) => ({
      level,
      endsOn,
      ended: ended || (endsOn !== null && endsOn <= today),
    })),
    references: referencesOf(product, cycle),
  };
}

/** The cycle's own notes first, then what the product's vendor says. */
function referencesOf({ references }: Product, { releaseNotesUrl }: ReleaseCycle): Reference[] {
  const notes = releaseNotesUrl ? [{ type: 'CHANGELOG' as const, url: releaseNotesUrl }] : [];
  return [...notes, ...references.filter(({ url }) => url !== releaseNotesUrl)];
}
