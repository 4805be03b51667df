import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

export type MessageSettingRow = NonNullable<Awaited<ReturnType<typeof findMessageSetting>>>;

/** Null when the organization does not exist any more. Plan: primary key. */
export async function findMessageSetting(id: OrganizationId, db: Transaction) {
  const row = await db.sql
    .selectFrom('organization')
    .select(['endThresholds', 'messageTempo', 'messageHour', 'messageTimeZone'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateMessageSetting(
  id: OrganizationId,
  tx: Transaction,
  row: MessageSettingRow,
): Promise<void> {
  await tx.sql.updateTable('organization').set(row).where('id', '=', id).execute();
}
