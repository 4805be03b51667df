import { v7 as uuidv7 } from 'uuid';
import { foldedNamesOf } from '@/domain/catalog/product-names';
import { starterProduct, type StarterProduct, toProduct } from '@/domain/catalog/starter-product';
import { conflict, notFound } from '@/domain/errors';
import { isTooLong, MAX_OWN_PRODUCTS, TOO_LONG } from '@/domain/own-catalog/file';
import { type PageRequest, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { changeOverlay } from './change-overlay';
import { toOverrideRecord, toOwnProductRecord } from '../dto';
import {
  findOverrides,
  findOwnProducts,
  ownProductPage,
  type OwnProductRow,
  removeOwnProduct,
  upsertOwnProduct,
} from '@/server/catalog/repository/overlay';
import { forgetTags } from '../repository/sources';
import { hasCycle } from './products';
import { letOwnWin } from './shared-catalog';

export type OwnProductRecord = ReturnType<typeof toOwnProductRecord>;

/** Lists everything that an organization adds to the catalog: products by slug, dates by product and cycle. */
export async function listOverlays({ db, catalog }: Deps, organizationId: OrganizationId) {
  const [view, products, overrides] = await Promise.all([
    catalog.forOrganization(organizationId),
    findOwnProducts(organizationId, db),
    findOverrides(organizationId, db),
  ]);
  return {
    products: products.map(toOwnProductRecord),
    dates: overrides.map((row) =>
      toOverrideRecord(row, hasCycle(view, row.productName, row.cycle)),
    ),
  };
}

/** Lists a page of an organization's own products, by slug. */
export async function pageOfOwnProducts(
  { db }: Deps,
  organizationId: OrganizationId,
  page: PageRequest,
) {
  const { items, total } = await ownProductPage(organizationId, db, page);
  return toPage(items.map(toOwnProductRecord), total, page);
}

/**
 * Adds a product of the organization's own, or replaces the one of the same slug.
 * @throws DomainError 409 when another own product goes by one of its names, there are {@link MAX_OWN_PRODUCTS}, or all of them
 * come to too much
 */
export function saveOwnProduct(
  deps: Deps,
  actor: Actor,
  { product, reason }: { readonly product: StarterProduct; readonly reason: string },
): Promise<OwnProductRecord> {
  const { organizationId } = actor;
  const { slug, name } = product;
  return changeOverlay(deps, actor, async (tx, setAt) => {
    const all = await findOwnProducts(organizationId, tx);
    const known = all.find((one) => one.slug === slug);
    if (!known && all.length >= MAX_OWN_PRODUCTS) {
      throw conflict(`An organization has at most ${String(MAX_OWN_PRODUCTS)} products of its own`);
    }
    const nameKeys = foldedNamesOf(toProduct(product, 'organization'));
    const others = all.filter((one) => one !== known && one.sourceId === null);
    requireFreeNames(nameKeys, others);
    const documents = others.map(({ document }) => document);
    const replaced = known?.sourceId === null ? [known.document] : [];
    if (isTooLong([product, ...documents], [...replaced, ...documents])) throw conflict(TOO_LONG);
    const id = known?.id ?? uuidv7();
    const said = { id, slug, name, document: product, reason, setBy: actor.name, setAt };
    const row = { ...said, sourceId: null, sourceName: null };
    await upsertOwnProduct(organizationId, tx, { ...row, nameKeys });
    const displaced = await letOwnWin(organizationId, tx);
    const result = toOwnProductRecord(row);
    const before = known ? { before: toOwnProductRecord(known) } : {};
    const after = { ...result, ...displaced };
    return { result, audit: { action: 'own_product.save', ...subject(id), ...before, after } };
  });
}

/** @throws DomainError 404 when the organization has no such product, 409 when it comes from a catalog of others */
export function deleteOwnProduct(deps: Deps, actor: Actor, id: string): Promise<OwnProductRecord> {
  const { organizationId } = actor;
  return changeOverlay(deps, actor, async (tx) => {
    const known = (await findOwnProducts(organizationId, tx)).find((one) => one.id === id);
    if (!known) throw notFound('Product');
    if (known.sourceId !== null) throw conflict(`It comes from ${known.sourceName ?? 'elsewhere'}`);
    await removeOwnProduct(organizationId, tx, id);
    // What stood behind it comes with the next reading.
    await forgetTags(organizationId, tx);
    const before = toOwnProductRecord(known);
    return { result: before, audit: { action: 'own_product.delete', ...subject(id), before } };
  });
}

function requireFreeNames(nameKeys: readonly string[], others: readonly OwnProductRow[]): void {
  for (const { name, document } of others) {
    const taken = foldedNamesOf(toProduct(starterProduct.parse(document), 'organization'));
    const both = nameKeys.find((key) => taken.includes(key));
    if (both !== undefined) throw conflict(`${name} goes by the name ${both} already`);
  }
}

const subject = (id: string) => ({ subjectKind: 'own_product', subjectId: id });
