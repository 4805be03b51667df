import type { Product } from '@/domain/catalog/catalog';
import { foldedName, foldedNamesOf } from '@/domain/catalog/product-names';
import { notFound } from '@/domain/errors';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import type { OrganizationCatalog } from './catalog-store';
import { toProductRecord, toProductSummary } from './product-dto';
import { imagesOfCycles, UNUSED, useOfProducts } from './use-queries';

export interface ProductQuery extends PageRequest {
  /** Anywhere in a name, slug, alias or identifier. */
  readonly search?: string | null | undefined;
  readonly category?: string | null | undefined;
}

/** Products of the catalogue as the organization sees it, by name, with what the organization holds of each. */
export async function searchProducts(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  query: ProductQuery,
) {
  const view = await catalog.forOrganization(organizationId);
  const folded = query.search ? foldForSearch(query.search) : null;
  const matching = view
    .products()
    .filter((product) => !query.category || product.category === query.category)
    .filter((product) => folded === null || isFoundBy(product, folded));
  const offset = offsetOf(query);
  const shown = matching.slice(offset, offset + query.size);
  const names = shown.flatMap((product) =>
    namesLeadingTo(view, product).map((key) => ({ slug: product.slug, nameKey: key })),
  );
  const uses = await useOfProducts(organizationId, db, names);
  const items = shown.map((product) => toProductSummary(product, uses.get(product.slug) ?? UNUSED));
  return toPage(items, matching.length, query);
}

/** @throws DomainError 404 when neither the catalogue nor the organization has such a product */
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

function isFoundBy(product: Product, folded: string): boolean {
  const texts = [product.name, product.slug, ...product.identifiers.map(({ value }) => value)];
  return texts.some((text) => foldedName(text).includes(folded));
}

/** An alias may lead elsewhere, or nowhere. */
function namesLeadingTo(view: OrganizationCatalog, product: Product): string[] {
  return foldedNamesOf(product).filter((key) => view.productNamed(key)?.slug === product.slug);
}
