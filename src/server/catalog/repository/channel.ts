import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';

/** The channel on which processes tell each other that the catalog, or an organization's part of it, has changed. */
export const CATALOG_CHANNEL = 'eventide_catalog';

/** A change of the catalog, or of an organization's additions to it. */
export type CatalogChange =
  | { readonly kind: 'catalog' }
  | { readonly kind: 'overlay'; readonly organizationId: OrganizationId };

const OVERLAY = 'overlay:';

/** Makes the announcement of a change in an organization's additions. */
export function overlayAnnouncement(organizationId: OrganizationId): string {
  return `${OVERLAY}${organizationId}`;
}

export function readAnnouncement(payload: string): CatalogChange {
  if (!payload.startsWith(OVERLAY)) return { kind: 'catalog' };
  // Written by `overlayAnnouncement`, from an organization that it was given.
  return { kind: 'overlay', organizationId: mintOrganizationId(payload.slice(OVERLAY.length)) };
}
