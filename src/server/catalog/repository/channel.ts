import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';

/** Where processes tell each other that the catalog, or an organization's part of it, has changed. */
export const CATALOG_CHANNEL = 'eventide_catalog';

/** What has changed: the catalog, or what an organization adds to it. */
export type CatalogChange =
  | { readonly kind: 'catalog' }
  | { readonly kind: 'overlay'; readonly organizationId: OrganizationId };

const OVERLAY = 'overlay:';

/** What is told when something that an organization adds has changed. */
export function overlayAnnouncement(organizationId: OrganizationId): string {
  return `${OVERLAY}${organizationId}`;
}

export function readAnnouncement(payload: string): CatalogChange {
  if (!payload.startsWith(OVERLAY)) return { kind: 'catalog' };
  // Written by `overlayAnnouncement`, from an organization that it was given.
  return { kind: 'overlay', organizationId: mintOrganizationId(payload.slice(OVERLAY.length)) };
}
