import {
  isSupported,
  type Product,
  type ReleaseCycle,
  standardSupport,
} from '@/domain/catalog/catalog';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { type EolState, stateOf } from '@/domain/eol/proximity';
import { offsetOf, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { OrganizationCatalog } from './store';
import { toProductSummary } from '../dto';
import { matchingProducts, namesLeadingTo, type ProductQuery } from './products';
import { namesInUse } from '@/server/catalog/repository/use';
import { NO_USE, type ProductUse, useByCycle } from './use-by-cycle';

/** A choice of products. */
export interface ProductChoice extends Omit<ProductQuery, 'page' | 'size'> {
  /** Only products that some image holds now. */
  readonly inUse: boolean;
}

export type DashboardProductQuery = ProductChoice & ProductQuery;

/** Products whose use is read at a time. */
const BATCH = 100;

/** Lists a page of products by name, with the organization's use of each and its next end there. */
export async function listProductsForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardProductQuery,
) {
  const { view, matching } = await chosenProducts(deps, organizationId, query);
  const offset = offsetOf(query);
  const shown = matching.slice(offset, offset + query.size);
  const items = await withUse(deps, organizationId, view, shown);
  return toPage(items, matching.length, query);
}

/** Reads all products of the same list in batches, each with the state of its next end. */
export async function* productsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProductChoice,
) {
  const { view, matching } = await chosenProducts(deps, organizationId, query);
  const today = dayOf(deps.clock.now());
  for (let from = 0; from < matching.length; from += BATCH) {
    const listed = await withUse(deps, organizationId, view, matching.slice(from, from + BATCH));
    yield listed.map((one) => ({ ...one, id: one.slug, state: stateOfNext(one, today) }));
  }
}

type ListedProduct = ReturnType<typeof toListed>;

/** The state of the end that the list shows: that which comes next, or that none does as all have ended. */
function stateOfNext({ next_end: next, all_ended: allEnded }: ListedProduct, today: Day): EolState {
  if (next) return stateOf(next.ends_on, today);
  return allEnded ? 'ended' : 'unknown';
}

async function chosenProducts(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  query: ProductChoice,
) {
  const view = await catalog.forOrganization(organizationId);
  const used = query.inUse ? slugsInUse(view, await namesInUse(organizationId, db)) : null;
  const matching = matchingProducts(view, query).filter(
    ({ slug }) => used === null || used.has(slug),
  );
  return { view, matching };
}

async function withUse(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  view: OrganizationCatalog,
  shown: readonly Product[],
): Promise<ListedProduct[]> {
  const names = shown.flatMap((product) =>
    namesLeadingTo(view, product).map((nameKey) => ({ slug: product.slug, nameKey })),
  );
  const uses = await useByCycle(organizationId, db, names);
  const today = dayOf(clock.now());
  return shown.map((product) => toListed(product, uses.get(product.slug) ?? NO_USE, today));
}

function slugsInUse(view: OrganizationCatalog, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => view.productNamed(name)?.slug ?? []));
}

function toListed(product: Product, { images, byCycle }: ProductUse, today: Day) {
  const labels = new Map(product.cycles.map(({ name, label }) => [name, label]));
  // What is held ends as its images are judged: by a contract, an own date, a scanner's where the catalog has none.
  const held = [...byCycle].map(([name, { eolOn }]) => ({
    cycle: labels.get(name) ?? name,
    eolOn,
  }));
  const ended = held.filter(({ eolOn }) => eolOn !== null && eolOn <= today);
  const isUsed = byCycle.size > 0;
  return {
    ...toProductSummary(product, { images, cycles: byCycle.size }),
    ended_in_use: ended.length,
    next_end: nextEnd(isUsed ? held : endsOf(product.cycles), today),
    all_ended: isUsed ? ended.length === held.length : haveAllEnded(product.cycles, today),
  };
}

/** Whether there are cycles and each has ended, on a day that is known or not. */
function haveAllEnded(cycles: readonly ReleaseCycle[], today: Day): boolean {
  return cycles.length > 0 && cycles.every((cycle) => !isSupported(cycle, today));
}

interface CycleEnd {
  readonly cycle: string;
  readonly eolOn: Day | null;
}

function endsOf(cycles: readonly ReleaseCycle[]): CycleEnd[] {
  return cycles.map((cycle) => ({
    cycle: cycle.label,
    eolOn: standardSupport(cycle)?.endsOn ?? null,
  }));
}

/** Finds the first end to come. */
function nextEnd(ends: readonly CycleEnd[], today: Day) {
  const coming = ends.flatMap(({ cycle, eolOn }) =>
    eolOn !== null && eolOn > today ? [{ cycle, ends_on: eolOn }] : [],
  );
  return coming.toSorted((one, other) => (one.ends_on < other.ends_on ? -1 : 1))[0] ?? null;
}
