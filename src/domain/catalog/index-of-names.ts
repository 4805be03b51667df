import type { Day } from '@/domain/eol/calendar';
import { parseCpe } from '@/domain/identifiers/cpe';
import type { Distro } from '@/domain/scan/context';
import type { Identifier, Product } from './catalog';
import { nameKey } from './keys';
import { knownIdentifiers } from './known-identifiers';
import { buildLayer, type CatalogLayer, type Listing } from './layer';
import type { CatalogMatch, ComponentQuery, FoundMatch, NoMatch } from './match';
import { matchCpeText } from './match-cpe';
import { isKernelName, matchKernel } from './match-kernel';
import { listingsByName, matchName } from './match-name';
import { matchPurlText } from './match-purl';
import { isVersion, noMatch, noVersion, shown, unknownProduct, vendorMatch } from './match-result';
import { matchScannedIn, type ScannedComponent } from './match-scanned';
import { explained, type ExplainedMatch, looked } from './match-trace';

/** Products, prepared so that a look-up takes microseconds. Layers that come first decide first. */
export interface CatalogIndex {
  readonly layers: readonly CatalogLayer[];
}

/**
 * Prepares a catalog; some ten milliseconds for the whole of endoflife.date.
 *
 * @param asOf the day that says whether versions older than all cycles have ended; null: that is never concluded
 */
export function buildCatalogIndex(
  products: readonly Product[],
  asOf: Day | null = null,
): CatalogIndex {
  return { layers: [buildLayer(products, asOf)] };
}

/** Several catalogs as one: an organization's own products first, then everybody's. */
export function layeredIndex(indexes: readonly CatalogIndex[]): CatalogIndex {
  return { layers: indexes.flatMap(({ layers }) => layers) };
}

/** Matches a component that somebody asks about. Never throws. */
export function matchComponent(index: CatalogIndex, query: ComponentQuery): CatalogMatch {
  return firstMatch(index, (layer) => matchQuery(layer, query));
}

/**
 * Matches a component that a scanner found. `distro` is the image's, null for what has none; a
 * purl's own `distro` goes before it. Never throws.
 */
export function matchScanned(
  index: CatalogIndex,
  component: ScannedComponent,
  distro: Distro | null,
): CatalogMatch {
  return firstMatch(index, (layer) => matchScannedIn(layer, component, distro));
}

/** Matches a component that a scanner found, and lists every look into the catalog that it took. Never throws. */
export function explainScanned(
  index: CatalogIndex,
  component: ScannedComponent,
  distro: Distro | null,
): ExplainedMatch {
  return explained(index.layers, (layers) => matchScanned({ layers }, component, distro));
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

/**
 * The first layer that finds a cycle; else the failure that came closest, of the first layer that knows the product.
 */
function firstMatch(
  { layers }: CatalogIndex,
  match: (layer: CatalogLayer) => CatalogMatch,
): CatalogMatch {
  let closest: NoMatch | null = null;
  let asBuiltByProject: FoundMatch | undefined;
  for (const layer of layers) {
    const result = match(layer);
    if (result.found) return result;
    asBuiltByProject ??= result.asBuiltByProject;
    if (closest === null || closest.reason === 'unknown_product') closest = result;
  }
  const failure = closest ?? unknownProduct('this component');
  return asBuiltByProject ? { ...failure, asBuiltByProject } : failure;
}

/** Matches a name with its vendor; the vendor decides between products of one name, and against a wrong one. */
function matchCustom(
  layer: CatalogLayer,
  name: string,
  vendor: string | null,
  version: string,
): CatalogMatch {
  if (!isVersion(version)) return noVersion(name);
  const kernel = isKernelName(name) ? matchKernel(layer, name, version, null) : null;
  if (kernel !== null) return kernel;
  const component = { name, version, scheme: 'plain' } as const;
  if (vendor === null || nameKey(vendor) === '') {
    return vendorMatch(listingsByName(layer, name, version), component);
  }
  const together = layer.names.get(nameKey(`${vendor} ${name}`));
  looked(layer, 'name', `${vendor} ${name}`, together?.listings ?? []);
  if (together !== undefined) return vendorMatch(together.listings, component);
  const named = listingsByName(layer, name, version);
  const listings = named.filter((listing) => isOfVendor(listing, nameKey(vendor)));
  const [only, ...more] = listings;
  // The vendor tells what no version does: OpenJDK of Azul is Azul's build.
  if (only !== undefined && more.length === 0) {
    return vendorMatch([{ ...only, isOneOfMany: false }], component);
  }
  if (listings.length > 0 || named.length === 0) return vendorMatch(listings, component);
  const others = named.map(({ entry }) => entry.product.name).join(', ');
  const message = `The catalog has no ${shown(name)} of ${shown(vendor)}; what it has of that name is another vendor’s: ${shown(others)}`;
  return noMatch('unknown_product', message);
}

/** Whether nothing contradicts that a product is of a vendor: its own vendor, its name, its CPE vendors. */
function isOfVendor({ entry: { product } }: Listing, vendor: string): boolean {
  const vendors = vendorsOf(product);
  return (
    vendors.length === 0 ||
    nameKey(product.name).startsWith(vendor) ||
    vendors.some((known) => known.startsWith(vendor) || vendor.startsWith(known))
  );
}

/** Former vendors count as well as those that the catalog names: Spring Boot was Pivotal's, and is VMware's. */
function vendorsOf({ slug, source, vendor, identifiers }: Product): string[] {
  const named = [vendor ?? '', ...cpeVendors(identifiers)].map(nameKey).filter(Boolean);
  if (named.length === 0 || source === 'organization') return named;
  return [...named, ...cpeVendors(knownIdentifiers(slug)).map(nameKey)];
}

function cpeVendors(identifiers: readonly Identifier[]): string[] {
  return identifiers.flatMap(({ kind, value }) => {
    const reading = kind === 'cpe' ? parseCpe(value) : null;
    return reading?.ok && reading.cpe.vendor !== null ? [reading.cpe.vendor] : [];
  });
}
