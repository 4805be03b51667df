import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import { hasEnd } from '@/domain/catalog/cycle-end';
import type { CatalogMatch, FoundMatch } from '@/domain/catalog/match';
import { identityOf } from '@/domain/identifiers/identity';

/**
 * What the catalogue says of a component. `vendor`: it is a release of a product, and its vendor's support
 * decides. `distribution`: a distribution's own package. `image_distribution`: such a package, which does not
 * say of which release; the distribution of the image that holds it decides. `unknown`: never to be taken for
 * supported.
 */
export const MATCH_STATES = ['vendor', 'distribution', 'image_distribution', 'unknown'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

/** What is kept of a match. */
export interface StoredMatch {
  readonly state: MatchState;
  /** The product's slug, also where only the cycle is unknown. */
  readonly product: string | null;
  readonly cycle: string | null;
  /** Digest of (product name, cycle) when that cycle has an end, so that holding the component is a finding. */
  readonly cycleKey: string | null;
}

/** A cycle of the catalogue that has an end: holding it is a finding. */
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
}

const UNMATCHED = { product: null, cycle: null, cycleKey: null } as const;
/** What most components come to, shared by all of them. */
const UNKNOWN: ComponentMatch = { stored: { state: 'unknown', ...UNMATCHED }, ends: null };
const OF_IMAGE_DISTRIBUTION: ComponentMatch = {
  stored: { state: 'image_distribution', ...UNMATCHED },
  ends: null,
};

/** Cycles are few beside components, and digests dear beside a match: each is made once. */
const made = new WeakMap<ReleaseCycle, Map<string, ComponentMatch>>();

/** Reads a match of a component that was looked up without the distribution of any image. */
export function toComponentMatch(match: CatalogMatch): ComponentMatch {
  if (match.found) return matchWith(match);
  if (match.reason === 'unknown_distribution') return OF_IMAGE_DISTRIBUTION;
  if (!match.product) return UNKNOWN;
  return { stored: { ...UNKNOWN.stored, product: match.product.slug }, ends: null };
}

function matchWith({ product, cycle, maintainer }: FoundMatch): ComponentMatch {
  const ofCycle = made.get(cycle) ?? new Map<string, ComponentMatch>();
  made.set(cycle, ofCycle);
  const known = ofCycle.get(`${maintainer} ${product.slug} ${product.name}`);
  if (known) return known;
  const ends = hasEnd(cycle)
    ? { product, cycle, cycleKey: identityOf(product.name, cycle.name) }
    : null;
  const stored = {
    state: maintainer,
    product: product.slug,
    cycle: cycle.name,
    cycleKey: ends?.cycleKey ?? null,
  };
  const match = { stored, ends };
  ofCycle.set(`${maintainer} ${product.slug} ${product.name}`, match);
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
