import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import { isSupported, standardSupport } from '@/domain/catalog/cycle-end';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { offsetOf, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import type { OrganizationCatalog } from '../catalog-store';
import { toProductSummary } from '../product-dto';
import { matchingProducts, namesLeadingTo, type ProductQuery } from '../products';
import { namesInUse, NO_USE, useByCycle, type ProductUse } from './use-by-cycle';

export interface DashboardProductQuery extends ProductQuery {
  /** Only products that some image holds now. */
  readonly inUse: boolean;
}

/** A page of products by name, with what the organization holds of each and what of it ends next. */
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
  return {
    ...toProductSummary(product, { images, cycles: byCycle.size }),
    ended_in_use: held.filter((cycle) => !isSupported(cycle, today)).length,
    next_end: nextEnd(held.length > 0 ? held : product.cycles, today),
  };
}

/** The first end to come. */
function nextEnd(cycles: readonly ReleaseCycle[], today: Day) {
  const coming = cycles.flatMap((cycle) => {
    const endsOn = standardSupport(cycle)?.endsOn ?? null;
    return endsOn !== null && endsOn > today ? [{ cycle: cycle.label, ends_on: endsOn }] : [];
  });
  return coming.toSorted((one, other) => (one.ends_on < other.ends_on ? -1 : 1))[0] ?? null;
}
