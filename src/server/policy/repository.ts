import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import type { Policy } from '@/server/prisma-client/client';

export type PolicyRow = Policy;

/** All policies of an organization, oldest first. */
export function listPolicies(
  organizationId: OrganizationId,
  { prisma }: Database,
): Promise<PolicyRow[]> {
  return prisma.policy.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
