import { rebuilderOf } from '@/domain/maintainer/rebuilt';
import { matchCycle, withoutPrefix } from '@/domain/version/cycle-matcher';
import { packagedVersion, type VersionScheme } from '@/domain/version/package-version';
import type { Product, ReleaseCycle } from './catalog';
import { isOfOtherCount } from './counted-apart';
import { isDevelopmentBranch } from './development-branch';
import { isDistributionSlug } from './distribution-names';
import type { CatalogEntry, CatalogLayer, Listing } from './layer';
import type { Candidate, CatalogMatch, FoundMatch, NoMatch } from './match';

/** A component as every kind of question ends up: a name, and a version in some way of writing. */
export interface NamedVersion {
  readonly name: string;
  readonly version: string;
  readonly scheme: VersionScheme;
}

export function noMatch(
  reason: NoMatch['reason'],
  message: string,
  product: Product | null = null,
): NoMatch {
  return { found: false, reason, message, product };
}

export function noVersion(name: string): NoMatch {
  return noMatch('no_version', `${shown(name)}: the component names no version`);
}

export function unknownProduct(name: string): NoMatch {
  return noMatch('unknown_product', `The catalog has no product for ${shown(name)}`);
}

const MAX_SHOWN_LENGTH = 120;

/** A part of a message: what came from outside may be of any length. */
export function shown(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH
    ? text
    : `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`;
}

/** Texts that stand for "no version" in purls, tags and scanners' reports. */
const NO_VERSIONS = new Set(['', '*', '-', 'latest', 'unknown', '(devel)', 'devel', 'n/a', 'none']);

const LONGEST_NO_VERSION = 16;

export function isVersion(text: string): boolean {
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit || text.length > LONGEST_NO_VERSION) return true;
  return !NO_VERSIONS.has(text.trim().toLowerCase());
}

/** The match of a component with the products that its identifier leads to. */
export function vendorMatch(
  listings: readonly Listing[],
  component: NamedVersion,
): FoundMatch | NoMatch {
  const [only, ...others] = listings;
  if (only === undefined) return unknownProduct(component.name);
  const version = packagedVersion(component.version.trim(), component.scheme);
  if (others.length === 0 && !only.isOneOfMany) return inProduct(only, component, version);
  return inOneOf(listings, component, version);
}

/**
 * The match of a package of Maven. What others than its project built is supported by them, for as long as they like; an
 * organization that lists a package means it, whoever built it, and so do its own dates.
 */
export function mavenMatch(
  layer: CatalogLayer,
  listings: readonly Listing[],
  component: NamedVersion,
): CatalogMatch {
  const rebuilder = listings.length === 0 ? null : rebuilderOf(component.version.trim());
  const match = vendorMatch(listings, component);
  if (rebuilder === null || layer.hasOwnProducts) return match;
  const what = `${shown(component.name)} ${shown(component.version)}`;
  const message = `${what} was not built by its project: ${rebuilder.evidence.join('; ')}`;
  return {
    ...noMatch('unknown_maintainer', message),
    maintainedBy: rebuilder,
    ...(match.found && { asBuiltByProject: match }),
  };
}

function inProduct(
  listing: Listing,
  component: NamedVersion,
  version: string,
): FoundMatch | NoMatch {
  const { product } = listing.entry;
  const cycle = cycleIn(listing, version) ?? olderCycle(listing, component, version);
  if (cycle === null || cycle === 'ambiguous') {
    return cycle === null
      ? unknownCycle(product, component.version)
      : noMatch(
          'ambiguous',
          `${product.name} has several release cycles that ${shown(component.version)} may belong to`,
          product,
        );
  }
  return {
    found: true,
    name: component.name,
    version,
    product,
    cycle,
    maintainer: 'vendor',
    upstream: null,
    by: listing.identifier,
  };
}

/** The ended cycle of a version older than all that the catalog has, where that can be concluded. */
function olderCycle(
  { entry, accepts, isExact }: Listing,
  { scheme }: NamedVersion,
  version: string,
): ReleaseCycle | null {
  // A component in a distribution's format is a package, and packages of one product are counted in many ways.
  const isPackage = scheme === 'deb' || scheme === 'rpm' || scheme === 'apk';
  if (entry.older === null || isPackage || accepts !== null || !isExact) return null;
  return (
    entry.older.cycleOf(version) ?? entry.older.cycleOf(withoutPrefix(entry.cycles, version) ?? '')
  );
}

/**
 * Where several products share an identifier, the version may fit one of them only; else they are all that can be said.
 * A product that several makers build is never taken for the build of the one whose cycles happen to be known.
 */
function inOneOf(
  listings: readonly Listing[],
  component: NamedVersion,
  version: string,
): FoundMatch | NoMatch {
  const fitting = listings.filter((listing) => cycleIn(listing, version) !== null);
  const [only, ...others] = fitting;
  if (
    only !== undefined &&
    !only.isOneOfMany &&
    others.every(({ entry }) => entry === only.entry)
  ) {
    return inProduct(only, component, version);
  }
  const possible = listings.filter(({ accepts }) => accepts === null || accepts(version));
  const [sole] = possible;
  if (sole !== undefined && possible.length === 1 && !sole.isOneOfMany && fitting.length === 0) {
    return inProduct(sole, component, version);
  }
  const candidates = fitting.flatMap((listing): Candidate[] => {
    const cycle = cycleIn(listing, version);
    return cycle === null || cycle === 'ambiguous'
      ? []
      : [{ product: listing.entry.product, cycle }];
  });
  const what = `${shown(component.name)} ${shown(component.version)}`;
  const names = listings.map(({ entry }) => entry.product.name).join(', ');
  const message =
    candidates.length > 0
      ? `${what} may be of any of several builds`
      : `${what} may be any of these, none of which has a release cycle for it: ${names}`;
  return { ...noMatch('ambiguous', message), candidates };
}

export function unknownCycle(product: Product, version: string): NoMatch {
  return noMatch(
    'unknown_cycle',
    `The catalog has no release cycle of ${product.name} for version ${shown(version)}`,
    product,
  );
}

function cycleIn({ entry, accepts }: Listing, version: string) {
  if (version === '' || (accepts !== null && !accepts(version))) return null;
  if (isDistribution(entry.product) && isDevelopmentBranch(version)) return null;
  const cycle = matchCycle(entry.cycles, version);
  const isCycle = cycle !== null && cycle !== 'ambiguous';
  return isCycle && isOfOtherCount(entry.product, cycle.name, version) ? null : cycle;
}

/** Categories of software; of devices and Windows a beta is a build like others. */
function isDistribution({ slug, category }: Product): boolean {
  return category === 'os' && isDistributionSlug(slug);
}

/** A listing for an entry that was found by another way than an identifier. */
export function directListing(entry: CatalogEntry, by: string): Listing {
  return { entry, identifier: by, repositoryUrl: null, accepts: null, isExact: true };
}
