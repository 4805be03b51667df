import type { Product } from '@/domain/catalog/catalog';
import { cleDocument, cleEvents } from '@/domain/cle/write';
import { DomainError, notFound } from '@/domain/errors';
import { openEoxCore, type OpenEoxCore, openEoxShell } from '@/domain/openeox/core';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findOwnProducts } from '@/server/catalog/repository/overlay';
import { factsOfProduct } from '@/server/catalog/repository/product-facts';

/**
 * Gives a page of the history of a product of the catalog as CLE. The organization's own dates are no part of it, as they
 * are nobody else's.
 * @throws DomainError 404 when the catalog has no such product, or never learnt a date of it
 */
export async function productCle(
  { db, catalog, env }: Pick<Deps, 'db' | 'catalog' | 'env'>,
  organizationId: OrganizationId,
  { slug, page }: { readonly slug: string; readonly page: number },
) {
  const view = await catalog.forOrganization(organizationId);
  const product = catalogs(view.productBySlug(slug), view);
  if (!product) throw notFound('Product');
  const purls = product.identifiers.flatMap(({ kind, value }) => (kind === 'purl' ? [value] : []));
  const known = { slug: product.slug, purls };
  const events = cleEvents(await factsOfProduct(db, product.slug), known);
  const url = (of: number) =>
    `${env.publicUrl}/api/catalog/products/${encodeURIComponent(product.slug)}/cle?page=${String(of)}`;
  return cleDocument(known, events, page, url);
}

/** The catalog's own product, where the organization's stands in its place. */
function catalogs(
  product: Product | null,
  view: { readonly upstreamOf: (product: Product) => Product | null },
): Product | null {
  if (product?.source !== 'organization') return product;
  return view.upstreamOf(product);
}

/**
 * Gives the release cycles of a product as the organization sees them, as OpenEoX: one as a core, or all of them as
 * statements.
 * @throws DomainError 404 when there is no such product or cycle, or nobody knows on which day it ended
 */
export async function productOpenEox(
  deps: Pick<Deps, 'db' | 'catalog' | 'clock'>,
  organizationId: OrganizationId,
  { slug, cycle }: { readonly slug: string; readonly cycle: string | null },
) {
  const view = await deps.catalog.forOrganization(organizationId);
  const product = view.productBySlug(slug);
  if (!product) throw notFound('Product');
  const updatedAt = await lastUpdates(deps, organizationId, product);
  if (cycle === null) {
    const cores = product.cycles.flatMap((one) => {
      const core = openEoxCore(one, updatedAt(one.name));
      return core ? [{ cycle: one.name, core }] : [];
    });
    return openEoxShell(product, cores);
  }
  const known = product.cycles.find(({ name }) => name === cycle);
  if (!known) throw notFound('Release cycle');
  return requireSayable(openEoxCore(known, updatedAt(cycle)), `${product.name} ${cycle}`);
}

function requireSayable(core: OpenEoxCore | null, named: string): OpenEoxCore {
  if (core) return core;
  const message = `${named} has ended on a day that nobody knows: OpenEoX has no word for it`;
  throw new DomainError('not_found', message);
}

/** Says when something on a cycle was last learnt, or set: an own date counts with its day. */
async function lastUpdates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  product: Product,
): Promise<(cycle: string) => Date> {
  const [facts, own] = await Promise.all([
    factsOfProduct(db, product.slug),
    product.source === 'organization' ? findOwnProducts(organizationId, db) : [],
  ]);
  const setAt = own.find(({ slug }) => slug === product.slug)?.setAt;
  const learnt = new Map(facts.map(({ cycle, learntAt }) => [cycle, learntAt]));
  const setOn = new Map<string, Date>();
  for (const { name, support } of product.cycles) {
    for (const { override } of support) if (override) setOn.set(name, new Date(override.setOn));
  }
  const newest = facts.at(-1)?.learntAt ?? clock.now();
  return (cycle) => {
    const at = setAt ?? learnt.get(cycle) ?? newest;
    const own = setOn.get(cycle);
    return own && own > at ? own : at;
  };
}
