import { foldForSearch } from '@/domain/list';
import type { Product } from './catalog';
import { nameKey } from './keys';
import { acceptsVersion } from './known-identifiers';
import type { CatalogLayer, Listing } from './layer';

/** The form in which product names are compared: scanners and people differ in case. */
export function foldedName(name: string): string {
  return foldForSearch(name);
}

/** Everything that a product is called now, best first: its name, its slug, its aliases. Without repeats. */
export function presentNamesOf({
  name,
  slug,
  identifiers,
}: Omit<Product, 'formerNames'>): string[] {
  const aliases = identifiers.flatMap(({ kind, value }) => (kind === 'alias' ? [value] : []));
  return [...new Set([name, slug, ...aliases].map(foldedName))];
}

/** Everything that a product is and was called, best first: what it was called last. Without repeats. */
export function foldedNamesOf(product: Product): string[] {
  const former = product.formerNames ?? [];
  return [...new Set([...presentNamesOf(product), ...former.map(foldedName)])];
}

/**
 * The names that lead to one product without doubt. A name comes before a slug, a slug before an alias, all of them before a
 * name of before; what two products claim alike leads to neither.
 */
export function productsByName(products: readonly Product[]): ReadonlyMap<string, Product> {
  const claims = [
    (product: Product) => [foldedName(product.name)],
    (product: Product) => [foldedName(product.slug)],
    presentNamesOf,
    foldedNamesOf,
  ];
  const known = new Map<string, Product | null>();
  for (const keysOf of claims) {
    const claimed = new Map<string, Product | null>();
    for (const product of products) {
      for (const key of keysOf(product)) {
        if (!known.has(key)) claimed.set(key, claimed.has(key) ? null : product);
      }
    }
    for (const [key, product] of claimed) known.set(key, product);
  }
  return new Map(
    [...known].flatMap(([key, product]) => (product ? [[key, product] as const] : [])),
  );
}

/**
 * Whether a product is found by what somebody types or pastes: part of a name, slug, alias or identifier, a name that
 * it goes by with others, or the purl or CPE of one of its versions.
 */
export function productSearch(text: string): (product: Product) => boolean {
  const wanted = withoutVersion(text.trim()).map(foldedName);
  const shared = slugsOfSharedName(text);
  return ({ name, slug, identifiers }) =>
    shared.includes(slug) ||
    [name, slug, ...identifiers.map(({ value }) => value)].some((known) => {
      const folded = foldedName(known);
      return wanted.some((part) => folded.includes(part));
    });
}

/** Identifiers of the catalog name no version; CPEs are there in either binding. */
function withoutVersion(text: string): string[] {
  if (/^pkg:/i.test(text)) {
    const [path = ''] = text.split(/[?#]/, 1);
    const at = path.indexOf('@', path.lastIndexOf('/') + 1);
    return [at < 0 ? path : path.slice(0, at)];
  }
  const [, part, named] = /^cpe:(?:\/|2\.3:)([aoh]):([^:]+:[^:]+)/i.exec(text) ?? [];
  if (part === undefined || named === undefined) return [text];
  return [`cpe:/${part}:${named}`, `cpe:2.3:${part}:${named}`];
}

/** Products that go by one name. */
interface SharedName {
  readonly slugs: readonly string[];
  /**
   * Whether no version tells which of them is meant: several makers build one thing under the same versions and until
   * different days. Where it is not so, a version that only one of them has is that one's.
   */
  readonly isOneOfMany: boolean;
}

const OPENJDK = [
  'alibaba-dragonwell',
  'amazon-corretto',
  'azul-zulu',
  'bellsoft-liberica',
  'eclipse-temurin',
  'ibm-semeru-runtime',
  'microsoft-build-of-openjdk',
  'openjdk-builds-from-oracle',
  'redhat-build-of-openjdk',
  'sapmachine',
];
const JAVA = [...OPENJDK, 'oracle-jdk'];

/** Names, without a version, that people, package managers and images give to things made by more than one. */
const ROWS: readonly (readonly [names: string, isOneOfMany: boolean, slugs: readonly string[]])[] =
  [
    [
      'openjdk openjdk-jdk openjdk-jre openjdk-headless openjdk-jdk-headless openjdk-jre-headless openjdk-jre-base',
      true,
      OPENJDK,
    ],
    ['java-openjdk java-openjdk-headless java-openjdk-devel', true, OPENJDK],
    ['java jdk jre java-se java-jdk java-jre java-runtime java-runtime-environment', true, JAVA],
    [
      'java-development-kit java-se-development-kit java-platform default-jdk default-jre',
      true,
      JAVA,
    ],
    ['graalvm graalvm-jdk', true, ['graalvm-ce', 'oracle-graalvm']],
    // Both are .NET to those who use them: 4.8 is .NET Framework's, and 6 is not.
    ['.net ms-dotnet', false, ['dotnet', 'dotnetfx']],
    ['activemq apache-activemq', false, ['apache-activemq', 'apache-artemis']],
    ['oracle', true, ['oracle-database', 'oracle-linux']],
  ];

const BY_KEY: ReadonlyMap<string, SharedName> = new Map(
  ROWS.flatMap(([names, isOneOfMany, slugs]) =>
    names.split(' ').map((name) => [nameKey(name), { slugs, isOneOfMany }] as const),
  ),
);

/** The slugs of the products that go by a name; none for a name that is one product's, or nobody's. */
function slugsOfSharedName(name: string): readonly string[] {
  return BY_KEY.get(nameKey(name))?.slugs ?? [];
}

/**
 * The products of a name that several go by, as far as the catalog has them; null where the name is none of these,
 * or the catalog has none of them.
 */
export function sharedListings(layer: CatalogLayer, name: string): readonly Listing[] | null {
  const shared = BY_KEY.get(nameKey(name));
  if (shared === undefined) return null;
  const listings = shared.slugs.flatMap((slug): Listing[] => {
    const entry = layer.slugs.get(slug);
    if (entry === undefined || entry.product.source === 'organization') return [];
    const accepts = acceptsVersion(slug, name, entry.product.cycles);
    const { isOneOfMany } = shared;
    return [{ entry, identifier: name, repositoryUrl: null, accepts, isExact: false, isOneOfMany }];
  });
  return listings.length === 0 ? null : listings;
}
