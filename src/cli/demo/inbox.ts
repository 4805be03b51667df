import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';

/** What each of the demo's people has not read yet. */
const UNREAD = 3;

/**
 * Leaves in the inboxes of the demo what its history has said, the newest of it unread, and lets none of it be mailed: it
 * is of long ago, and its people have no mailboxes.
 */
export async function tidyInboxes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  const { inboxEntry, letter, membership } = db.of(organizationId);
  for (const { userId } of await membership.findMany()) {
    const [last] = await inboxEntry.findMany({
      ...{ where: { userId }, orderBy: { messageId: 'desc' } },
      ...{ skip: UNREAD, take: 1 },
    });
    if (!last) continue;
    await inboxEntry.updateMany({
      where: { userId, messageId: { lte: last.messageId } },
      data: { readAt: clock.now() },
    });
  }
  await letter.deleteMany({});
}
