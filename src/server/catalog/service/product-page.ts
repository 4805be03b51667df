import { adviseMove } from '@/domain/advice/advice';
import type { Product } from '@/domain/catalog/catalog';
import { foldedName } from '@/domain/catalog/product-names';
import { dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { mappedInTurns } from '@/server/platform/in-turns';
import type { CycleUse } from '../repository/use';
import { sourceNameOf } from '../repository/sources';
import { listOverlays } from './own-products';
import { toProductRecord } from '../dto';
import { namesLeadingTo } from './products';
import { NO_USE, useByCycle } from './use-by-cycle';

/**
 * Gives a product with where it runs here, and with the organization's own entries about it.
 * @throws DomainError 404 when neither the catalog nor the organization has such a product
 */
export async function getProductPage(
  deps: Deps,
  { organizationId, role }: Pick<Principal, 'organizationId' | 'role'>,
  slug: string,
) {
  const { db, catalog } = deps;
  const view = await catalog.forOrganization(organizationId);
  const product = view.productBySlug(slug);
  if (!product) throw notFound('Product');
  const names = namesLeadingTo(view, product);
  const uses = await useByCycle(
    organizationId,
    db,
    names.map((nameKey) => ({ slug, nameKey })),
  );
  const { images, byCycle } = uses.get(slug) ?? NO_USE;
  const today = dayOf(deps.clock.now());
  const upstream = view.upstreamOf(product);
  const known = new Set(product.cycles.map(({ name }) => name));
  return {
    product: toProductRecord(
      product,
      new Map([...byCycle].map(([cycle, held]) => [cycle, held.images])),
    ),
    images,
    advice: await mappedInTurns(product.cycles, ({ name }) => ({
      cycle: name,
      ...adviseMove({ product, upstream }, name, today),
    })),
    /** The ends that images here are judged by, of the cycles that they hold. */
    ends_here: [...byCycle]
      .filter(([cycle]) => known.has(cycle))
      .map(([cycle, use]) => ({ cycle, ...toEnd(use) })),
    /** Cycles that scanners report under the product's name and that the catalog lacks. */
    other_cycles: [...byCycle]
      .filter(([cycle]) => !known.has(cycle))
      .map(([cycle, use]) => ({ name: cycle, images: use.images, ...toEnd(use) })),
    from: product.source === 'organization' ? await sourceNameOf(organizationId, db, slug) : null,
    own: can(role, 'catalog:manage') ? await ownOf(deps, organizationId, product, names) : null,
  };
}

const toEnd = ({ eolOn, eolOnKnown, estimatedFrom }: CycleUse) => ({
  ...{ ends_on: eolOn, ends_on_known: eolOnKnown, estimated_from: estimatedFrom },
});

/** Finds the organization's own entries, which may be changed. */
async function ownOf(
  deps: Deps,
  organizationId: OrganizationId,
  { slug, source }: Product,
  names: readonly string[],
) {
  const { products, dates } = await listOverlays(deps, organizationId);
  return {
    product: source === 'organization' ? (products.find((own) => own.slug === slug) ?? null) : null,
    dates: dates.filter(({ product }) => names.includes(foldedName(product))),
  };
}
