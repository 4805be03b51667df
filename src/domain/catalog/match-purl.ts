import { parsePurl, type Purl } from '@/domain/identifiers/purl';
import { matchCycle } from '@/domain/version/cycle-matcher';
import { packagedVersion, type VersionScheme } from '@/domain/version/package-version';
import type { CatalogLayer, Listing } from './layer';
import { goModules, listedByPattern, listedImage, listedTo } from './listed-packages';
import { qualifierHint, sourceOf, versionHint, type DistributionHint } from './distributions';
import type { CatalogMatch } from './match';
import { isDevelopmentBranch } from './development-branch';
import { matchDistributionPackage } from './match-distribution';
import { isKernelName, matchKernel } from './match-kernel';
import { listingsByName } from './match-name';
import { isCondaProgram } from './known-programs';
import {
  directListing,
  isVersion,
  mavenMatch,
  noMatch,
  noVersion,
  vendorMatch,
} from './match-result';
import { looked, type MatchRule } from './match-trace';
import { isDistributionType, purlKey, withModulePath } from './keys';
import { sharedListings } from './product-names';

/** Facts of a scan besides the purl; a purl's own qualifiers go before them. */
export interface PurlContext {
  readonly sources: readonly { readonly name: string; readonly version: string | null }[];
  readonly hint: DistributionHint | null;
}

export const NO_CONTEXT: PurlContext = { sources: [], hint: null };

export function matchPurlText(
  layer: CatalogLayer,
  text: string,
  context: PurlContext = NO_CONTEXT,
): CatalogMatch {
  const reading = parsePurl(text);
  if (!reading.ok) return noMatch('unreadable', `The package URL cannot be read: ${reading.fault}`);
  return matchPurl(layer, withModulePath(reading.purl), context);
}

export function matchPurl(layer: CatalogLayer, purl: Purl, context: PurlContext): CatalogMatch {
  const version = versionOf(purl);
  const name = displayName(purl);
  if (!isVersion(version)) return noVersion(name);
  if (isDistributionType(purl.type)) {
    return matchDistributionPackage(layer, {
      type: purl.type,
      namespace: purl.namespace,
      name: purl.name,
      version,
      sources: sourcesOf(purl, context),
      hint: hintOf(purl, version, context),
    });
  }
  if (purl.namespace === null && KERNEL_TYPES.has(purl.type) && isKernelName(purl.name)) {
    const kernel = matchKernel(layer, name, version, hintOf(purl, version, context));
    if (kernel !== null) return kernel;
  }
  const listings = listingsOf(layer, purl, version);
  const component = { name, version, scheme: schemeOf(purl.type) };
  return purl.type === 'maven'
    ? mavenMatch(layer, listings, component)
    : vendorMatch(listings, component);
}

/** Types under which kernels are listed that no package manager owns. */
const KERNEL_TYPES = new Set(['generic', 'swid', 'conan', 'linux-kernel']);

function schemeOf(type: string): VersionScheme {
  return type === 'golang' || type === 'pypi' ? type : 'plain';
}

/** Images carry their tag as a qualifier when the version is a digest (purl types "oci" and "docker"). */
function versionOf({ type, version, qualifiers }: Purl): string {
  if (version === null || !version.includes(':')) return version ?? qualifiers.get('tag') ?? '';
  const isImage = type === 'oci' || type === 'docker';
  return isImage ? (qualifiers.get('tag') ?? '') : version;
}

/** As the ecosystem's people write it: `@angular/core`, `org.springframework:spring-core`. */
function displayName({ type, namespace, name }: Purl): string {
  if (namespace === null || isDistributionType(type)) return name;
  return type === 'maven' ? `${namespace}:${name}` : `${namespace}/${name}`;
}

function sourcesOf({ qualifiers }: Purl, context: PurlContext): PurlContext['sources'] {
  const upstream = qualifiers.get('upstream');
  return upstream === undefined ? context.sources : [sourceOf(upstream)];
}

/** Completes the qualifier from the scan's own os-release and the package's version: its pretty name. */
function hintOf(purl: Purl, version: string, context: PurlContext): DistributionHint | null {
  const { type, namespace, qualifiers } = purl;
  const distro = qualifiers.get('distro');
  if (distro === undefined) return context.hint;
  const hint = qualifierHint(distro, namespace);
  if (hint.id !== 'centos') return isOfBranch(hint, context.hint) ? context.hint : hint;
  const others = [context.hint, versionHint(type, namespace, version)];
  const same = others.find(
    (other) => other?.versionId === hint.versionId && other.prettyName !== '',
  );
  return same ? { ...hint, prettyName: same.prettyName } : hint;
}

/** `distro=almalinux-10` is AlmaLinux 10 and Kitten, which goes before each of its releases: the image knows which. */
function isOfBranch(
  { id, versionId }: DistributionHint,
  image: DistributionHint | null,
): image is DistributionHint {
  if (image === null || image.versionId !== versionId) return false;
  return image.id.toLowerCase() === id && isDevelopmentBranch(image.prettyName);
}

/** Packages that are released together with a product, all of them under its version. */
const FAMILIES: readonly (readonly [key: RegExp, slug: string])[] = [
  [/^maven\/org\.springframework\.boot\/spring-boot/, 'spring-boot'],
  [/^composer\/illuminate\/[a-z-]+$/, 'laravel'],
  [
    /^composer\/symfony\/(?:asset|browser-kit|cache|clock|config|css-selector|debug-bundle|dependency-injection|doctrine-bridge|dom-crawler|dotenv|error-handler|event-dispatcher|expression-language|filesystem|finder|form|http-client|intl|ldap|lock|mailer|messenger|mime|notifier|options-resolver|password-hasher|process|property-access|property-info|rate-limiter|routing|security-(?:bundle|core|csrf|http|guard)|semaphore|serializer|stopwatch|string|templating|translation|twig-bridge|twig-bundle|uid|validator|var-dumper|var-exporter|web-link|web-profiler-bundle|workflow|yaml)$/,
    'symfony',
  ],
  [
    /^npm\/@angular\/(?:cli|compiler-cli|platform-browser-dynamic|platform-server|service-worker|upgrade|elements|localize|language-service|ssr|cdk|material|build)$/,
    'angular',
  ],
];

function familyOf(key: string): string | null {
  return FAMILIES.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

function listingsOf(layer: CatalogLayer, purl: Purl, version: string): readonly Listing[] {
  const { type, namespace, name } = purl;
  const key = purlKey(type, namespace, name);
  const listed = inRepository(listedTo(layer, key), purl.qualifiers.get('repository_url'));
  const exact = looked(layer, 'purl', `pkg:${key}`, listed);
  if (exact.length > 0) return anyOpenJdk(layer, key, exact, version) ?? exact;
  const patterned = listedByPattern(layer, type, key);
  if (patterned.length > 0) return patterned;
  const family = layer.slugs.get(familyOf(key) ?? '');
  if (family !== undefined) {
    return looked(layer, 'purl-family', `pkg:${key}`, [directListing(family, `pkg:${key}`)]);
  }
  return listingsOfType(layer, purl, version, key);
}

/**
 * Scanners call each build of OpenJDK Oracle's whose maker they do not know: what surely is not Oracle's is any of the
 * others'. Null for all that may be what the purl says.
 */
function anyOpenJdk(
  layer: CatalogLayer,
  key: string,
  listed: readonly Listing[],
  version: string,
): readonly Listing[] | null {
  if (key !== 'generic/oracle/openjdk') return null;
  const bare = packagedVersion(version.trim(), 'plain');
  if (listed.some(({ accepts }) => accepts === null || accepts(bare))) return null;
  const builds = sharedListings(layer, 'openjdk') ?? [];
  const isKnown = builds.some(({ entry }) => matchCycle(entry.cycles, bare) !== null);
  return isKnown ? looked(layer, 'shared-name', 'openjdk', builds) : null;
}

/** What a type of package goes by where the catalog does not list it to the letter. */
function listingsOfType(
  layer: CatalogLayer,
  purl: Purl,
  version: string,
  key: string,
): readonly Listing[] {
  const { type, namespace, name } = purl;
  switch (type) {
    case 'golang':
      return goModules(layer, key);
    case 'maven':
      // Scanners that find no group in a jar repeat the artifact.
      return namespace === name
        ? inTable(layer, 'maven-artifact', name.toLowerCase(), layer.artifacts)
        : [];
    case 'docker':
      return imageListings(layer, purl) ?? dockerListings(layer, purl, version);
    case 'oci':
      return imageListings(layer, purl) ?? ociListings(layer, purl);
    case 'bitnami':
      return listingsByName(layer, name, version);
    case 'conda':
      return orByName(layer, 'purl', purlKey('pypi', null, name), () =>
        layer.hasOwnProducts || isCondaProgram(name) ? listingsByName(layer, name, version) : [],
      );
    case 'generic':
    case 'swid':
    case 'conan':
      return namespace === null ? listingsByName(layer, name, version) : [];
    default:
      return [];
  }
}

/** The products that are recognized by the name of an image, in full; null for none. */
function imageListings(
  layer: CatalogLayer,
  { type, namespace, name, qualifiers }: Purl,
): readonly Listing[] | null {
  if (layer.images.size === 0) return null;
  const repository = qualifiers.get('repository_url');
  const path = namespace === null ? name : `${namespace}/${name}`;
  // In `oci` the address is the image's own, in `docker` that of the registry that has it.
  const asked =
    repository === undefined ? path : type === 'oci' ? repository : `${repository}/${path}`;
  return listedImage(layer, asked);
}

/** What a table has under a key. */
function inTable(
  layer: CatalogLayer,
  rule: MatchRule,
  key: string,
  table: ReadonlyMap<string, readonly Listing[]>,
): readonly Listing[] {
  return looked(layer, rule, key, table.get(key) ?? []);
}

/** What the purl of that key leads to, else what its name does. */
function orByName(
  layer: CatalogLayer,
  rule: MatchRule,
  key: string,
  byName: () => readonly Listing[],
): readonly Listing[] {
  const listed = layer.purls.get(key);
  looked(layer, rule, `pkg:${key}`, listed ?? []);
  return listed ?? byName();
}

/** Docker's official images are named after what they hold. */
function dockerListings(
  layer: CatalogLayer,
  { namespace, name }: Purl,
  version: string,
): readonly Listing[] {
  if (namespace !== null && namespace !== 'library') return [];
  return orByName(layer, 'container-image', purlKey('docker', 'library', name), () =>
    listingsByName(layer, name, version),
  );
}

/** `pkg:oci/nginx?repository_url=docker.io/library/nginx` is `pkg:docker/library/nginx`. */
function ociListings(layer: CatalogLayer, { qualifiers, name }: Purl): readonly Listing[] {
  const repository = qualifiers.get('repository_url')?.toLowerCase();
  if (repository === undefined) return [];
  const path = repository.replace(/^(?:https?:\/\/)?(?:index\.)?docker\.io\//, '');
  if (path === repository) return [];
  const official = () => (path === `library/${name}` ? listingsByName(layer, name, '') : []);
  return orByName(layer, 'container-image', `docker/${path}`, () =>
    orByName(layer, 'container-image', `docker/${path}/${name}`, official),
  );
}

/** An identifier that names a registry is good for that registry only. */
function inRepository(
  listings: readonly Listing[],
  repository: string | undefined,
): readonly Listing[] {
  if (listings.every(({ repositoryUrl }) => repositoryUrl === null)) return listings;
  return listings.filter(
    ({ repositoryUrl }) =>
      repositoryUrl === null ||
      (repository !== undefined && isWithin(bareUrl(repository), bareUrl(repositoryUrl))),
  );
}

function bareUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

/** `quay.io/argoproj-labs` is not within `quay.io/argoproj`. */
function isWithin(url: string, start: string): boolean {
  return url === start || url.startsWith(`${start}/`);
}
