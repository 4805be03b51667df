import { notFound } from '@/domain/errors';
import { foldForSearch } from '@/domain/list';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { namesLeadingTo } from './products';
import { holderPage, type HolderRow } from '@/server/catalog/repository/use';

export interface HolderQuery extends PageRequest {
  readonly slug: string;
  /** Only images that hold this cycle. */
  readonly cycle?: string | null | undefined;
}

/**
 * Lists the image tags that hold a product now, by name, tag and id, with the cycles of it that each holds.
 * @throws DomainError 404 when neither the catalog nor the organization has such a product
 */
export async function listHolders(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  { slug, cycle, ...page }: HolderQuery,
) {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productBySlug(slug);
  if (!product) throw notFound('Product');
  const names = namesLeadingTo(view, product);
  const { items, total } = await holderPage(organizationId, db, names, cycle ?? null, page);
  return toPage(items.map(toHolder), total, page);
}

/**
 * Lists the same of a product by any of its names or its slug; of one that neither has, by the name under which scanners
 * report it.
 */
export async function listHoldersOf(
  { db, catalog }: Deps,
  organizationId: OrganizationId,
  { product: name, cycle, ...page }: Omit<HolderQuery, 'slug'> & { readonly product: string },
) {
  const view = await catalog.forOrganization(organizationId);
  const product = view.productNamed(name) ?? view.productBySlug(name.toLowerCase());
  const names = product ? namesLeadingTo(view, product) : [foldForSearch(name)];
  const { items, total } = await holderPage(organizationId, db, names, cycle ?? null, page);
  return { ...toPage(items.map(toHolder), total, page), product };
}

function toHolder({ id, kind, name, tag, projectName, latestScanAt, cycles }: HolderRow) {
  return {
    id,
    kind,
    name,
    tag,
    project_name: projectName,
    latest_scan_at: latestScanAt.toISOString(),
    cycles,
  };
}
