import type { CatalogLayer, Listing } from './catalog-layer';
import { acceptsVersion } from './known-identifiers';
import { nameKey } from './name-key';

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

/** What people, package managers and images call things that are made by more than one, without a version in it. */
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
export function slugsOfSharedName(name: string): readonly string[] {
  return BY_KEY.get(nameKey(name))?.slugs ?? [];
}

/**
 * The products of a name that several go by, as far as the catalogue has them; null where the name is none of these,
 * or the catalogue has none of them.
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
