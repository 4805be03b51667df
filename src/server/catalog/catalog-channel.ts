import { mintOrganizationId, type OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Where processes tell each other that the catalogue, or an organization's part of it, has changed. */
export const CATALOG_CHANNEL = 'eventide_catalog';

/** What has changed: the catalogue, or what an organization adds to it. */
export type CatalogChange =
  | { readonly kind: 'catalog' }
  | { readonly kind: 'overlay'; readonly organizationId: OrganizationId };

const OVERLAY = 'overlay:';

/** Tells every process once the transaction is committed. */
export async function announceCatalog(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [CATALOG_CHANNEL, 'catalog']);
}

export async function announceOverlay(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [CATALOG_CHANNEL, `${OVERLAY}${organizationId}`]);
}

export function readAnnouncement(payload: string): CatalogChange {
  if (!payload.startsWith(OVERLAY)) return { kind: 'catalog' };
  // Written by `announceOverlay`, from an organization that it was given.
  return { kind: 'overlay', organizationId: mintOrganizationId(payload.slice(OVERLAY.length)) };
}
