import { DAY_MS } from '@/domain/eol/calendar';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { deleteMessages, findSenders } from '../repository/cleaning';

/** How long what was delivered, or given up, can be looked at and replayed. */
export const KEPT_FOR_MS = 90 * DAY_MS;
/** Messages that are kept of one organization, the newest. */
export const MAX_MESSAGES = 20_000;
const AT_ONCE = 1_000;

/** Forgets messages that are old, or too many, with their deliveries; none that is still to be delivered. */
export async function forgetOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_FOR_MS);
  for (const organizationId of await findSenders(db)) {
    const own = mintOrganizationId(organizationId);
    for (;;) {
      const count = await deleteMessages(own, db, { before, keep: MAX_MESSAGES, limit: AT_ONCE });
      if (count < AT_ONCE) break;
    }
  }
}
