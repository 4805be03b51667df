import type { Day } from '@/domain/eol/calendar';
import type { Distro } from '@/domain/scan/scan-context';
import type { Product } from './catalog';
import { buildLayer, type CatalogLayer } from './catalog-layer';
import type { CatalogMatch, ComponentQuery } from './match';
import { matchCpeText } from './match-cpe';
import { matchCustom } from './match-custom';
import { matchName } from './match-name';
import { matchPurlText } from './match-purl';
import { unknownProduct } from './match-result';
import { matchScannedIn, type ScannedComponent } from './match-scanned';
import { nameKey } from './name-key';

/** Products, prepared so that a look-up takes microseconds. Layers that come first decide first. */
export interface CatalogIndex {
  readonly layers: readonly CatalogLayer[];
}

/**
 * Prepares a catalogue; some ten milliseconds for the whole of endoflife.date.
 *
 * @param asOf the day that says whether versions older than all cycles have ended; null: that is never concluded
 */
export function buildCatalogIndex(
  products: readonly Product[],
  asOf: Day | null = null,
): CatalogIndex {
  return { layers: [buildLayer(products, asOf)] };
}

/** Several catalogues as one: an organization's own products first, then everybody's. */
export function layeredIndex(indexes: readonly CatalogIndex[]): CatalogIndex {
  return { layers: indexes.flatMap(({ layers }) => layers) };
}

/** What the catalogue knows of a component that somebody asks about. Never throws. */
export function matchComponent(index: CatalogIndex, query: ComponentQuery): CatalogMatch {
  return firstMatch(index, (layer) => matchQuery(layer, query));
}

/**
 * What the catalogue knows of a component that a scanner found. `distro` is the image's, null for what has none; a
 * purl's own `distro` goes before it. Never throws.
 */
export function matchScanned(
  index: CatalogIndex,
  component: ScannedComponent,
  distro: Distro | null,
): CatalogMatch {
  return firstMatch(index, (layer) => matchScannedIn(layer, component, distro));
}

/** The product of that slug, name or alias, in any case and punctuation; null for none, and for several. */
export function productNamed(index: CatalogIndex, name: string): Product | null {
  for (const layer of index.layers) {
    const listings = layer.names.get(nameKey(name))?.listings ?? [];
    const [only, ...others] = listings;
    if (only !== undefined) return others.length === 0 ? only.entry.product : null;
  }
  return null;
}

export function productBySlug(index: CatalogIndex, slug: string): Product | null {
  for (const layer of index.layers) {
    const entry = layer.slugs.get(slug);
    if (entry !== undefined) return entry.product;
  }
  return null;
}

function matchQuery(layer: CatalogLayer, query: ComponentQuery): CatalogMatch {
  switch (query.kind) {
    case 'name':
      return matchName(layer, query.name, query.version, query.ecosystem);
    case 'purl':
      return matchPurlText(layer, query.purl);
    case 'cpe':
      return matchCpeText(layer, query.cpe);
    case 'custom':
      return matchCustom(layer, query.name, query.vendor, query.version);
  }
}

/** The first layer that finds a cycle; else the failure that came closest, of the first layer that knows the product. */
function firstMatch(
  { layers }: CatalogIndex,
  match: (layer: CatalogLayer) => CatalogMatch,
): CatalogMatch {
  let closest: CatalogMatch | null = null;
  for (const layer of layers) {
    const result = match(layer);
    if (result.found) return result;
    if (closest === null || (!closest.found && closest.reason === 'unknown_product')) {
      closest = result;
    }
  }
  return closest ?? unknownProduct('this component');
}
