import type { Product } from '@/domain/catalog/catalog';
import { matchComponent, type CatalogIndex } from '@/domain/catalog/index-of-names';
import { isTooBroad, knownIdentifiers } from '@/domain/catalog/known-identifiers';
import { purlKey } from '@/domain/catalog/keys';
import type { Day } from '@/domain/eol/calendar';
import { parsePurl } from '@/domain/identifiers/purl';
import { BINARY_PURLS, distributionNames, distributionTexts, scannerPurls } from './names';
import type { Judge } from './served-cycles';

/** A name that the scanner may call a product by, and the cycles that Eventide serves for it. */
export interface ScannerName {
  readonly kind: 'purl' | 'cpe';
  /** In every way in which the scanner may write it. */
  readonly texts: readonly string[];
  /** The products that have the name, in the order of their slugs. */
  readonly related: readonly Product[];
  readonly judge: Judge;
}

interface Named {
  readonly value: string;
  readonly products: Product[];
}

/** The names of each product that the scanner can be told of. */
export function scannerNamesOf(
  products: readonly Product[],
  index: CatalogIndex,
  today: Day,
): ReadonlyMap<Product, readonly ScannerName[]> {
  const purls = new Map<string, Named>();
  const systems = new Map<string, Named>();
  for (const product of products) {
    const pairs = distributionNames(product);
    for (const pair of pairs) add(systems, pair, pair, product);
    // A purl of a distribution is its repository or image, of which the scanner tells no pre-release.
    if (pairs.length > 0) continue;
    for (const value of purlsOf(product)) add(purls, keyOf(value), value, product);
  }
  const names = new Map<Product, ScannerName[]>();
  for (const named of purls.values()) {
    for (const product of named.products) {
      const texts = scannerPurls(named.value, product.name);
      if (texts.length === 0) continue;
      push(names, product, {
        kind: 'purl',
        texts,
        related: named.products,
        judge: purlJudge(index, named.value),
      });
    }
  }
  for (const { value, products: related } of systems.values()) {
    const judge = systemJudge(related, today);
    for (const product of related) {
      push(names, product, { kind: 'cpe', texts: distributionTexts(value), related, judge });
    }
  }
  return names;
}

/** Joins the identifiers of the catalog's source with those that Eventide knows itself. */
function purlsOf(product: Product): string[] {
  const known = [...product.identifiers, ...knownIdentifiers(product.slug)].flatMap((identifier) =>
    identifier.kind === 'purl' && !isTooBroad(product.slug, identifier) ? [identifier.value] : [],
  );
  return [...known, ...(BINARY_PURLS.get(product.slug) ?? [])];
}

function keyOf(value: string): string {
  const reading = parsePurl(value);
  if (!reading.ok) return value;
  return purlKey(reading.purl.type, reading.purl.namespace, reading.purl.name);
}

function add(names: Map<string, Named>, key: string, value: string, product: Product): void {
  const known = names.get(key);
  if (known === undefined) names.set(key, { value, products: [product] });
  else if (!known.products.includes(product)) known.products.push(product);
}

function push(names: Map<Product, ScannerName[]>, product: Product, name: ScannerName): void {
  const known = names.get(product);
  if (known === undefined) names.set(product, [name]);
  else known.push(name);
}

function purlJudge(index: CatalogIndex, value: string): Judge {
  const [bare = ''] = value.split(/[?#]/, 1);
  const name = bare.replace(/(?<=[^/])@.*$/, '');
  return (version) => {
    const match = matchComponent(index, { kind: 'purl', purl: `${name}@${version}` });
    return match.found && match.maintainer === 'vendor' ? match.cycle : null;
  };
}

/**
 * Of a distribution the scanner reads the version alone: what is to come may be a development branch under the
 * number that it will have, and where two distributions share name and number nothing can be said.
 */
function systemJudge(related: readonly Product[], today: Day): Judge {
  return (version) => {
    const fitting = related.flatMap(({ cycles }) =>
      cycles.filter(({ name }) => version === name || version.startsWith(`${name}.`)),
    );
    const longest = Math.max(...fitting.map(({ name }) => name.length));
    const [only, ...others] = fitting.filter(({ name }) => name.length === longest);
    if (only === undefined || others.length > 0) return null;
    return only.releasedOn !== null && only.releasedOn <= today ? only : null;
  };
}
