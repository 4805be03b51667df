import { packagedVersion, type VersionScheme } from '@/domain/version/package-version';
import type { CatalogLayer, Listing } from './catalog-layer';
import { versionHint, type DistributionHint } from './distribution-hints';
import { findDistribution } from './find-distribution';
import type { CatalogMatch, Distribution } from './match';
import { listingsByName, withoutVersion } from './match-name';
import { directListing, isVersion, noMatch, noVersion, shown, vendorMatch } from './match-result';
import { purlKey } from './purl-key';
import { vendorPackage } from './vendor-packages';

/** A package in a distribution's format, as a purl or a scanner tells of it. */
export interface DistributionPackage {
  /** `deb`, `rpm`, `apk`, `alpm`. */
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
  /** The source packages it was built from; a version is null when it is the package's own. */
  readonly sources: readonly { readonly name: string; readonly version: string | null }[];
  /** What is known of the distribution beyond the version; null for nothing. */
  readonly hint: DistributionHint | null;
}

/** Whose support decides for a package in a distribution's format: a vendor's of its own archive, or the distribution's. */
export function matchDistributionPackage(
  layer: CatalogLayer,
  found: DistributionPackage,
): CatalogMatch {
  if (!isVersion(found.version)) return noVersion(found.name);
  const scheme = schemeOf(found.type);
  const own = layer.hasOwnProducts ? ownListings(layer, found) : [];
  if (own.length > 0) {
    return vendorMatch(own, { name: found.name, version: found.version, scheme });
  }
  const vendor = vendorPackage(found);
  if (vendor !== null) {
    const entry = vendor.slug === null ? undefined : layer.slugs.get(vendor.slug);
    const listings =
      entry === undefined && !vendor.isByName
        ? upstreamListings(layer, found, scheme)
        : entry && [directListing(entry, found.name)];
    if (listings === undefined || listings.length === 0) {
      const message = `${shown(found.name)} ${shown(found.version)} comes from ${vendor.archive}, not from the distribution, and the catalogue has no product for it`;
      return noMatch('unknown_product', message);
    }
    return vendorMatch(listings, { name: found.name, version: found.version, scheme });
  }
  return matchMaintained(layer, found, scheme);
}

/** An organization that lists a package to the letter means its own, whatever the format. */
function ownListings(layer: CatalogLayer, found: DistributionPackage): readonly Listing[] {
  const listings = layer.purls.get(purlKey(found.type, found.namespace, found.name)) ?? [];
  return listings.filter(({ entry }) => entry.product.source === 'organization');
}

function schemeOf(type: string): VersionScheme {
  return type === 'deb' || type === 'rpm' || type === 'apk' ? type : 'rpm';
}

function matchMaintained(
  layer: CatalogLayer,
  found: DistributionPackage,
  scheme: VersionScheme,
): CatalogMatch {
  const hint = found.hint ?? versionHint(found.type, found.namespace, found.version);
  if (hint === null || hint.versionId === '') {
    return noMatch(
      'unknown_distribution',
      `${shown(found.name)} ${shown(found.version)} is a distribution's package, and nothing says of which release`,
    );
  }
  const distribution = findDistribution(layer, hint);
  if ('found' in distribution) return distribution;
  return {
    found: true,
    name: found.name,
    version: packagedVersion(found.version, scheme),
    ...distribution,
    maintainer: 'distribution',
    upstream: upstreamOf(layer, found, scheme),
    by: hint.by,
  };
}

/** What a distribution's package is built from, where the catalogue knows exactly one product and cycle for it. */
function upstreamOf(
  layer: CatalogLayer,
  found: DistributionPackage,
  scheme: VersionScheme,
): Distribution | null {
  const listings = upstreamListings(layer, found, scheme);
  if (listings.length === 0) return null;
  const match = vendorMatch(listings, { name: found.name, version: sourceVersion(found), scheme });
  return match.found ? { product: match.product, cycle: match.cycle } : null;
}

function sourceVersion({ sources, version }: DistributionPackage): string {
  return sources[0]?.version ?? version;
}

/** By the source package, else by the package itself where the catalogue lists it to the letter. */
function upstreamListings(
  layer: CatalogLayer,
  found: DistributionPackage,
  scheme: VersionScheme,
): readonly Listing[] {
  const version = packagedVersion(sourceVersion(found), scheme);
  const names = found.sources.length === 0 ? [found.name] : found.sources.map(({ name }) => name);
  for (const name of names) {
    const listings = packageListings(layer, name, version);
    if (listings.length > 0) return listings;
  }
  return layer.packages.get(found.name.toLowerCase()) ?? [];
}

function packageListings(layer: CatalogLayer, name: string, version: string): readonly Listing[] {
  const exact = layer.packages.get(name.toLowerCase());
  if (exact !== undefined) return exact;
  const bare = withoutVersion(name, version);
  return bare === null ? [] : (layer.packages.get(bare.toLowerCase()) ?? []);
}

/** A distribution that a scanner reports as a package of type `os`. */
export function matchOperatingSystem(
  layer: CatalogLayer,
  name: string,
  version: string,
  hint: DistributionHint | null,
): CatalogMatch {
  const own = hint ?? { id: name, versionId: version, prettyName: name, by: name };
  if (!isVersion(own.versionId)) return noVersion(name);
  const distribution = findDistribution(layer, own);
  if ('found' in distribution) {
    const listings = listingsByName(layer, name, version);
    return listings.length > 0 && distribution.reason === 'unknown_product'
      ? vendorMatch(listings, { name, version, scheme: 'plain' })
      : distribution;
  }
  return {
    found: true,
    name,
    version: own.versionId,
    ...distribution,
    maintainer: 'vendor',
    upstream: null,
    by: own.by,
  };
}
