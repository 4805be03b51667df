import type { Selectable } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

type Channel = Selectable<Tables['channel']>;
export type ChannelRow = Omit<
  Channel,
  'organizationId' | 'secret' | 'quietUntil' | 'leaseId' | 'leaseUntil' | 'noticeAt'
>;

const COLUMNS = [
  ...(['id', 'kind', 'name', 'settings', 'disabledReason', 'disabledAt'] as const),
  ...(['failingSince', 'createdBy', 'createdAt', 'updatedAt'] as const),
] as const satisfies readonly (keyof ChannelRow)[];

export interface NewChannel extends Pick<Channel, 'id' | 'kind' | 'name' | 'secret'> {
  readonly settings: object;
  readonly createdBy: string;
  readonly at: Date;
}

export async function insertChannel(
  organizationId: OrganizationId,
  tx: Transaction,
  { settings, at, ...channel }: NewChannel,
): Promise<void> {
  await tx.sql
    .insertInto('channel')
    .values({
      ...{ organizationId, ...channel, settings: JSON.stringify(settings) },
      ...{ createdAt: at, updatedAt: at },
    })
    .execute();
}

/** Lists an organization's channels, the oldest first; there are few. */
export function findChannels(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('channel')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute();
}

export async function findChannel(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<ChannelRow | null> {
  const row = await db.sql
    .selectFrom('channel')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Does as {@link findChannel}, with the sealed secret, and makes those who change the channel take turns. */
export async function lockChannel(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<(ChannelRow & Pick<Channel, 'secret'>) | null> {
  const row = await tx.sql
    .selectFrom('channel')
    .select([...COLUMNS, 'secret'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Makes those who add channels to an organization take turns, and counts the channels. */
export async function countChannelsInTurn(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<number> {
  await tx.sql
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
  return tx.of(organizationId).channel.count();
}

export interface ChannelChange {
  readonly name?: string;
  readonly settings?: object;
  readonly secret?: string;
  readonly at: Date;
}

export async function updateChannel(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  { settings, at, ...change }: ChannelChange,
): Promise<void> {
  await tx.sql
    .updateTable('channel')
    .set({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      updatedAt: at,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Lets a channel deliver again, as if it had never failed. */
export async function enableChannel(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  at: Date,
): Promise<void> {
  const enabled = { disabledReason: null, disabledAt: null, failingSince: null, noticeAt: null };
  await tx.of(organizationId).channel.updateMany({
    where: { id },
    data: { ...enabled, quietUntil: null, updatedAt: at },
  });
}

export async function deleteChannelRow(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).channel.deleteMany({ where: { id } });
}
