import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from './db';

/** Lists all organizations, the oldest first, for work that goes through every one of them. */
export async function findOrganizationIds({ prisma }: Transaction): Promise<OrganizationId[]> {
  const all = { select: { id: true }, orderBy: { id: 'asc' } } as const;
  return (await prisma.organization.findMany(all)).map(({ id }) => mintOrganizationId(id));
}
