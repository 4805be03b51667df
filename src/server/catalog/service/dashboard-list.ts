import {
  isSupported,
  type Product,
  type ReleaseCycle,
  standardSupport,
} from '@/domain/catalog/catalog';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { offsetOf, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { OrganizationCatalog } from './store';
import { toProductSummary } from '../dto';
import { matchingProducts, namesLeadingTo, type ProductQuery } from './products';
import { namesInUse } from '@/server/catalog/repository/use';
import { NO_USE, type ProductUse, useByCycle } from './use-by-cycle';

export interface DashboardProductQuery extends ProductQuery {
  /** Only products that some image holds now. */
  readonly inUse: boolean;
}

/** Lists a page of products by name, with the organization's use of each and its next end there. */
export async function listProductsForDashboard(
  { db, catalog, clock }: Deps,
  organizationId: OrganizationId,
  query: DashboardProductQuery,
) {
  const view = await catalog.forOrganization(organizationId);
  const used = query.inUse ? slugsInUse(view, await namesInUse(organizationId, db)) : null;
  const matching = matchingProducts(view, query).filter(
    ({ slug }) => used === null || used.has(slug),
  );
  const offset = offsetOf(query);
  const shown = matching.slice(offset, offset + query.size);
  const names = shown.flatMap((product) =>
    namesLeadingTo(view, product).map((nameKey) => ({ slug: product.slug, nameKey })),
  );
  const uses = await useByCycle(organizationId, db, names);
  const today = dayOf(clock.now());
  const items = shown.map((product) => toListed(product, uses.get(product.slug) ?? NO_USE, today));
  return toPage(items, matching.length, query);
}

function slugsInUse(view: OrganizationCatalog, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => view.productNamed(name)?.slug ?? []));
}

function toListed(product: Product, { images, byCycle }: ProductUse, today: Day) {
  const held = product.cycles.filter(({ name }) => byCycle.has(name));
  const known = new Set(held.map(({ name }) => name));
  // The catalog lacks these, and they have ends all the same: a scanner's, an own date's, an estimate.
  const others = [...byCycle]
    .filter(([name]) => !known.has(name))
    .map(([cycle, { eolOn }]) => ({ cycle, eolOn }));
  const ended = [
    ...held.filter((cycle) => !isSupported(cycle, today)),
    ...others.filter(({ eolOn }) => eolOn !== null && eolOn <= today),
  ];
  const ends = byCycle.size > 0 ? [...endsOf(held), ...others] : endsOf(product.cycles);
  return {
    ...toProductSummary(product, { images, cycles: byCycle.size }),
    ended_in_use: ended.length,
    next_end: nextEnd(ends, today),
  };
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
