import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';

/** What was said before was read, as far as the demo's people are concerned. */
const UNREAD_FOR_MS = 7 * DAY_MS;

/**
 * Leaves in the inboxes of the demo what its history has said, the last week of it unread, and lets none of it be mailed:
 * it is of long ago, and its people have no mailboxes.
 */
export async function tidyInboxes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  const now = clock.now();
  const organization = db.of(organizationId);
  await organization.inboxEntry.updateMany({
    where: { createdAt: { lt: new Date(now.getTime() - UNREAD_FOR_MS) } },
    data: { readAt: now },
  });
  await organization.letter.deleteMany({});
}
