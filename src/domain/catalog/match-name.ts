import type { VersionScheme } from '@/domain/version/package-version';
import { pypiName } from '@/domain/identifiers/purl-types';
import type { CatalogLayer, Listing } from './layer';
import { goModules, listedByKey, listedImage } from './listed-packages';
import { distributionSlug } from './distribution-names';
import type { CatalogMatch, Ecosystem } from './match';
import { isKernelName, matchKernel } from './match-kernel';
import { directListing, isVersion, mavenMatch, noVersion, vendorMatch } from './match-result';
import { looked } from './match-trace';
import { nameKey, purlKey } from './keys';
import { sharedListings } from './product-names';

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
  const listings = listingsInEcosystem(layer, name, ecosystem);
  const component = { name, version, scheme: schemeOf(ecosystem) };
  return ecosystem === 'maven'
    ? mavenMatch(layer, listings, component)
    : vendorMatch(listings, component);
}

function schemeOf(ecosystem: Ecosystem): VersionScheme {
  return ecosystem === 'golang' || ecosystem === 'pypi' ? ecosystem : 'plain';
}

/**
 * By the name of an image; by what several products go by; by slug, name, alias or repology's name; then distributions
 * by what os-release calls them; then without the version that the name holds.
 */
export function listingsByName(
  layer: CatalogLayer,
  name: string,
  version: string,
): readonly Listing[] {
  const image = name.includes('/') ? listedImage(layer, name) : null;
  if (image !== null) return image;
  const key = nameKey(name);
  const shared = sharedListings(layer, name);
  if (shared !== null) return looked(layer, 'shared-name', name, shared);
  const named = layer.names.get(key);
  looked(layer, 'name', name, named?.listings ?? NONE);
  if (named !== undefined) return named.listings;
  const distribution = layer.slugs.get(distributionSlug(key) ?? '');
  if (distribution !== undefined) {
    return looked(layer, 'distribution-name', name, [directListing(distribution, name)]);
  }
  for (const bare of [withoutVersion(name, version), withoutPartOfVersion(name, version)]) {
    if (bare === null) continue;
    const found = sharedListings(layer, bare) ?? layer.names.get(nameKey(bare))?.listings;
    looked(layer, 'name-without-version', bare, found ?? NONE);
    if (found !== undefined) return found;
  }
  return NONE;
}

/** Java's old versions are called by their second number: `openjdk-8` 1.8.0_392. */
const OLD_JAVA = /^1\.(?=[5-8](?:\.|$))/;
const MAX_PARTS = 6;

/**
 * `php8.1-fpm` 8.1.2 is `php-fpm`, `java-1.8.0-openjdk` and `openjdk-8-jre` are `java-openjdk` and `openjdk-jre`, and
 * `jdk8` 1.8.0_292 is `jdk`. Null where no part of the name is, or ends in, what the version starts with.
 */
function withoutPartOfVersion(name: string, version: string): string | null {
  const versions = [version, version.replace(OLD_JAVA, '')];
  const parts = name.split('-');
  if (parts.length > MAX_PARTS) return null;
  for (const [index, part] of parts.entries()) {
    const isVersion = versions.some((one) => /^\d/.test(part) && continues(one, part));
    const bare = isVersion ? '' : versions.map((one) => withoutVersion(part, one)).find(isText);
    if (bare === undefined) continue;
    return parts.with(index, bare).filter(Boolean).join('-');
  }
  return null;
}

function isText(text: string | null): text is string {
  return text !== null;
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

/** The runtime of an ecosystem goes by its own name there too. */
const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ['npm', 'nodejs'],
  ['pypi', 'python'],
  ['golang', 'go'],
  ['nuget', 'dotnet'],
]);

/**
 * A package of an ecosystem is a product when a purl of the catalog says so. Else a product of that name counts
 * only if the catalog knows it as published in this ecosystem: npm's `redis` is a client, not the database.
 */
function listingsInEcosystem(
  layer: CatalogLayer,
  name: string,
  ecosystem: Exclude<Ecosystem, 'generic'>,
): readonly Listing[] {
  const byPurl = listedByKey(layer, ecosystem, packageKey(ecosystem, name));
  if (byPurl.length > 0) return byPurl;
  if (ecosystem === 'golang') {
    const modules = goModules(layer, `golang/${name.toLowerCase()}`);
    if (modules.length > 0) return modules;
  }
  if (ecosystem === 'maven' && !/[:/]/.test(name)) {
    const byArtifact = layer.artifacts.get(name.toLowerCase());
    looked(layer, 'maven-artifact', name.toLowerCase(), byArtifact ?? NONE);
    if (byArtifact !== undefined) return byArtifact;
  }
  const named = layer.names.get(nameKey(name))?.listings ?? NONE;
  const published = named.filter(({ entry: { product } }) => {
    // npm's names are exact: `ionic` is a tool, `@ionic/core` the framework.
    const start = ecosystem === 'npm' ? '-' : `pkg:${ecosystem}/`;
    const isPublished = product.identifiers.some(({ value }) => value.startsWith(start));
    return (
      isPublished ||
      (product.slug === RUNTIMES.get(ecosystem) && !/[-@/]/.test(name)) ||
      product.source === 'organization'
    );
  });
  return looked(layer, 'ecosystem-name', name, published);
}

function packageKey(ecosystem: string, name: string): string {
  const trimmed = name.trim();
  if (ecosystem === 'pypi') return purlKey('pypi', null, pypiName(trimmed));
  if (ecosystem === 'maven') return purlKey('maven', null, trimmed.replace(':', '/'));
  return purlKey(ecosystem, null, trimmed);
}
