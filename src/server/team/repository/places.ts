import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { isPlaceNamed } from '../sql';

/** Projects that a place can stand for; what stands for more is too wide to be one. */
const MAX_PROJECTS = 5_000;

/** Finds the projects that a place names, by their own name or their team's. Words are folded. */
export async function findPlace(
  organizationId: OrganizationId,
  db: Transaction,
  words: readonly string[],
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('project as p')
    .select('p.id')
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null)
    .where(isPlaceNamed(own, words))
    .orderBy('p.sortKey')
    .limit(MAX_PROJECTS)
    .execute();
  return rows.map(({ id }) => id);
}
