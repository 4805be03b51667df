import { packagedVersion, type VersionScheme } from '@/domain/version/package-version';
import { pypiName } from '@/domain/identifiers/purl-types';
import type { CatalogLayer, Listing } from './catalog-layer';
import { versionHint } from './distribution-hints';
import { distributionSlug } from './distribution-names';
import type { CatalogMatch, Ecosystem } from './match';
import { directListing, isVersion, noVersion, vendorMatch } from './match-result';
import { findDistribution } from './find-distribution';
import { nameKey } from './name-key';
import { purlKey, unversionedGoPath } from './purl-key';
import { vendorPackage } from './vendor-packages';

const NONE: readonly Listing[] = [];

/** Matches a plain name, as of one of the six ecosystems. */
export function matchName(
  layer: CatalogLayer,
  name: string,
  version: string,
  ecosystem: Ecosystem,
): CatalogMatch {
  if (!isVersion(version)) return noVersion(name);
  if (ecosystem === 'generic') return matchGeneric(layer, name, version);
  const scheme = schemeOf(ecosystem);
  return vendorMatch(listingsInEcosystem(layer, name, ecosystem), { name, version, scheme });
}

/** A version that only Debian or Ubuntu give, release included, is their package's: they maintain it. */
function matchGeneric(layer: CatalogLayer, name: string, version: string): CatalogMatch {
  const component = { name, version, scheme: 'plain' } as const;
  const match = vendorMatch(listingsByName(layer, name, version), component);
  const isUbuntu = version.includes('ubuntu');
  const hint = versionHint('deb', isUbuntu ? 'ubuntu' : 'debian', version);
  if (!match.found || hint === null || vendorPackage(name, version, null) !== null) return match;
  const distribution = findDistribution(layer, hint);
  if ('found' in distribution) return match;
  const { product, cycle } = match;
  const maintained = { ...match, ...distribution, by: hint.by, upstream: { product, cycle } };
  return { ...maintained, version: packagedVersion(version, 'deb'), maintainer: 'distribution' };
}

function schemeOf(ecosystem: Ecosystem): VersionScheme {
  return ecosystem === 'golang' || ecosystem === 'pypi' ? ecosystem : 'plain';
}

/** By slug, name, alias or repology's name; then distributions by what os-release calls them. */
export function listingsByName(
  layer: CatalogLayer,
  name: string,
  version: string,
): readonly Listing[] {
  const key = nameKey(name);
  const named = layer.names.get(key);
  if (named !== undefined) return named.listings;
  const distribution = layer.slugs.get(distributionSlug(key) ?? '');
  if (distribution !== undefined) return [directListing(distribution, name)];
  const bare = withoutVersion(name, version);
  return bare === null ? NONE : (layer.names.get(nameKey(bare))?.listings ?? NONE);
}

/**
 * `python3.11` 3.11.4 is `python`, `php8.2` 8.2.7 is `php`, `mariadb-10.6` 10.6.18 is `mariadb`: the version at the
 * end of a name says nothing new. Null when the name does not end in what the version starts with.
 */
export function withoutVersion(name: string, version: string): string | null {
  let start = name.length;
  while (start > 0 && isVersionCharacter(name.charCodeAt(start - 1))) start -= 1;
  const suffix = name.slice(start);
  if (suffix === '' || start === 0 || !version.startsWith(suffix)) return null;
  const next = version.charCodeAt(suffix.length);
  const isCut = !(next >= 0x30 && next <= 0x39) || suffix.includes('.');
  if (!isCut) return null;
  return name.slice(0, start).replace(/[-_ ]$/, '');
}

function isVersionCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** What every ecosystem runs on goes by its own name there too. */
const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ['npm', 'nodejs'],
  ['pypi', 'python'],
  ['golang', 'go'],
  ['nuget', 'dotnet'],
]);

/**
 * A package of an ecosystem is a product when a purl of the catalogue says so. Else a product of that name counts
 * only if the catalogue knows it as published in this ecosystem: npm's `redis` is a client, not the database.
 */
function listingsInEcosystem(
  layer: CatalogLayer,
  name: string,
  ecosystem: Exclude<Ecosystem, 'generic'>,
): readonly Listing[] {
  const byPurl = layer.purls.get(packageKey(ecosystem, name));
  if (byPurl !== undefined) return byPurl;
  if (ecosystem === 'golang') {
    const unversioned = layer.purls.get(unversionedGoPath(`golang/${name.toLowerCase()}`));
    if (unversioned !== undefined) return unversioned;
  }
  if (ecosystem === 'maven' && !/[:/]/.test(name)) {
    const byArtifact = layer.artifacts.get(name.toLowerCase());
    if (byArtifact !== undefined) return byArtifact;
  }
  const named = layer.names.get(nameKey(name))?.listings ?? NONE;
  return named.filter(({ entry: { product } }) => {
    const start = `pkg:${ecosystem}/`;
    const isPublished = product.identifiers.some(({ value }) => value.startsWith(start));
    return (
      isPublished || product.slug === RUNTIMES.get(ecosystem) || product.source === 'organization'
    );
  });
}

function packageKey(ecosystem: string, name: string): string {
  const trimmed = name.trim();
  if (ecosystem === 'pypi') return purlKey('pypi', null, pypiName(trimmed));
  if (ecosystem === 'maven') return purlKey('maven', null, trimmed.replace(':', '/'));
  return purlKey(ecosystem, null, trimmed);
}
