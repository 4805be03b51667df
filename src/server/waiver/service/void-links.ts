import { findMemberships } from '@/server/organization/service';
import type { Transaction } from '@/server/platform/db/db';
import { removeLinksOf } from '../repository/links';

/**
 * Voids the links that a person was mailed to decide on waivers: whoever could read that mail may no longer do so. In each
 * organization of theirs by itself, as a database that is spread has them; those of another decide nothing.
 */
export async function voidLinksOf(tx: Transaction, userId: string): Promise<void> {
  for (const { organizationId } of await findMemberships(tx, userId)) {
    await removeLinksOf(organizationId, tx, userId);
  }
}
