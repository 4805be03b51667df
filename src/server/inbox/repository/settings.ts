import { sql } from 'kysely';
import type { PersonalSetting, TeamSetting } from '@/domain/message/mail-setting';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Who gets mail: a person, or the address of a team. */
export type Receiver = { readonly userId: string } | { readonly teamId: string };

export const receiverIdOf = (receiver: Receiver) =>
  'userId' in receiver ? receiver.userId : receiver.teamId;

/** The columns that say who gets something. */
export const columnsOf = (receiver: Receiver) =>
  'userId' in receiver
    ? { userId: receiver.userId, teamId: null }
    : { userId: null, teamId: receiver.teamId };

/** Stores what a receiver wants, in place of what they wanted before. Plan: primary key. */
export async function saveSetting(
  organizationId: OrganizationId,
  tx: Transaction,
  receiver: Receiver,
  chosen: TeamSetting & Partial<Pick<PersonalSetting, 'choices' | 'quiet'>>,
  at: Date,
): Promise<void> {
  const { tempo, hour, time_zone: timeZone, choices = {}, quiet = null } = chosen;
  const values = {
    ...{ tempo, hour, timeZone, updatedAt: at },
    choices: JSON.stringify(choices),
    quiet: quiet && JSON.stringify(quiet),
  };
  await tx.sql
    .insertInto('mailSetting')
    .values({
      ...{ organizationId, receiverId: receiverIdOf(receiver), ...columnsOf(receiver) },
      ...values,
    })
    .onConflict((known) => known.columns(['organizationId', 'receiverId']).doUpdateSet(values))
    .execute();
}

/** Makes those who change what one person gets take turns. */
export async function lockMembership(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await sql`SELECT FROM membership
     WHERE organization_id = ${organizationId} AND user_id = ${userId}::uuid
       FOR NO KEY UPDATE`.execute(tx.sql);
}
