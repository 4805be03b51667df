import type { Product } from './catalog';
import { foldedName, foldedNamesOf } from './product-names';
import {
  type CatalogView,
  type CycleOverride,
  type IndexedCatalog,
  productOfFormerSlug,
} from './view';

/**
 * Which products of an organization's own stand in the place of the catalog's, and which of its dates are for what.
 * `src/server/catalog/repository/follow.ts` says the same in SQL.
 */
export interface StandIns {
  /** The own product in the place of one of the catalog. */
  of(base: Product): Product | null;
  /** The catalog's product in whose place an own one stands: of several the one that it is called by first. */
  behind(own: Product): Product | null;
  /** The catalog's products in whose place an own one stands. */
  readonly replaced: readonly Product[];
  /** The organization's dates for an own product, or for one of the catalog, one of a cycle. */
  datesOf(product: Product): readonly CycleOverride[];
}

/**
 * Finds them. An own product stands for one of the catalog that its name leads to, whose name it goes by, or whose slug
 * it has or had; of several for one the one that goes by its name, then the first by slug. A date counts by every name of the
 * product that it names, and of the one that stands there.
 */
export function standInsOf(
  catalog: IndexedCatalog,
  ownProducts: readonly Product[],
  overrides: readonly CycleOverride[],
): StandIns {
  const bases = new Map(ownProducts.map((own) => [own, basesOf(catalog, own)]));
  const standing = new Map<Product, Product>();
  for (const own of ownProducts.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))) {
    for (const base of bases.get(own) ?? []) {
      const known = standing.get(base);
      if (!known || (goesByNameOf(own, base) && !goesByNameOf(known, base)))
        standing.set(base, own);
    }
  }
  const replacedBy = (own: Product) =>
    (bases.get(own) ?? []).filter((base) => standing.get(base) === own);
  const dates = inOrder(catalog, overrides);
  const datesOf = (product: Product) => {
    if (dates.length === 0) return [];
    const own = bases.has(product) ? product : standing.get(product);
    if (!own) return firstOfEach(dates, namesLeadingTo(catalog, product));
    const others = replacedBy(own).flatMap((base) => namesLeadingTo(catalog, base));
    return firstOfEach(dates, [...foldedNamesOf(own), ...others], foldedName(own.name));
  };
  return {
    of: (base) => standing.get(base) ?? null,
    behind: (own) => replacedBy(own)[0] ?? null,
    replaced: [...standing.keys()],
    datesOf,
  };
}

/** Lists, best first, the products of the catalog that an own product may stand for. */
function basesOf(catalog: IndexedCatalog, own: Product): Product[] {
  const named = foldedNamesOf(own).flatMap((key, index) => {
    const base = catalog.byName.get(key);
    return base && (index === 0 || foldedName(base.name) === key) ? [base] : [];
  });
  const same = catalog.bySlug.get(own.slug) ?? productOfFormerSlug(catalog, own.slug);
  return [...new Set([...named, ...(same ? [same] : [])])];
}

function goesByNameOf(own: Product, base: Product): boolean {
  return foldedNamesOf(own).includes(foldedName(base.name));
}

function namesLeadingTo(catalog: IndexedCatalog, product: Product): string[] {
  return foldedNamesOf(product).filter((key) => catalog.byName.get(key) === product);
}

interface NamedDate {
  readonly key: string;
  readonly override: CycleOverride;
}

/** Those that name a product of the catalog as it is called itself first, for what is set anew is kept so. */
function inOrder(catalog: IndexedCatalog, overrides: readonly CycleOverride[]): NamedDate[] {
  return overrides
    .map((override) => {
      const key = foldedName(override.productName);
      const base = catalog.byName.get(key);
      return { key, override, rank: base && foldedName(base.name) === key ? 0 : 1 };
    })
    .toSorted((one, other) => one.rank - other.rank || (one.key < other.key ? -1 : 1));
}

/** Gives one date for each cycle: that which has the name of the own product, else the first. */
function firstOfEach(
  dates: readonly NamedDate[],
  names: readonly string[],
  first?: string,
): CycleOverride[] {
  const isNamed = new Set(names);
  const found = dates.filter(({ key }) => isNamed.has(key));
  const ordered = [
    ...found.filter(({ key }) => key === first),
    ...found.filter(({ key }) => key !== first),
  ];
  const byCycle = new Map<string, CycleOverride>();
  for (const { override } of ordered) {
    if (!byCycle.has(override.cycle)) byCycle.set(override.cycle, override);
  }
  return [...byCycle.values()];
}

/**
 * Gives the product by whose name software of a release cycle is found, which is known by the product's slug: an own
 * product that takes the place of another of the same slug leaves the cycles to it that it lacks.
 */
export function productOfCycle(
  view: Pick<CatalogView, 'productBySlug' | 'upstreamOf'>,
  slug: string,
  cycle: string | null,
): Product | null {
  const product = view.productBySlug(slug);
  const upstream = product && view.upstreamOf(product);
  if (upstream?.slug !== slug) return product;
  return product?.cycles.some(({ name }) => name === cycle) ? product : upstream;
}

/** Lists, folded, the names by which a product may be found: its own, and those of the one in whose place it stands. */
export function namesFoundBy(
  view: Pick<CatalogView, 'productNamed' | 'upstreamOf'>,
  product: Product,
): string[] {
  const upstream = view.upstreamOf(product);
  const both = [product, ...(upstream ? [upstream] : [])];
  const slugs = both.map(({ slug }) => slug);
  return both.flatMap(foldedNamesOf).filter((key) => {
    const named = view.productNamed(key);
    return named !== null && slugs.includes(named.slug);
  });
}
