import type { Day } from '@/domain/eol/calendar';
import type { Distro } from '@/domain/scan/context';
import {
  catalogEndOf,
  type Identifier,
  type Product,
  type Reference,
  type ReleaseCycle,
  type SupportLevel,
} from './catalog';
import {
  buildCatalogIndex,
  type CatalogIndex,
  explainScanned,
  matchComponent,
  matchScanned,
} from './index-of-names';
import type { CatalogMatch, ComponentQuery } from './match';
import type { ScannedComponent } from './match-scanned';
import type { ExplainedMatch } from './match-trace';
import { inferredCycleOf } from './older-lines';
import { foldedName, productsByName } from './product-names';

/** A catalog in memory, ready to be asked. */
export interface IndexedCatalog {
  readonly products: readonly Product[];
  readonly index: CatalogIndex;
  /** By every name that leads to one product without doubt, folded. */
  readonly byName: ReadonlyMap<string, Product>;
  readonly bySlug: ReadonlyMap<string, Product>;
}

/** A state of the catalog that all organizations share. */
export interface RevisionIdentity {
  /** Counts the changes of the catalog; 0 while it is empty. */
  readonly revision: number;
  /**
   * Is another one for each change, whereas numbers are counted again by a standby that lost the last ones; null while the
   * catalog is empty.
   */
  readonly revisionId: string | null;
}

/** Tells whether two states are one. */
export function isSameRevision(one: RevisionIdentity, other: RevisionIdentity): boolean {
  return one.revision === other.revision && one.revisionId === other.revisionId;
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

/** By what an organization says that a product is recognized, too. */
export interface OwnIdentifier extends Identifier {
  /** The slug of a product of its own or of the catalog. */
  readonly product: string;
}

/** The additions of an organization to the catalog. */
export interface CatalogOverlay {
  readonly identifiers?: readonly OwnIdentifier[];
  readonly ownProducts: readonly Product[];
  readonly overrides: readonly CycleOverride[];
}

/** The catalog as one organization sees it. */
export interface CatalogView {
  match(query: ComponentQuery): CatalogMatch;
  matchScanned(component: ScannedComponent, distro: Distro | null): CatalogMatch;
  /** The same match, and every look into the catalog that it took. */
  explainScanned(component: ScannedComponent, distro: Distro | null): ExplainedMatch;
  /** By name, slug or alias, in any case; null when none or several are called so. */
  productNamed(name: string): Product | null;
  /** By its slug, or by one that it had: a source keeps that as an alias. */
  productBySlug(slug: string): Product | null;
  /** The catalog's product, with the organization's dates, in whose place the organization's own stands. */
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

/** The catalog as it is, for organizations that add nothing to it. */
export function plainView(catalog: IndexedCatalog): CatalogView {
  return {
    match: (query) => matchComponent(catalog.index, query),
    matchScanned: (component, distro) => matchScanned(catalog.index, component, distro),
    explainScanned: (component, distro) => explainScanned(catalog.index, component, distro),
    productNamed: (name) => catalog.byName.get(foldedName(name)) ?? null,
    productBySlug: (slug) => catalog.bySlug.get(slug) ?? productOfFormerSlug(catalog, slug),
    upstreamOf: () => null,
    products: onFirstCall(() => inOrderOfNames(catalog.products)),
  };
}

/** Gives the one product that has this as an alias, to the letter. What else goes by such a name is not meant by a slug. */
export function productOfFormerSlug(catalog: IndexedCatalog, slug: string): Product | null {
  const product = catalog.byName.get(foldedName(slug));
  const had = product?.identifiers.some(({ kind, value }) => kind === 'alias' && value === slug);
  return product && had ? product : null;
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

/** A release cycle as scanners name it. */
export interface FoundCycle {
  /** Any name of the product. */
  readonly productName: string;
  readonly cycle: string;
}

type Named = Pick<CatalogView, 'productNamed' | 'upstreamOf'>;

/**
 * Finds a release cycle: of the organization's own product of that name, else of the catalog's. One that its own product lacks
 * is the catalog's still.
 */
export function cycleNamed(
  catalog: Named,
  { productName, cycle }: FoundCycle,
): { readonly product: Product; readonly cycle: ReleaseCycle } | null {
  for (const product of productsNamed(catalog, productName)) {
    const found = product.cycles.find(({ name }) => name === cycle);
    if (found) return { product, cycle: found };
  }
  return null;
}

/** The product of a name, and the catalog's in whose place it stands. */
function productsNamed(catalog: Named, name: string): readonly Product[] {
  const product = catalog.productNamed(name);
  if (!product) return [];
  const upstream = catalog.upstreamOf(product);
  return upstream ? [product, upstream] : [product];
}

/** The catalog's facts about a finding's release cycle, as of today. */
export interface CatalogFacts {
  /** The product's slug. */
  readonly product: string;
  /** The end by the catalog itself, whatever the organization has set. */
  readonly eolDate: Day | null;
  readonly releaseDate: Day | null;
  readonly latestRelease: string | null;
  readonly latestReleaseDate: Day | null;
  readonly support: {
    readonly level: SupportLevel;
    readonly endsOn: Day | null;
    readonly ended: boolean;
  }[];
  readonly references: Reference[];
}

/**
 * Null when the catalog neither has the cycle nor concludes that it has ended. Read from memory: nothing of it is
 * stored.
 */
export function catalogFactsOf(catalog: Named, found: FoundCycle, today: Day): CatalogFacts | null {
  const known = cycleNamed(catalog, found) ?? inferredCycleNamed(catalog, found, today);
  if (!known) return null;
  const { product, cycle } = known;
  return {
    product: product.slug,
    eolDate: catalogEndOf(cycle),
    releaseDate: cycle.releasedOn,
    latestRelease: cycle.latestRelease,
    latestReleaseDate: cycle.latestReleasedOn,
    support: cycle.support.map(({ level, endsOn, ended }) => ({
      level,
      endsOn,
      ended: ended || (endsOn !== null && endsOn <= today),
    })),
    references: referencesOf(product, cycle),
  };
}

function inferredCycleNamed(catalog: Named, { productName, cycle: name }: FoundCycle, today: Day) {
  for (const product of productsNamed(catalog, productName)) {
    const cycle = inferredCycleOf(product, name, today);
    if (cycle) return { product, cycle };
  }
  return null;
}

/** The cycle's own notes first, then what the product's vendor says. */
function referencesOf({ references }: Product, { releaseNotesUrl }: ReleaseCycle): Reference[] {
  const notes = releaseNotesUrl ? [{ type: 'CHANGELOG' as const, url: releaseNotesUrl }] : [];
  return [...notes, ...references.filter(({ url }) => url !== releaseNotesUrl)];
}
