import type { VersionScheme } from '@/domain/version/package-version';
import { pypiName } from '@/domain/identifiers/purl-types';
import type { CatalogLayer, Listing } from './catalog-layer';
import { distributionSlug } from './distribution-names';
import type { CatalogMatch, Ecosystem } from './match';
import { isKernelName, matchKernel } from './match-kernel';
import { directListing, isVersion, noVersion, vendorMatch } from './match-result';
import { nameKey } from './name-key';
import { purlKey, unversionedGoPath } from './purl-key';

const NONE: readonly Listing[] = [];

/**
 * Matches a plain name, as of one of the six ecosystems. It names the software, whoever packaged it: of `nginx`
 * 1.18.0-6+deb11u3 the question is nginx, of the purl of Debian's package it is Debian.
 */
export function matchName(
  layer: CatalogLayer,
  name: string,
  version: string,
  ecosystem: Ecosystem,
): CatalogMatch {
  if (!isVersion(version)) return noVersion(name);
  if (ecosystem === 'generic') {
    const kernel = isKernelName(name) ? matchKernel(layer, name, version, null) : null;
    if (kernel !== null) return kernel;
    return vendorMatch(listingsByName(layer, name, version), { name, version, scheme: 'plain' });
  }
  const scheme = schemeOf(ecosystem);
  return vendorMatch(listingsInEcosystem(layer, name, ecosystem), { name, version, scheme });
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
 * `python3.11` 3.11.4 is `python`, `mariadb-10.6` 10.6.18 is `mariadb`, `php82` 8.2.7 is `php`: the version at the end
 * of a name says nothing new. Null when the name does not end in what the version starts with.
 */
export function withoutVersion(name: string, version: string): string | null {
  let start = name.length;
  while (start > 0 && isVersionCharacter(name.charCodeAt(start - 1))) start -= 1;
  const suffix = name.slice(start);
  if (suffix === '' || start === 0) return null;
  const isSame = continues(version, suffix) || continues(version, withDot(suffix));
  return isSame ? name.slice(0, start).replace(/[-_ ]$/, '') : null;
}

/** Whether a version starts with these numbers, not with the first digits of others. */
function continues(version: string, start: string): boolean {
  return version.startsWith(start) && !isDigit(version.charCodeAt(start.length));
}

/** `82` is how Alpine and Red Hat write `8.2` into a name. */
function withDot(digits: string): string {
  return `${digits.charAt(0)}.${digits.slice(1)}`;
}

function isVersionCharacter(code: number): boolean {
  return isDigit(code) || code === 0x2e;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
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
    // npm's names are exact: `ionic` is a tool, `@ionic/core` the framework.
    const start = ecosystem === 'npm' ? '-' : `pkg:${ecosystem}/`;
    const isPublished = product.identifiers.some(({ value }) => value.startsWith(start));
    return (
      isPublished ||
      (product.slug === RUNTIMES.get(ecosystem) && !/[-@/]/.test(name)) ||
      product.source === 'organization'
    );
  });
}

function packageKey(ecosystem: string, name: string): string {
  const trimmed = name.trim();
  if (ecosystem === 'pypi') return purlKey('pypi', null, pypiName(trimmed));
  if (ecosystem === 'maven') return purlKey('maven', null, trimmed.replace(':', '/'));
  return purlKey(ecosystem, null, trimmed);
}
