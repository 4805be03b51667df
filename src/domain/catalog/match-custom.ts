import { parseCpe } from '@/domain/identifiers/cpe-name';
import type { Identifier, Product } from './catalog';
import type { CatalogLayer, Listing } from './catalog-layer';
import type { CatalogMatch } from './match';
import { isKernelName, matchKernel } from './match-kernel';
import { knownIdentifiers } from './known-identifiers';
import { listingsByName } from './match-name';
import { isVersion, noMatch, noVersion, shown, vendorMatch } from './match-result';
import { nameKey } from './name-key';

/** Matches a name with its vendor; the vendor decides between products of one name, and against a wrong one. */
export function matchCustom(
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
  const message = `The catalogue has no ${shown(name)} of ${shown(vendor)}; what it has of that name is another vendor’s: ${shown(others)}`;
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

/** Former vendors count beside those that the catalogue names: Spring Boot was Pivotal's, and is VMware's. */
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
