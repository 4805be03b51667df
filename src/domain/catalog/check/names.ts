import { hash } from 'node:crypto';
import { base58 } from '@scure/base';
import { parseCpe } from '@/domain/identifiers/cpe';
import { parsePurl } from '@/domain/identifiers/purl';
import type { Product, SupportLevel } from '../catalog';
import { type ComponentQuery, type Ecosystem, ECOSYSTEMS, type FoundMatch } from '../match';
import type { AskedIdentifier, EntityType } from './answer';

/** The identifier that a component was asked about by, as it came. */
export function askedIdentifier(query: ComponentQuery): AskedIdentifier {
  switch (query.kind) {
    case 'name': {
      const { name, version, ecosystem } = query;
      return { name, version, ecosystem };
    }
    case 'purl':
      return { purl: query.purl };
    case 'cpe':
      return { cpe: query.cpe };
    case 'custom': {
      const { name, vendor, version } = query;
      return { custom: { name, ...(vendor !== null && { vendor }), version } };
    }
  }
}

/** The name and the version that a component was asked about by, as far as its text tells. */
export function askedName(query: ComponentQuery): {
  readonly name: string;
  readonly version: string;
} {
  switch (query.kind) {
    case 'name':
    case 'custom':
      return { name: query.name, version: query.version };
    case 'purl': {
      const reading = parsePurl(query.purl);
      if (!reading.ok) return { name: query.purl, version: '' };
      return { name: reading.purl.name, version: reading.purl.version ?? '' };
    }
    case 'cpe': {
      const reading = parseCpe(query.cpe);
      if (!reading.ok) return { name: query.cpe, version: '' };
      return { name: reading.cpe.product ?? query.cpe, version: reading.cpe.version ?? '' };
    }
  }
}

/** The names that ids of a product are derived from: an organization's own is no product of the catalog. */
function productNames({ slug, source }: Product): string[] {
  return source === 'organization' ? ['organization', slug] : [slug];
}

/** The names that ids of the matched component are derived from. */
export function componentNames({ product, maintainer, name }: FoundMatch): string[] {
  return maintainer === 'distribution' ? [...productNames(product), name] : productNames(product);
}

/** purl types whose packages are written in one language, besides the contract's ecosystems. */
const LANGUAGE_TYPES: ReadonlySet<string> = new Set([
  ...ECOSYSTEMS,
  ...[
    'cargo',
    'clojars',
    'cocoapods',
    'composer',
    'cpan',
    'cran',
    'gem',
    'hackage',
    'hex',
    'julia',
  ],
  ...['luarocks', 'opam', 'pub', 'swift'],
]);

function purlTypeOf(purl: string): string {
  return /^pkg:\/*([\w.+-]+)\//i.exec(purl)?.[1]?.toLowerCase() ?? 'generic';
}

/** The contract's ecosystem that a component was asked for in; those it does not name are `generic`. */
export function ecosystemOf(query: ComponentQuery): Ecosystem {
  if (query.kind === 'name') return query.ecosystem;
  const type = query.kind === 'purl' ? purlTypeOf(query.purl) : 'generic';
  return ECOSYSTEMS.find((ecosystem) => ecosystem === type) ?? 'generic';
}

/** The type of a component without a category of its own: a package where a language's ecosystem was asked. */
export function plainTypeOf(query: ComponentQuery): EntityType {
  const type = query.kind === 'purl' ? purlTypeOf(query.purl) : ecosystemOf(query);
  return type !== 'generic' && LANGUAGE_TYPES.has(type) ? 'package' : 'software';
}

/** Returns the type of the matched component. A distribution's package is no distribution. */
export function entityTypeOf(query: ComponentQuery, match: FoundMatch): EntityType {
  const { category } = match.product;
  if (match.maintainer === 'distribution') return plainTypeOf(query);
  if (category === 'os' || category === 'device' || category === 'service') return category;
  return plainTypeOf(query);
}

/** As much of the digest as two ids never share by chance. */
const DIGEST_BYTES = 16;

/**
 * The id of what `names` name, outermost first: `cv_` for a version of a component, `c_` for a component,
 * `life_` for a support level. It follows from the names alone, so it is the same on every instance and
 * after every import of the catalog.
 */
export function derivedId(prefix: 'cv_' | 'c_' | 'life_', names: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(names), 'buffer');
  return prefix + base58.encode(digest.subarray(0, DIGEST_BYTES));
}

/** The ids of a match and of its support levels. */
export interface MatchIds {
  readonly component: string;
  readonly version: string;
  /** Of a support level of this very version. */
  life(level: SupportLevel): string;
  /** Of a support level of the release cycle, whichever of its versions is asked about. */
  lifecycle(level: SupportLevel): string;
}

export function idsOf(match: FoundMatch): MatchIds {
  const names = componentNames(match);
  const { product, cycle, version } = match;
  return {
    component: derivedId('c_', names),
    version: derivedId('cv_', [...names, version]),
    life: (level) => derivedId('life_', [...names, version, level]),
    lifecycle: (level) =>
      derivedId('life_', [...productNames(product), 'cycle', cycle.name, level]),
  };
}
