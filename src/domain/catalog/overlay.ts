import type { Product, ReleaseCycle, SupportEnd } from './catalog';
import {
  buildCatalogIndex,
  type CatalogIndex,
  explainScanned,
  layeredIndex,
  matchComponent,
  matchScanned,
} from './index-of-names';
import { buildLinks } from './layer';
import type { Candidate, CatalogMatch } from './match';
import { foldedName } from './product-names';
import { type StandIns, standInsOf } from './stand-ins';
import {
  type CatalogOverlay,
  type CatalogView,
  type CycleOverride,
  indexCatalog,
  type IndexedCatalog,
  inOrderOfNames,
  onFirstCall,
  plainView,
  productOfFormerSlug,
} from './view';

/**
 * The catalog with an organization's own products before it and its own dates on top. Where an own product
 * goes by the name or slug of one of the catalog, its cycles stand in the place of the catalog's; cycles
 * that it lacks are the catalog's still. Of both a date counts by whatever name it is kept.
 */
export function overlaidView(catalog: IndexedCatalog, overlay: CatalogOverlay): CatalogView {
  const standIns = standInsOf(catalog, overlay.ownProducts, overlay.overrides);
  const dated = new Map(
    overlay.ownProducts.map((product) => [product, withDates(product, standIns.datesOf(product))]),
  );
  const own = indexCatalog([...dated.values()]);
  const [ownView, baseView] = [plainView(own), plainView(catalog)];
  const replaced = replacements(catalog, standIns, dated, overlay.overrides);
  const upstreams = new Map(
    [...dated].flatMap(([product, standIn]) => {
      const base = standIns.behind(product);
      return base ? [[standIn, replaced.get(base)?.product ?? base] as const] : [];
    }),
  );
  const shown = (product: Product) => replaced.get(product)?.product ?? product;
  const index = layeredIndex([
    ...[own.index, linked(catalog, own, overlay), catalog.index],
    uncataloged(catalog, own, overlay),
  ]);
  return {
    match: (query) => showing(matchComponent(index, query), replaced),
    matchScanned: (component, distro) => showing(matchScanned(index, component, distro), replaced),
    explainScanned: (component, distro) => {
      const { match, steps } = explainScanned(index, component, distro);
      return { match: showing(match, replaced), steps };
    },
    productNamed: (name) =>
      ownView.productNamed(name) ?? mapped(baseView.productNamed(name), shown),
    productBySlug: (slug) => own.bySlug.get(slug) ?? mapped(baseView.productBySlug(slug), shown),
    upstreamOf: (product) => upstreams.get(product) ?? null,
    products: onFirstCall(() =>
      inOrderOfNames([
        ...own.products,
        ...catalog.products.filter(({ slug }) => !own.bySlug.has(slug)).map(shown),
      ]),
    ),
  };
}

/** What leads to products beside what these say themselves; an own product comes before the catalog's of the same slug. */
function linked(
  catalog: IndexedCatalog,
  own: IndexedCatalog,
  { identifiers = [] }: CatalogOverlay,
): CatalogIndex {
  const links = identifiers.flatMap(({ product: slug, kind, value }) => {
    const product =
      own.bySlug.get(slug) ?? catalog.bySlug.get(slug) ?? productOfFormerSlug(catalog, slug);
    return product ? [{ product, identifier: { kind, value } }] : [];
  });
  return { layers: links.length === 0 ? [] : [buildLinks(links)] };
}

/** Products of which nothing is known but an organization's own dates: they are found by their names, after all others. */
function uncataloged(
  catalog: IndexedCatalog,
  own: IndexedCatalog,
  { overrides }: CatalogOverlay,
): CatalogIndex {
  const known = ({ productName }: CycleOverride) =>
    catalog.byName.has(foldedName(productName)) || own.byName.has(foldedName(productName));
  const unknown = Map.groupBy(
    overrides.filter((override) => !known(override)),
    ({ productName }) => foldedName(productName),
  );
  // Every match looks into every layer.
  if (unknown.size === 0) return { layers: [] };
  return buildCatalogIndex([...unknown.values()].flatMap(datedProduct));
}

/** It has no slug, as no page of the catalog is about it: its name stands in the place of one, as for what only scanners know. */
function datedProduct(dates: readonly CycleOverride[]): Product[] {
  const cycles = dates.map((override) => withDate(emptyCycle(override.cycle), override));
  const facts = { vendor: null, category: 'app', identifiers: [], references: [] } as const;
  return dates.slice(0, 1).map(({ productName }) => ({
    ...{ slug: productName, name: productName, ...facts, source: 'organization', cycles },
  }));
}

function emptyCycle(name: string): ReleaseCycle {
  return {
    ...{ name, label: name, codename: null, lts: false, releasedOn: null },
    ...{ latestRelease: null, latestReleasedOn: null, releaseNotesUrl: null, support: [] },
  };
}

interface Replacement {
  /** The catalog's product with the organization's dates. */
  readonly product: Product;
  /** The organization's own product that stands in its place, with its dates. */
  readonly own: Product | null;
  /** Its own dates, also for what the catalog has no cycle of. */
  readonly overrides: readonly CycleOverride[];
}

function replacements(
  catalog: IndexedCatalog,
  standIns: StandIns,
  dated: ReadonlyMap<Product, Product>,
  overrides: readonly CycleOverride[],
): ReadonlyMap<Product, Replacement> {
  const touched = overrides.flatMap(({ productName }) => {
    const base = catalog.byName.get(foldedName(productName));
    return base ? [base] : [];
  });
  return new Map(
    [...new Set([...standIns.replaced, ...touched])].map((base) => {
      const dates = standIns.datesOf(base);
      const own = mapped(standIns.of(base), (product) => dated.get(product) ?? product);
      return [base, { product: withDates(base, dates), own, overrides: dates }];
    }),
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
  const extended = of('EXTENDED_SUPPORT').map((end) => lastingAsLong(end, override));
  return { ...cycle, support: [...of('ACTIVE_SUPPORT'), standard, ...extended] };
}

/** Fixes that are paid for last as long as those that are not, as under a contract: a date of one's own says that somebody gives some. */
function lastingAsLong(
  end: SupportEnd,
  { endsOn, reason, setBy, setOn }: CycleOverride,
): SupportEnd {
  const isShorter = end.endsOn === null ? end.ended : end.endsOn < endsOn;
  if (!isShorter) return end;
  const catalogs = { catalogEndsOn: end.endsOn, catalogEnded: end.ended };
  return {
    level: end.level,
    endsOn,
    ended: false,
    override: { ...catalogs, reason, setBy, setOn },
  };
}

function showing(match: CatalogMatch, replaced: ReadonlyMap<Product, Replacement>): CatalogMatch {
  if (!match.found) {
    const { product, candidates, maintainedBy, asBuiltByProject } = match;
    const own = asBuiltByProject && ownCycle(asBuiltByProject, replaced);
    if (own) return { ...asBuiltByProject, ...own, ...(maintainedBy && { maintainedBy }) };
    return {
      ...match,
      product: product && (replaced.get(product)?.product ?? product),
      ...(candidates && { candidates: candidates.map((one) => replacedCycle(one, replaced)) }),
    };
  }
  const upstream = match.upstream && replacedCycle(match.upstream, replaced);
  return { ...match, ...replacedCycle(match, replaced), upstream };
}

/** The release cycle in the place of one of the catalog, where the organization says itself something of it. */
function ownCycle(match: Candidate, replaced: ReadonlyMap<Product, Replacement>): Candidate | null {
  const replacement = replaced.get(match.product);
  const known = (replacement?.own?.cycles ?? []).map(({ name }) => name);
  const dated = (replacement?.overrides ?? []).map(({ cycle }) => cycle);
  return [...known, ...dated].includes(match.cycle.name) ? replacedCycle(match, replaced) : null;
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
  const { overrides } = replacement;
  const override = overrides.find((one) => one.cycle === cycle.name);
  const dated = cycle.inferred && override ? withDate(cycle, override) : cycle;
  return { product: replacement.product, cycle: replacement.product.cycles.find(named) ?? dated };
}

function mapped<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}
