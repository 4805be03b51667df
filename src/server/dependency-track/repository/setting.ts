import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Null when the organization does not exist any more. Plan: primary key. */
export async function findSetting(id: OrganizationId, db: Transaction): Promise<boolean | null> {
  const row = await db.sql
    .selectFrom('organization')
    .select('dependencyTrack')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.dependencyTrack ?? null;
}

export async function updateSetting(
  id: OrganizationId,
  tx: Transaction,
  dependencyTrack: boolean,
): Promise<void> {
  await tx.sql.updateTable('organization').set({ dependencyTrack }).where('id', '=', id).execute();
}
