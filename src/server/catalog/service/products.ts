import { dayOf } from '@/domain/eol/calendar';
import type { Product } from '@/domain/catalog/catalog';
import { type EndoflifeCycle, toEndoflifeCycles } from '@/domain/catalog/endoflife-v0';
import { foldedNamesOf, productSearch } from '@/domain/catalog/product-names';
import { notFound } from '@/domain/errors';
import { offsetOf, type PageRequest, toPage } from '@/domain/pagination';
import { findCatalogCover } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { OrganizationCatalog } from './store';
import { toProductRecord, toProductSummary } from '../dto';
import { imagesOfCycles, useOfOneCycle, useOfProducts } from '@/server/catalog/repository/use';

const UNUSED = { images: 0, cycles: 0 };

export interface ProductQuery extends PageRequest {
  /** Anywhere in a name, slug, alias or identifier; or the purl or CPE of a version. */
  readonly search?: string | null | undefined;
  readonly category?: string | null | undefined;
}

/** Lists products of the catalog as the organization sees it, by name, with the organization's use of each. */
export async function searchProducts(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  query: ProductQuery,
) {
  const view = await catalog.forOrganization(organizationId);
  const matching = matchingProducts(view, query);
  const offset = offsetOf(query);
  const shown = matching.slice(offset, offset + query.size);
  const names = shown.flatMap((product) =>
    namesLeadingTo(view, product).map((key) => ({ slug: product.slug, nameKey: key })),
  );
  const uses = await useOfProducts(organizationId, db, names);
  const items = shown.map((product) => toProductSummary(product, uses.get(product.slug) ?? UNUSED));
  return toPage(items, matching.length, query);
}

/** @throws DomainError 404 when neither the catalog nor the organization has such a product */
export async function getProduct(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  slug: string,
) {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productBySlug(slug);
  if (!product) throw notFound('Product');
  const names = namesLeadingTo(view, product);
  return toProductRecord(product, await imagesOfCycles(organizationId, db, names));
}

/** Counts the images of the organization that hold a release cycle of a product, by any of its names. */
export async function useOfCycle(
  { db, catalog }: Pick<Deps, 'db' | 'catalog'>,
  organizationId: OrganizationId,
  { product: name, cycle }: { readonly product: string; readonly cycle: string },
) {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productNamed(name);
  if (!product) return { images: 0, softwareIds: [] };
  return useOfOneCycle(organizationId, db, namesLeadingTo(view, product), cycle);
}

/**
 * Gives a product's release cycles as endoflife.date writes them, with the organization's own dates, and with what its
 * contracts cover everywhere as paid support.
 * @throws DomainError 404 when neither the catalog nor the organization has such a product
 */
export async function endoflifeCycles(
  { db, catalog, clock }: Pick<Deps, 'db' | 'catalog' | 'clock'>,
  organizationId: OrganizationId,
  slug: string,
): Promise<EndoflifeCycle[]> {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productBySlug(slug);
  if (!product) throw notFound('Product');
  const upstream = view.upstreamOf(product);
  const today = dayOf(clock.now());
  if (!view.hasContracts) return toEndoflifeCycles(product, upstream, today);
  const cycles = [product, upstream].flatMap((one) => one?.cycles ?? []);
  const asked = cycles.map(({ name }) => ({ product: product.name, cycle: name }));
  const cover = await findCatalogCover(organizationId, db, null, asked);
  return toEndoflifeCycles(product, upstream, today, ({ name }) => cover(product.name, name));
}

/** Finds the products that a question is about, by name. */
export function matchingProducts(
  view: OrganizationCatalog,
  { search, category }: Pick<ProductQuery, 'search' | 'category'>,
): Product[] {
  const isFound = search ? productSearch(search) : null;
  return view
    .products()
    .filter((product) => !category || product.category === category)
    .filter((product) => isFound === null || isFound(product));
}

/** Lists the names under which scanners may report a product. An alias may lead elsewhere, or nowhere. */
export function namesLeadingTo(view: OrganizationCatalog, product: Product): string[] {
  return foldedNamesOf(product).filter((key) => view.productNamed(key)?.slug === product.slug);
}

/** Tells whether the catalog, as the organization sees it, has a release cycle of a product that goes by a name. */
export function hasCycle(view: OrganizationCatalog, productName: string, cycle: string): boolean {
  const product = view.productNamed(productName);
  const upstream = product && view.upstreamOf(product);
  return [product, upstream].some((one) => one?.cycles.some(({ name }) => name === cycle));
}
