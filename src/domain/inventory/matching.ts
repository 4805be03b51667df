import { hasEnd, type Product, type ReleaseCycle } from '@/domain/catalog/catalog';
import type { CatalogMatch, FoundMatch, NoMatch } from '@/domain/catalog/match';
import type { CatalogView, RevisionIdentity } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { Component } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';

/**
 * The catalog's verdict on a component. `vendor`: it is a release of a product, and its vendor's support
 * decides. `distribution`: a distribution's own package. `image_distribution`: such a package, which does not
 * say of which release; the distribution of the image that holds it decides. `unknown`: never to be taken for
 * supported.
 */
export const MATCH_STATES = ['vendor', 'distribution', 'image_distribution', 'unknown'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

/** The stored part of a match. */
export interface StoredMatch {
  readonly state: MatchState;
  /**
   * The product's slug, also where only the cycle is unknown. For `image_distribution`, here and below: what the
   * package's version says of the release, for images that name no distribution; null for nothing.
   */
  readonly product: string | null;
  readonly cycle: string | null;
  /** Digest of (product name, cycle) when that cycle has an end, so that holding the component is a finding. */
  readonly cycleKey: string | null;
}

/** A cycle of the catalog that has an end: holding it is a finding. */
export interface EndingCycle {
  readonly product: Product;
  readonly cycle: ReleaseCycle;
  /** Digest of (product name, cycle). */
  readonly cycleKey: string;
}

/** A component's match with what it makes: a finding of `ends`, or none. */
export interface ComponentMatch {
  readonly stored: StoredMatch;
  readonly ends: EndingCycle | null;
  /** What it would be a finding of, if it did ship. */
  readonly unshippedEnds?: EndingCycle;
}

/** As scanners type the distribution among an image's packages. */
export const DISTRIBUTION_TYPE = 'os';

type Matched = Pick<Component, 'type' | 'purl' | 'distro' | 'scope'>;

/** Reads a match of a component that was looked up with what it says itself of its distribution. */
export function toComponentMatch(match: CatalogMatch, component: Matched): ComponentMatch {
  if (match.found) {
    const isOfImage = match.maintainer === 'distribution' && !namesDistribution(component);
    const state = isOfImage ? 'image_distribution' : match.maintainer;
    // What does not ship is named, and is no finding. A distribution's package ends with the distribution anyhow.
    const ships = !component.scope || state !== 'vendor';
    return matchWith(match, state, ships);
  }
  if (isLeftToImage(match, component)) return OF_IMAGE_DISTRIBUTION;
  if (!match.product) return UNKNOWN;
  return { stored: { ...UNKNOWN.stored, product: match.product.slug }, ends: null };
}

/** Whether it is known with a package which distribution it is from; that goes before the image's. */
function namesDistribution({ purl, distro }: Matched): boolean {
  return Boolean(distro) || (purl !== null && /[?&]distro=/.test(purl));
}

/** Whether the image's distribution may say what a component alone does not. */
function isLeftToImage({ reason }: NoMatch, component: Matched): boolean {
  // One of several operating systems is not the image's.
  if (component.type === DISTRIBUTION_TYPE) return !component.distro;
  if (reason === 'unknown_distribution') return true;
  // `distro=centos-8` is CentOS Linux or CentOS Stream: the image knows which.
  return reason === 'ambiguous' && namesDistribution(component);
}

const NO_CYCLE = { product: null, cycle: null, cycleKey: null } as const;
/** The match of most components, shared by all of them. */
const UNKNOWN: ComponentMatch = { stored: { state: 'unknown', ...NO_CYCLE }, ends: null };
const OF_IMAGE_DISTRIBUTION: ComponentMatch = {
  stored: { state: 'image_distribution', ...NO_CYCLE },
  ends: null,
};

/** Cycles are few compared with components, and digests dear compared with a match: each is made once. */
const made = new WeakMap<ReleaseCycle, Map<string, ComponentMatch>>();

function matchWith(
  { product, cycle }: FoundMatch,
  state: MatchState,
  ships: boolean,
): ComponentMatch {
  const ofCycle = made.get(cycle) ?? new Map<string, ComponentMatch>();
  made.set(cycle, ofCycle);
  const key = JSON.stringify([state, product.slug, product.name, ships]);
  const known = ofCycle.get(key);
  if (known) return known;
  const cycleKey = hasEnd(cycle) ? identityOf(product.name, cycle.name) : null;
  const ends = cycleKey === null ? null : { product, cycle, cycleKey };
  const stored = { state, product: product.slug, cycle: cycle.name };
  const match: ComponentMatch = ships
    ? { stored: { ...stored, cycleKey }, ends }
    : { stored: { ...stored, cycleKey: null }, ends: null, ...(ends && { unshippedEnds: ends }) };
  ofCycle.set(key, match);
  return match;
}

export function isSameMatch(left: StoredMatch, right: StoredMatch): boolean {
  return (
    left.state === right.state &&
    left.product === right.product &&
    left.cycle === right.cycle &&
    left.cycleKey === right.cycleKey
  );
}

/** The catalog's match of the distribution that an image is; `unknown` to it; null: the image names none. */
export type ImageDistribution = ComponentMatch | 'unknown' | null;

export function imageDistribution(
  catalog: Pick<CatalogView, 'matchScanned'>,
  distro: Distro | null,
): ImageDistribution {
  if (!distro) return null;
  const component = {
    name: distro.prettyName || distro.id,
    version: distro.versionId,
    type: DISTRIBUTION_TYPE,
    purl: null,
    cpes: [],
    upstreams: [],
  };
  const match = catalog.matchScanned(component, distro);
  return match.found ? toComponentMatch(match, component) : 'unknown';
}

/** The part of it that is stored with the image. */
export function storedDistribution(distribution: ImageDistribution) {
  return distribution === null || distribution === 'unknown' ? null : distribution.stored;
}

/**
 * Counts the changes of how components are matched. Raise it with every change of matching that can make another match
 * of a component: it is a part of what inventories are known to be matched with, so an upgrade matches them again. 5: dates
 * that components carry are matched again, too, see {@link isCarriedAsFound}; and what only own dates are known of is matched.
 * 6: whose builds of Java, jars and packages of conda and of distributions that are not known are, Jenkins' weekly releases,
 * and modules of Go by their whole paths. 7: the same of builds of Java 8 and 11 and of modules of Go without their major version.
 */
export const MATCHER_VERSION = 7;

/** Names the state of a catalog and of what an organization adds to it. `overlay`: the number drawn for that, 0: nothing. */
function stateName({ revision, revisionId }: RevisionIdentity, overlay: number): string {
  return `${String(revision)}-${revisionId ?? 'none'}.${String(overlay)}`;
}

/**
 * Names the state that an organization's inventories are matched with: the catalog, its own additions, and the
 * matching itself.
 *
 * @param overlay the number drawn for its own additions, 0: there are none
 * @param concludedOn the last day on which something came to be known of what no cycle speaks of, if there was one
 */
export function matchingKey(
  catalog: RevisionIdentity,
  overlay: number,
  concludedOn: Day | null = null,
): string {
  const day = concludedOn === null ? '' : `.${concludedOn}`;
  return `${stateName(catalog, overlay)}${day}.m${String(MATCHER_VERSION)}`;
}

/** Tells whether a key is of a state of the catalog and of the organization's own additions. */
export function isKeyOf(key: string, catalog: RevisionIdentity, overlay: number): boolean {
  return key.startsWith(`${stateName(catalog, overlay)}.`);
}

/** Whether a key is of a later matching than this one: a process that is behind takes nobody back. */
export function isOfLaterMatcher(key: string): boolean {
  return matcherOf(key) > MATCHER_VERSION;
}

/**
 * Whether a key is of a matching that left the dates that components carry at what an upload had found. No match that is stored
 * tells of those that were left behind so.
 */
export function isCarriedAsFound(key: string): boolean {
  return matcherOf(key) < 5;
}

function matcherOf(key: string): number {
  return Number(/\.m(\d{1,9})$/.exec(key)?.[1] ?? 0);
}
