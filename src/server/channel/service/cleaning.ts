import { DAY_MS } from '@/domain/eol/calendar';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { deleteMessages, findSenders } from '../repository/cleaning';

/** How long what was delivered, or given up, can be looked at and replayed. */
export const KEPT_FOR_MS = 90 * DAY_MS;
const AT_ONCE = 1_000;

/**
 * Forgets some of the messages of an organization that were made before an instant, as {@link forgetOldMessages}.
 * @returns how many; fewer than `limit`: no more are to go
 */
export function forgetMessages(
  tx: Transaction,
  organizationId: OrganizationId,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteMessages(organizationId, tx, { before, limit });
}

/** Forgets messages that are old, or too many, with their deliveries; none that is still to be delivered. */
export async function forgetOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_FOR_MS);
  for (const organizationId of await findSenders(db)) {
    const own = mintOrganizationId(organizationId);
    for (;;) {
      const count = await deleteMessages(own, db, { before, limit: AT_ONCE });
      if (count < AT_ONCE) break;
    }
  }
}
