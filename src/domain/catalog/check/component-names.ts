import { parseCpe } from '@/domain/identifiers/cpe-name';
import { parsePurl } from '@/domain/identifiers/purl';
import type { Product } from '../catalog';
import type { ComponentQuery, Ecosystem, FoundMatch } from '../match';
import { ECOSYSTEMS } from '../match';
import type { AskedIdentifier, EntityType } from './answer';

/** What a component was asked about by, as it came. */
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

/** The names that ids of a product are derived from: an organization's own is no product of the catalogue. */
export function productNames({ slug, source }: Product): string[] {
  return source === 'organization' ? ['organization', slug] : [slug];
}

/** The names that ids of the matched component are derived from. */
export function componentNames({ product, maintainer, name }: FoundMatch): string[] {
  return maintainer === 'distribution' ? [...productNames(product), name] : productNames(product);
}

/** purl types whose packages are written in one language, beside the contract's ecosystems. */
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

/** What a component of no category of its own is: a package where a language's ecosystem was asked. */
export function plainTypeOf(query: ComponentQuery): EntityType {
  const type = query.kind === 'purl' ? purlTypeOf(query.purl) : ecosystemOf(query);
  return type !== 'generic' && LANGUAGE_TYPES.has(type) ? 'package' : 'software';
}

/** What the matched component is. A distribution's package is none of a distribution. */
export function entityTypeOf(query: ComponentQuery, match: FoundMatch): EntityType {
  const { category } = match.product;
  if (match.maintainer === 'distribution') return plainTypeOf(query);
  if (category === 'os' || category === 'device' || category === 'service') return category;
  return plainTypeOf(query);
}
