import type { Day } from '@/domain/eol/calendar';
import type { Distro } from '@/domain/scan/scan-context';
import type { Product, ReleaseCycle, SupportEnd } from './catalog';
import {
  buildCatalogIndex,
  matchComponent,
  matchScanned,
  type CatalogIndex,
} from './catalog-index';
import type { CatalogMatch, ComponentQuery } from './match';
import type { ScannedComponent } from './match-scanned';
import { nameKey, productsByName } from './product-names';

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
}

export function indexCatalog(products: readonly Product[]): IndexedCatalog {
  return {
    products,
    index: buildCatalogIndex(products),
    byName: productsByName(products),
    bySlug: new Map(products.map((product) => [product.slug, product])),
  };
}

/** The catalogue as it is, for organizations that add nothing to it. */
export function plainView(catalog: IndexedCatalog): CatalogView {
  return {
    match: (query) => matchComponent(catalog.index, query),
    matchScanned: (component, distro) => matchScanned(catalog.index, component, distro),
    productNamed: (name) => catalog.byName.get(nameKey(name)) ?? null,
    productBySlug: (slug) => catalog.bySlug.get(slug) ?? null,
  };
}

/**
 * The catalogue with an organization's own products before it and its own dates on top. Where an own product
 * goes by the name or slug of one of the catalogue, its cycles stand in the place of the catalogue's; cycles
 * that it lacks are the catalogue's still.
 */
export function overlaidView(catalog: IndexedCatalog, overlay: CatalogOverlay): CatalogView {
  const own = indexCatalog(overlay.ownProducts.map((product) => dated(product, overlay.overrides)));
  const [ownView, baseView] = [plainView(own), plainView(catalog)];
  const replaced = replacements(catalog, own, overlay.overrides);
  const shown = (product: Product) => replaced.get(product)?.product ?? product;
  const finish = (found: CatalogMatch) => showing(found, replaced);
  const firstFound = (ownMatch: CatalogMatch, baseMatch: () => CatalogMatch): CatalogMatch =>
    ownMatch.found ? ownMatch : bestMiss(ownMatch, finish(baseMatch()));
  return {
    match: (query) => firstFound(ownView.match(query), () => baseView.match(query)),
    matchScanned: (component, distro) =>
      firstFound(ownView.matchScanned(component, distro), () =>
        baseView.matchScanned(component, distro),
      ),
    productNamed: (name) =>
      ownView.productNamed(name) ?? mapped(baseView.productNamed(name), shown),
    productBySlug: (slug) =>
      ownView.productBySlug(slug) ?? mapped(baseView.productBySlug(slug), shown),
  };
}

interface Replacement {
  /** The catalogue's product with the organization's dates. */
  readonly product: Product;
  /** The organization's own product of the same name or slug. */
  readonly own: Product | null;
}

function replacements(
  catalog: IndexedCatalog,
  own: IndexedCatalog,
  overrides: readonly CycleOverride[],
): ReadonlyMap<Product, Replacement> {
  const shadows = new Map<Product, Product>();
  for (const product of own.products) {
    const base = catalog.byName.get(nameKey(product.name)) ?? catalog.bySlug.get(product.slug);
    if (base) shadows.set(base, product);
  }
  const touched = overrides.flatMap(({ productName }) => {
    const base = catalog.byName.get(nameKey(productName));
    return base ? [base] : [];
  });
  return new Map(
    [...new Set([...shadows.keys(), ...touched])].map((base) => {
      const named = overrides.filter(
        ({ productName }) => catalog.byName.get(nameKey(productName)) === base,
      );
      return [base, { product: withDates(base, named), own: shadows.get(base) ?? null }];
    }),
  );
}

function dated(product: Product, overrides: readonly CycleOverride[]): Product {
  const names = productsByName([product]);
  return withDates(
    product,
    overrides.filter(({ productName }) => names.has(nameKey(productName))),
  );
}

function withDates(product: Product, overrides: readonly CycleOverride[]): Product {
  if (overrides.length === 0) return product;
  const byCycle = new Map(overrides.map((override) => [override.cycle, override]));
  const cycles = product.cycles.map((cycle) => {
    const override = byCycle.get(cycle.name);
    return override ? withDate(cycle, override) : cycle;
  });
  return { ...product, cycles };
}

function withDate(cycle: ReleaseCycle, override: CycleOverride): ReleaseCycle {
  const { endsOn, reason, setBy, setOn } = override;
  const catalogs = cycle.support.find(({ level }) => level === 'STANDARD_SUPPORT');
  const standard: SupportEnd = {
    level: 'STANDARD_SUPPORT',
    endsOn,
    ended: false,
    override: {
      catalogEndsOn: catalogs?.endsOn ?? null,
      catalogEnded: catalogs?.ended ?? false,
      reason,
      setBy,
      setOn,
    },
  };
  const of = (wanted: SupportEnd['level']) => cycle.support.filter(({ level }) => level === wanted);
  return { ...cycle, support: [...of('ACTIVE_SUPPORT'), standard, ...of('EXTENDED_SUPPORT')] };
}

function showing(match: CatalogMatch, replaced: ReadonlyMap<Product, Replacement>): CatalogMatch {
  if (!match.found) {
    return match.product
      ? { ...match, product: replaced.get(match.product)?.product ?? match.product }
      : match;
  }
  const upstream = match.upstream && replacedCycle(match.upstream, replaced);
  return { ...match, ...replacedCycle(match, replaced), upstream };
}

function replacedCycle(
  { product, cycle }: { readonly product: Product; readonly cycle: ReleaseCycle },
  replaced: ReadonlyMap<Product, Replacement>,
): { product: Product; cycle: ReleaseCycle } {
  const replacement = replaced.get(product);
  if (!replacement) return { product, cycle };
  const named = ({ name }: ReleaseCycle) => name === cycle.name;
  const own = replacement.own?.cycles.find(named);
  if (replacement.own && own) return { product: replacement.own, cycle: own };
  return { product: replacement.product, cycle: replacement.product.cycles.find(named) ?? cycle };
}

/** Of two misses the one that got further: a product whose cycle is unknown, rather than no product at all. */
function bestMiss(own: CatalogMatch, base: CatalogMatch): CatalogMatch {
  return base.found || own.found || own.product === null || base.product !== null ? base : own;
}

function mapped<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}
