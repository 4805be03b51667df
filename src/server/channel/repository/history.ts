import type { DeliveryState } from '@/domain/channel/channel';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDeliveryRow>>>;
export type AttemptRow = Awaited<ReturnType<typeof findAttempts>>[number];

function selectRows(organizationId: OrganizationId, db: Transaction, channelId: string) {
  return db.sql
    .selectFrom('delivery as d')
    .innerJoin('message as m', (join) =>
      join.onRef('m.organizationId', '=', 'd.organizationId').onRef('m.id', '=', 'd.messageId'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('deliveryAttempt as a')
          .select(['a.number', 'a.startedAt', 'a.endedAt', 'a.failure', 'a.status', 'a.answer'])
          .whereRef('a.organizationId', '=', 'd.organizationId')
          .whereRef('a.channelId', '=', 'd.channelId')
          .whereRef('a.messageId', '=', 'd.messageId')
          .orderBy('a.number', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['d.messageId', 'd.state', 'd.attempts', 'd.dueAt', 'd.changedAt'])
    .select(['m.kind', 'm.content', 'm.createdAt'])
    .select(['last.number', 'last.startedAt', 'last.endedAt', 'last.failure', 'last.status'])
    .where('d.organizationId', '=', organizationId)
    .where('d.channelId', '=', channelId);
}

/** Lists a page of what went, or goes, to a channel, the newest first. Plan: delivery's primary key, backwards. */
export async function deliveryPage(
  organizationId: OrganizationId,
  db: Transaction,
  channelId: string,
  state: DeliveryState | null,
  { page, size }: PageRequest,
) {
  const items = await selectRows(organizationId, db, channelId)
    .$if(state !== null, (query) => query.where('d.state', '=', state ?? 'pending'))
    .orderBy('d.messageId', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const where = { channelId, ...(state && { state }) };
  return { items, total: await db.of(organizationId).delivery.count({ where }) };
}

/** Plan: primary keys. */
export async function findDeliveryRow(
  organizationId: OrganizationId,
  db: Transaction,
  channelId: string,
  messageId: string,
) {
  const row = await selectRows(organizationId, db, channelId)
    .where('d.messageId', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists the attempts of a delivery, the newest first; they are bounded by how often it was replayed. */
export function findAttempts(
  organizationId: OrganizationId,
  db: Transaction,
  delivery: { readonly channelId: string; readonly messageId: string },
  limit: number,
) {
  return db.of(organizationId).deliveryAttempt.findMany({
    where: delivery,
    orderBy: { number: 'desc' },
    take: limit,
  });
}

/** Makes a delivery due again, whatever came of it; false when there is none, or it is due already. */
export async function replayRow(
  organizationId: OrganizationId,
  tx: Transaction,
  channelId: string,
  messageId: string,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.of(organizationId).delivery.updateMany({
    where: { channelId, messageId, state: { not: 'pending' } },
    data: { state: 'pending', attempts: 0, dueAt: at, done: [], changedAt: at },
  });
  return count === 1;
}

/** Writes the delivery of a test message: it is not due, as whoever tests delivers it. */
export async function insertTestDelivery(
  organizationId: OrganizationId,
  tx: Transaction,
  channelId: string,
  messageId: string,
  at: Date,
): Promise<void> {
  await tx.of(organizationId).delivery.createMany({
    data: [
      { channelId, messageId, state: 'failed', attempts: 0, dueAt: null, done: [], changedAt: at },
    ],
  });
}
