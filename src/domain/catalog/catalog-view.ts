import type { Day } from '@/domain/eol/calendar';
import type { Distro } from '@/domain/scan/scan-context';
import type { Product } from './catalog';
import {
  buildCatalogIndex,
  matchComponent,
  matchScanned,
  type CatalogIndex,
} from './catalog-index';
import type { CatalogMatch, ComponentQuery } from './match';
import type { ScannedComponent } from './match-scanned';
import { foldedName, productsByName } from './product-names';

/** A catalogue in memory, ready to be asked. */
export interface IndexedCatalog {
  readonly products: readonly Product[];
  readonly index: CatalogIndex;
  /** By every name that leads to one product without doubt, folded. */
  readonly byName: ReadonlyMap<string, Product>;
  readonly bySlug: ReadonlyMap<string, Product>;
}

/** An organization's own date for a cycle's standard support. */
export interface CycleOverride {
  readonly productName: string;
  readonly cycle: string;
  readonly endsOn: Day;
  readonly reason: string;
  readonly setBy: string;
  readonly setOn: Day;
}

/** What an organization adds to the catalogue. */
export interface CatalogOverlay {
  readonly ownProducts: readonly Product[];
  readonly overrides: readonly CycleOverride[];
}

/** The catalogue as one organization sees it. */
export interface CatalogView {
  match(query: ComponentQuery): CatalogMatch;
  matchScanned(component: ScannedComponent, distro: Distro | null): CatalogMatch;
  /** By name, slug or alias, in any case; null when none or several are called so. */
  productNamed(name: string): Product | null;
  productBySlug(slug: string): Product | null;
  /** The catalogue's product, with the organization's dates, in whose place the organization's own stands. */
  upstreamOf(product: Product): Product | null;
  /** Every product that can be found by its slug, by name. */
  products(): readonly Product[];
}

/** @param asOf the day that says whether versions older than all cycles have ended; null: that is never concluded */
export function indexCatalog(
  products: readonly Product[],
  asOf: Day | null = null,
): IndexedCatalog {
  return {
    products,
    index: buildCatalogIndex(products, asOf),
    byName: productsByName(products),
    bySlug: new Map(products.map((product) => [product.slug, product])),
  };
}

/** The catalogue as it is, for organizations that add nothing to it. */
export function plainView(catalog: IndexedCatalog): CatalogView {
  return {
    match: (query) => matchComponent(catalog.index, query),
    matchScanned: (component, distro) => matchScanned(catalog.index, component, distro),
    productNamed: (name) => catalog.byName.get(foldedName(name)) ?? null,
    productBySlug: (slug) => catalog.bySlug.get(slug) ?? null,
    upstreamOf: () => null,
    products: onFirstCall(() => inOrderOfNames(catalog.products)),
  };
}

/** By name, without regard to case, then slug. */
export function inOrderOfNames(products: readonly Product[]): readonly Product[] {
  const keyed = products.map((product) => ({
    key: [foldedName(product.name), product.slug],
    product,
  }));
  const compare = ([name = '', slug = '']: string[], [otherName = '', otherSlug = '']: string[]) =>
    name < otherName || (name === otherName && slug < otherSlug) ? -1 : 1;
  return keyed.sort((left, right) => compare(left.key, right.key)).map(({ product }) => product);
}

export function onFirstCall<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
