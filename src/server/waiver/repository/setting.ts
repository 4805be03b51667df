import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** An organization's rules for waivers. */
export interface WaiverSettingRow {
  readonly waiverMaxDays: number;
  readonly waiverTwoPeople: boolean;
}

/** Null when the organization does not exist any more. Plan: primary key. */
export async function findSetting(
  id: OrganizationId,
  db: Transaction,
): Promise<WaiverSettingRow | null> {
  const row = await db.sql
    .selectFrom('organization')
    .select(['waiverMaxDays', 'waiverTwoPeople'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateSetting(
  id: OrganizationId,
  tx: Transaction,
  { waiverMaxDays, waiverTwoPeople }: WaiverSettingRow,
): Promise<void> {
  await tx.sql
    .updateTable('organization')
    .set({ waiverMaxDays, waiverTwoPeople })
    .where('id', '=', id)
    .execute();
}
