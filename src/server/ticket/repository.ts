import type { Selectable } from 'kysely';
import type { MessageKind } from '@/domain/message/kinds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

export type TicketRow = Omit<Selectable<Tables['ticket']>, 'organizationId'>;

const COLUMNS = [
  ...(['channelId', 'itemKey', 'place', 'remoteId', 'address', 'name', 'title'] as const),
  ...(['reasons', 'said', 'messageId', 'begunAt', 'solvedAt', 'updatedAt'] as const),
] as const satisfies readonly (keyof TicketRow)[];

/** One ticket: of a channel, on the item with a key. */
export interface TicketKey {
  readonly organizationId: OrganizationId;
  readonly channelId: string;
  readonly itemKey: string;
}

/** Plan: its primary key. */
export async function findTicket(
  { organizationId, channelId, itemKey }: TicketKey,
  db: Transaction,
): Promise<TicketRow | null> {
  const row = await db.sql
    .selectFrom('ticket')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('channelId', '=', channelId)
    .where('itemKey', '=', itemKey)
    .executeTakeFirst();
  return row ?? null;
}

/** What is known of a ticket before it is made. */
export interface BegunTicket {
  readonly place: string;
  readonly title: string;
  readonly reasons: readonly MessageKind[];
  readonly messageId: string;
  readonly at: Date;
}

/** Notes that a ticket is about to be made, in place of what was noted of one. */
export async function beginTicket(
  { organizationId, channelId, itemKey }: TicketKey,
  db: Transaction,
  { reasons, at, ...begun }: BegunTicket,
): Promise<void> {
  const fresh = {
    ...{ ...begun, reasons: [...reasons], begunAt: at, updatedAt: at },
    ...{ remoteId: null, address: null, name: null, said: null, solvedAt: null },
  };
  await db.sql
    .insertInto('ticket')
    .values({ organizationId, channelId, itemKey, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'channelId', 'itemKey']).doUpdateSet(fresh),
    )
    .execute();
}

/** Forgets one that was begun and not made. */
export async function forgetTicket(
  { organizationId, channelId, itemKey }: TicketKey,
  db: Transaction,
): Promise<void> {
  await db.of(organizationId).ticket.deleteMany({ where: { channelId, itemKey, remoteId: null } });
}

export type TicketChange = Partial<
  Pick<
    TicketRow,
    'remoteId' | 'address' | 'name' | 'title' | 'reasons' | 'said' | 'messageId' | 'solvedAt'
  >
>;

export async function updateTicket(
  { organizationId, channelId, itemKey }: TicketKey,
  db: Transaction,
  { reasons, ...change }: TicketChange,
  at: Date,
): Promise<void> {
  await db.of(organizationId).ticket.updateMany({
    where: { channelId, itemKey },
    data: { ...change, ...(reasons && { reasons: [...reasons] }), updatedAt: at },
  });
}

/** Lists the teams of an organization, of which there are some hundreds at most. */
export async function findTeamNames(organizationId: OrganizationId, db: Transaction) {
  return db.of(organizationId).team.findMany({ select: { id: true, name: true } });
}

/** Lists the tickets on items with one of some keys that are there, the newest first. Plan: `(organization, item key)`. */
export async function findTicketsOf(
  organizationId: OrganizationId,
  db: Transaction,
  itemKeys: readonly string[],
) {
  return db.sql
    .selectFrom('ticket as t')
    .innerJoin('channel as c', (join) =>
      join.onRef('c.organizationId', '=', 't.organizationId').onRef('c.id', '=', 't.channelId'),
    )
    .select(['t.itemKey', 't.name', 't.address', 't.title', 't.solvedAt', 't.updatedAt'])
    .select(['c.id as channelId', 'c.name as channelName', 'c.kind'])
    .where('t.organizationId', '=', organizationId)
    .where(({ eb, fn, val }) => eb('t.itemKey', '=', fn.any(val([...itemKeys]))))
    .where('t.address', 'is not', null)
    .orderBy('t.begunAt', 'desc')
    .limit(500)
    .execute();
}
