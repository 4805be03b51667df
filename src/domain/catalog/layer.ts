import type { Day } from '@/domain/eol/calendar';
import { parseCpe } from '@/domain/identifiers/cpe';
import { parsePurl } from '@/domain/identifiers/purl';
import { compileCycles, type CycleMatcher } from '@/domain/version/cycle-matcher';
import type { Identifier, Product } from './catalog';
import { isDistributionType, nameKey, purlKey, unversionedGoPath, withModulePath } from './keys';
import { acceptsVersion, isExact, isTooBroad, knownIdentifiers } from './known-identifiers';
import type { MatchStep } from './match-trace';
import { knownOlderLines, type KnownOlderLines } from './older-lines';
import { purlPattern } from './purl-patterns';

/** A product, prepared for look-ups. */
export interface CatalogEntry {
  readonly product: Product;
  readonly cycles: CycleMatcher;
  /** Conclusions about versions that no cycle fits; null for none. */
  readonly older: KnownOlderLines | null;
}

/** One identifier's way to a product. */
export interface Listing {
  readonly entry: CatalogEntry;
  /** As the catalog has it, for evidence. */
  readonly identifier: string;
  /** The registry that the identifier is about; null when it is about any. */
  readonly repositoryUrl: string | null;
  /** Null when the identifier is good for every version. */
  readonly accepts: ((version: string) => boolean) | null;
  /** Whether what it names surely counts the product's own versions, also those that no cycle is known of. */
  readonly isExact: boolean;
  /**
   * Present and true where the identifier is of what several makers build under the same versions: which of them, no
   * version tells.
   */
  readonly isOneOfMany?: boolean;
}

export interface NamedEntries {
  /** Slugs go before names, names before aliases, aliases before repology's. */
  readonly rank: number;
  readonly listings: readonly Listing[];
}

/** The way of all packages whose key begins so to a product. */
export interface PatternListing {
  readonly start: string;
  readonly listing: Listing;
}

/** The look-up tables of one set of products. */
export interface CatalogLayer {
  readonly purls: ReadonlyMap<string, readonly Listing[]>;
  /** Patterns of package URLs by their type, the longest first. */
  readonly patterns: ReadonlyMap<string, readonly PatternListing[]>;
  /** Images by their names in full: `docker.io/acme/billing`. */
  readonly images: ReadonlyMap<string, readonly Listing[]>;
  /** `part:vendor:product`. */
  readonly cpes: ReadonlyMap<string, readonly Listing[]>;
  readonly names: ReadonlyMap<string, NamedEntries>;
  /** Names of a product's package in any distribution. */
  readonly packages: ReadonlyMap<string, readonly Listing[]>;
  /** Maven artifacts without their group. */
  readonly artifacts: ReadonlyMap<string, readonly Listing[]>;
  readonly slugs: ReadonlyMap<string, CatalogEntry>;
  /** Whether any product is an organization's own. */
  readonly hasOwnProducts: boolean;
  /** Present while somebody asks how a match comes about: hears of every look into the tables. */
  readonly onLook?: (step: MatchStep) => void;
}

interface Tables {
  readonly purls: Map<string, Listing[]>;
  readonly patterns: Map<string, PatternListing[]>;
  readonly images: Map<string, Listing[]>;
  readonly cpes: Map<string, Listing[]>;
  readonly names: Map<string, NamedEntries>;
  readonly packages: Map<string, Listing[]>;
  readonly artifacts: Map<string, Listing[]>;
  readonly slugs: Map<string, CatalogEntry>;
}

/**
 * Prepares the products of one source, or of several whose slugs do not meet.
 *
 * @param asOf the day that says what has ended, where an end is concluded; null: nothing is concluded
 */
export function buildLayer(products: readonly Product[], asOf: Day | null): CatalogLayer {
  const tables = emptyTables();
  for (const product of products) addProduct(tables, product, asOf);
  sortPatterns(tables);
  return { ...tables, hasOwnProducts: products.some(({ source }) => source === 'organization') };
}

/** What a product of any source is recognized by beside what it says itself. */
export interface LinkedIdentifier {
  readonly product: Product;
  readonly identifier: Identifier;
}

/** Prepares identifiers that an organization added to products: they lead there, and say nothing else of these. */
export function buildLinks(links: readonly LinkedIdentifier[]): CatalogLayer {
  const tables = emptyTables();
  const entries = new Map<Product, CatalogEntry>();
  for (const { product, identifier } of links) {
    const entry = entries.get(product) ?? {
      ...{ product, cycles: compileCycles(product, []), older: null },
    };
    entries.set(product, entry);
    addIdentifier(tables, entry, identifier);
  }
  sortPatterns(tables);
  // Whoever lists a package of a distribution to the letter means it.
  return { ...tables, hasOwnProducts: links.length > 0 };
}

function emptyTables(): Tables {
  return {
    purls: new Map(),
    patterns: new Map(),
    images: new Map(),
    cpes: new Map(),
    names: new Map(),
    packages: new Map(),
    artifacts: new Map(),
    slugs: new Map(),
  };
}

function sortPatterns({ patterns }: Tables): void {
  for (const ofType of patterns.values()) {
    ofType.sort((left, right) => right.start.length - left.start.length);
  }
}

const RANKS = { slug: 0, name: 1, alias: 2, repology: 3 } as const;

function addProduct(tables: Tables, product: Product, asOf: Day | null): void {
  const known = product.source === 'organization' ? [] : knownIdentifiers(product.slug);
  const aliases = known.filter(({ kind }) => kind === 'alias').map(({ value }) => value);
  const entry = {
    product,
    cycles: compileCycles(product, aliases),
    older: asOf === null ? null : knownOlderLines(product, asOf),
  };
  if (!tables.slugs.has(product.slug)) tables.slugs.set(product.slug, entry);
  addName(tables, entry, product.slug, RANKS.slug);
  addName(tables, entry, product.name, RANKS.name);
  for (const identifier of [...product.identifiers, ...known]) {
    const isTrusted = product.source === 'organization' || !isTooBroad(product.slug, identifier);
    if (isTrusted) addIdentifier(tables, entry, identifier);
  }
}

function addIdentifier(tables: Tables, entry: CatalogEntry, { kind, value }: Identifier): void {
  switch (kind) {
    case 'purl':
      addPurl(tables, entry, value);
      return;
    case 'cpe':
      addCpe(tables, entry, value);
      return;
    case 'alias':
      addName(tables, entry, value, RANKS.alias);
      return;
    case 'repology':
      addRepology(tables, entry, value);
      return;
  }
}

function addPurl(tables: Tables, entry: CatalogEntry, value: string): void {
  const reading = parsePurl(value);
  if (!reading.ok) return;
  const { purl } = reading;
  const repositoryUrl = purl.qualifiers.get('repository_url') ?? null;
  const listing = listingOf(entry, value, repositoryUrl);
  const pattern = purlPattern(purl);
  if (pattern !== null) {
    const known = tables.patterns.get(pattern.type);
    const found = { start: pattern.start, listing };
    if (known === undefined) tables.patterns.set(pattern.type, [found]);
    else known.push(found);
    return;
  }
  if (purl.type === 'oci' && repositoryUrl !== null) {
    push(tables.images, repositoryUrl.toLowerCase(), { ...listing, repositoryUrl: null });
  }
  const { namespace, name } = withModulePath(purl);
  const key = purlKey(purl.type, namespace, name);
  push(tables.purls, key, listing);
  if (purl.type === 'golang') push(tables.purls, unversionedGoPath(key), listing);
  if (purl.type === 'maven') push(tables.artifacts, purl.name.toLowerCase(), listing);
  if (purl.type === 'github') {
    push(tables.purls, `golang/github.com/${purl.namespace ?? ''}/${purl.name}`, listing);
  }
  if (isDistributionType(purl.type)) push(tables.packages, purl.name.toLowerCase(), listing);
}

function addCpe(tables: Tables, entry: CatalogEntry, value: string): void {
  const reading = parseCpe(value);
  if (!reading.ok) return;
  const { part, vendor, product } = reading.cpe;
  push(
    tables.cpes,
    `${part}:${vendor ?? ''}:${product ?? ''}`,
    listingOf(entry, value.replace(/(?::\*)+$/, ''), null),
  );
}

/** `python:django` and `php:drupal` are packages of a language; the others are what distributions package. */
function addRepology(tables: Tables, entry: CatalogEntry, value: string): void {
  if (value.includes(':')) return;
  const name = decodedName(value);
  addName(tables, entry, name, RANKS.repology);
  push(tables.packages, name.toLowerCase(), listingOf(entry, value, null));
}

function decodedName(value: string): string {
  return value.replace(/%2B/gi, '+');
}

function addName(tables: Tables, entry: CatalogEntry, name: string, rank: number): void {
  const key = nameKey(name);
  if (key === '') return;
  const known = tables.names.get(key);
  if (known !== undefined && known.rank < rank) return;
  const listing = listingOf(entry, name, null);
  const equals = known?.rank === rank ? known.listings : [];
  if (equals.some((other) => other.entry === entry)) return;
  tables.names.set(key, { rank, listings: [...equals, listing] });
}

function listingOf(entry: CatalogEntry, identifier: string, repositoryUrl: string | null): Listing {
  const accepts =
    entry.product.source === 'organization'
      ? null
      : acceptsVersion(entry.product.slug, identifier, entry.product.cycles);
  return { entry, identifier, repositoryUrl, accepts, isExact: isExact(entry.product, identifier) };
}

function push(map: Map<string, Listing[]>, key: string, listing: Listing): void {
  const listings = map.get(key);
  if (listings === undefined) map.set(key, [listing]);
  else if (!listings.some((other) => sameTarget(other, listing))) listings.push(listing);
}

function sameTarget(one: Listing, other: Listing): boolean {
  return one.entry === other.entry && one.repositoryUrl === other.repositoryUrl;
}
