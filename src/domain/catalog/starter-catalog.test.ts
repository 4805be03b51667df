import { describe, expect, it } from 'vitest';
import { starterProduct, type StarterProduct } from './starter-product';
import { starterFiles, starterProducts } from './testing/starter-files';

type Cycle = StarterProduct['cycles'][number];

/** Vendors announce a release some weeks after they have tagged it. */
const DAYS_FROM_TAG_TO_ANNOUNCEMENT = 31;
const A_DAY_MS = 86_400_000;

const products = starterProducts();

describe('files of the starter catalog', () => {
  it.each(starterFiles())('$name is a product named like its file', ({ name, content }) => {
    const product = starterProduct.strict().parse(content);
    expect(product.slug).toBe(name);
    expect(product.vendor).not.toBeNull();
    expect(product.cycles).not.toHaveLength(0);
  });

  it('hold about a hundred products and all their cycles', () => {
    expect(products.length).toBeGreaterThanOrEqual(100);
    expect(products.flatMap(({ cycles }) => cycles).length).toBeGreaterThan(1_900);
  });
});

describe('names and identifiers of the starter catalog', () => {
  it('lead to one product each', () => {
    const owners = new Map<string, Set<string>>();
    for (const product of products) {
      for (const key of keysOf(product)) {
        owners.set(key, (owners.get(key) ?? new Set()).add(product.slug));
      }
    }
    const shared = [...owners].filter(([, slugs]) => slugs.size > 1);
    expect(shared.map(([key, slugs]) => `${key}: ${[...slugs].join(', ')}`)).toEqual([]);
  });

  it('are purls without version, qualifiers and subpath, and CPE prefixes of a vendor and a product', () => {
    const purl = /^pkg:[a-z]+\/[^@?#\s]+$/;
    const cpe = /^cpe:(?:2\.3:|\/)[ao]:[^:*\s]+:[^:*\s]+$/;
    const odd = products.flatMap(({ purls, cpes }) => [
      ...purls.filter((value) => !purl.test(value)),
      ...cpes.filter((value) => !cpe.test(value)),
    ]);
    expect(odd).toEqual([]);
  });

  it('refer to a page of the vendor', () => {
    const without = products.filter(({ references }) => references.length === 0);
    expect(without.map(({ slug }) => slug)).toEqual([]);
    const addresses = products.flatMap(({ references, cycles }) => [
      ...references.map(({ url }) => url),
      ...cycles.flatMap(({ releaseNotesUrl }) => releaseNotesUrl ?? []),
    ]);
    expect(addresses.filter((address) => !address.startsWith('https://'))).toEqual([]);
    expect(addresses.filter((address) => address.includes('endoflife.date'))).toEqual([]);
  });
});

describe('cycles of the starter catalog', () => {
  it.each(products)('$name: newest first', ({ cycles }) => {
    const days = cycles.flatMap(({ releasedOn }) => releasedOn ?? []);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  it.each(products)('$name: support ends after the release, level by level', ({ cycles }) => {
    const disordered = cycles.filter((cycle) => {
      const days = [
        cycle.releasedOn,
        cycle.activeUntil,
        cycle.supportedUntil,
        cycle.extendedUntil,
      ].filter((day) => typeof day === 'string');
      return days.join() !== days.toSorted().join();
    });
    expect(disordered.map(({ name }) => name)).toEqual([]);
  });

  it.each(products)('$name: the latest release is not older than the first', ({ cycles }) => {
    expect(cycles.filter(isOlderThanFirst).map(({ name }) => name)).toEqual([]);
  });
});

function keysOf({ slug, name, aliases, purls, cpes, repology }: StarterProduct): string[] {
  return [
    ...[slug, name, ...aliases].map((value) => `name ${value.toLowerCase()}`),
    ...purls.map((value) => `purl ${value.toLowerCase()}`),
    ...cpes.map((value) => `cpe ${value.toLowerCase()}`),
    ...repology.map((value) => `repology ${value}`),
  ];
}

function isOlderThanFirst({ releasedOn, latestReleasedOn }: Cycle): boolean {
  if (releasedOn === undefined || latestReleasedOn === undefined) return false;
  const days = (Date.parse(releasedOn) - Date.parse(latestReleasedOn)) / A_DAY_MS;
  return days > DAYS_FROM_TAG_TO_ANNOUNCEMENT;
}
