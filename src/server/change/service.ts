import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findChanges } from '@/server/platform/db/organization-changes';

/**
 * Gives a text that is another one once what the organization's pages show may have moved, whichever process has moved it:
 * after each transaction that did, and after midnight. Two readings between which nothing did may differ too, once, when a
 * transaction ends that was under way.
 */
export async function versionOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<string> {
  const { settled, unsettled } = await findChanges(organizationId, db);
  return identityOf(dayOf(clock.now()), String(settled), String(unsettled));
}
