import type { CatalogOverlay } from '@/domain/catalog/catalog-view';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { findOverlayVersion, findOverrides, findOwnProducts } from './repository/overlay';

/** What an organization adds to the catalogue (null: nothing), and the version that it was read at. */
export async function loadOverlay(
  organizationId: OrganizationId,
  db: Database,
): Promise<{ readonly version: number; readonly overlay: CatalogOverlay | null }> {
  // The version first: whatever is committed in between counts as newer than it, and is read again.
  const version = await findOverlayVersion(organizationId, db);
  if (version === 0) return { version, overlay: null };
  const ownProducts = (await findOwnProducts(organizationId, db)).map(({ document }) =>
    toProduct(starterProduct.parse(document), 'organization'),
  );
  const overrides = (await findOverrides(organizationId, db)).map(({ setAt, ...override }) => ({
    ...override,
    setOn: dayOf(setAt),
  }));
  const isEmpty = ownProducts.length === 0 && overrides.length === 0;
  return { version, overlay: isEmpty ? null : { ownProducts, overrides } };
}
