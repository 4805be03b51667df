import { coverOwned } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { applyRules } from '../repository/rules';

/**
 * Gives projects the owners that the stored rules say, and covers in them what contracts of these cover.
 * @param projectIds null: all of the organization
 * @returns the number of projects whose owner is another one, or of another rule, than before
 */
export async function applyOwnerRules(
  organizationId: OrganizationId,
  tx: Transaction,
  projectIds: readonly string[] | null = null,
): Promise<number> {
  const changed = await applyRules(organizationId, tx, projectIds);
  if (changed > 0) await coverOwned(organizationId, tx, projectIds);
  return changed;
}
