import type { DistributionRelease, Maintainer } from '@/domain/maintainer/maintainer';
import { maintainerOf } from '@/domain/maintainer/of-package';
import { packagedVersion, type VersionScheme } from '@/domain/version/package-version';
import type { CatalogLayer, Listing } from './layer';
import { listedByKey } from './listed-packages';
import { type DistributionHint, findDistribution, versionHint } from './distributions';
import { distributionSlug, isDistributionName } from './distribution-names';
import type { CatalogMatch, Distribution } from './match';
import { listingsByName, withoutVersion } from './match-name';
import { directListing, isVersion, noMatch, noVersion, shown, vendorMatch } from './match-result';
import { looked } from './match-trace';
import { nameKey, purlKey } from './keys';

/** A package in a distribution's format, as a purl or a scanner tells of it. */
export interface DistributionPackage {
  /** `deb`, `rpm`, `apk`, `alpm`. */
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
  /** The source packages it was built from; a version is null when it is the package's own. */
  readonly sources: readonly { readonly name: string; readonly version: string | null }[];
  /** Further knowledge of the distribution beyond the version; null for none. */
  readonly hint: DistributionHint | null;
}

/**
 * Whose support decides for a package in a distribution's format: a vendor's of its own archive, or the
 * distribution's.
 */
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
  const maintainer = whoMaintains(found);
  const match = maintainedMatch(layer, found, scheme, maintainer);
  return { ...match, maintainedBy: named(maintainer, match) };
}

/**
 * Who maintains a package in a distribution's format, and what says so, as far as it and the distribution that is
 * named with it tell. What the image calls itself is a distribution, whether or not it is known here.
 */
export function whoMaintains(found: DistributionPackage): Maintainer {
  const { type, namespace, name, version, sources, hint } = found;
  const image = hint === null || hint.isIdAssumed ? '' : nameKey(hint.id);
  return maintainerOf(
    { type, namespace, name, version, sources, release: releaseOf(found) },
    (id) => isDistributionName(nameKey(id)) || (image !== '' && nameKey(id) === image),
  );
}

function releaseOf({
  type,
  namespace,
  version,
  hint,
}: DistributionPackage): DistributionRelease | null {
  const id = hint === null || hint.id === '' ? namespace : hint.id;
  if (id === null) return null;
  const versionId = (hint ?? versionHint(type, namespace, version))?.versionId ?? '';
  return { family: distributionSlug(nameKey(id)) ?? id, versionId };
}

function named(maintainer: Maintainer, match: CatalogMatch): Maintainer {
  if (maintainer.kind !== 'distribution' || !match.found) return maintainer;
  return { ...maintainer, name: `${match.product.name} ${match.cycle.label}` };
}

function maintainedMatch(
  layer: CatalogLayer,
  found: DistributionPackage,
  scheme: VersionScheme,
  maintainer: Maintainer,
): CatalogMatch {
  const what = `${shown(found.name)} ${shown(found.version)}`;
  switch (maintainer.kind) {
    case 'distribution':
      return matchMaintained(layer, found, scheme);
    case 'unknown':
      return noMatch(
        'unknown_maintainer',
        `Nothing says that the distribution built ${what}, nor who supports it: ${maintainer.evidence.join('; ')}`,
      );
    case 'vendor':
      return vendorsMatch(layer, found, scheme, maintainer);
  }
}

function vendorsMatch(
  layer: CatalogLayer,
  found: DistributionPackage,
  scheme: VersionScheme,
  { name, slug, isByName }: Extract<Maintainer, { kind: 'vendor' }>,
): CatalogMatch {
  const entry = slug === null ? undefined : layer.slugs.get(slug);
  const listings =
    entry === undefined && !isByName
      ? upstreamListings(layer, found, scheme)
      : entry && looked(layer, 'vendor-package', name, [directListing(entry, found.name)]);
  if (listings === undefined || listings.length === 0) {
    const message = `${shown(found.name)} ${shown(found.version)} comes from ${shown(name)}, not from the distribution, and the catalog has no product for it`;
    return noMatch('unknown_product', message);
  }
  return vendorMatch(listings, { name: found.name, version: found.version, scheme });
}

/** An organization that lists a package to the letter means its own, whatever the format. */
function ownListings(layer: CatalogLayer, found: DistributionPackage): readonly Listing[] {
  const key = purlKey(found.type, found.namespace, found.name);
  return looked(layer, 'own-package', found.name, listedByKey(layer, found.type, key));
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

/**
 * Finds the product that a distribution's package is built from, where the catalog knows exactly one product and
 * cycle.
 */
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

/** By the source package, else by the package itself where the catalog lists it to the letter. */
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
  looked(layer, 'source-package', name, exact ?? []);
  if (exact !== undefined) return exact;
  const bare = withoutVersion(name, version);
  if (bare === null) return [];
  return looked(layer, 'source-package', bare, layer.packages.get(bare.toLowerCase()) ?? []);
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
