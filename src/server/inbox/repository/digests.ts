import { sql } from 'kysely';
import type { MessageKind } from '@/domain/message/kinds';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { columnsOf, type Receiver, receiverIdOf } from './settings';

/** Rows of one statement. */
const BATCH = 1_000;

export interface NewDigestEntry {
  readonly receiver: Receiver;
  readonly dueAt: Date;
}

/** Lets a message wait for the next digests of receivers. */
export async function insertDigestEntries(
  organizationId: OrganizationId,
  tx: Transaction,
  messageId: string,
  entries: readonly NewDigestEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = entries.slice(from, from + BATCH).map(({ receiver, dueAt }) => ({
      ...{ organizationId, messageId, dueAt },
      ...{ receiverId: receiverIdOf(receiver), ...columnsOf(receiver) },
    }));
    await tx.sql.insertInto('digestEntry').values(rows).execute();
  }
}

/**
 * Lists receivers whose digest is due, those that wait longest first: of those that wait as long the first of each organization,
 * then the second of each. Plan: one scan of what waits, which is what has come
 * since the digests before: a database that is spread takes no look into each organization's part by itself.
 */
export async function findDueReceivers(db: Transaction, now: Date, limit: number) {
  const rows = await db.sql
    .selectFrom(
      db.sql
        .selectFrom('digestEntry')
        .select(['organizationId', 'userId', 'teamId'])
        .select(({ fn }) => fn.min('dueAt').as('dueAt'))
        .where('dueAt', '<=', now)
        .groupBy(['organizationId', 'userId', 'teamId'])
        .as('due'),
    )
    .select(['organizationId', 'userId', 'teamId'])
    .orderBy('dueAt')
    .orderBy(
      sql`row_number() OVER (PARTITION BY organization_id, due_at ORDER BY user_id, team_id)`,
    )
    .orderBy('organizationId')
    .limit(limit)
    .execute();
  return rows.flatMap(({ organizationId, userId, teamId }) => {
    const receiver = userId !== null ? { userId } : teamId !== null ? { teamId } : null;
    return receiver ? [{ organizationId: mintOrganizationId(organizationId), receiver }] : [];
  });
}

/** Takes what is due for a receiver out of what waits, in the order in which it was said: nobody else gets it. */
export async function takeDue(
  organizationId: OrganizationId,
  tx: Transaction,
  receiver: Receiver,
  now: Date,
) {
  const { rows } = await sql<{ id: string; content: unknown }>`
    WITH taken AS (
      DELETE FROM digest_entry
       WHERE organization_id = ${organizationId} AND receiver_id = ${receiverIdOf(receiver)}::uuid
         AND due_at <= ${now}::timestamptz
      RETURNING organization_id, message_id)
    SELECT g.id, g.content FROM taken
      JOIN message g ON g.organization_id = ${organizationId} AND g.id = taken.message_id
     ORDER BY g.id`.execute(tx.sql);
  return rows;
}

/** Puts off what is due for a receiver; what waits for a later digest stays with that. */
export async function postponeDue(
  organizationId: OrganizationId,
  db: Transaction,
  receiver: Receiver,
  { due, to }: { readonly due: Date; readonly to: Date },
): Promise<void> {
  const where = { receiverId: receiverIdOf(receiver), dueAt: { lte: due } };
  await db.of(organizationId).digestEntry.updateMany({ where, data: { dueAt: to } });
}

/** Lets what waits for a receiver wait for another moment; null: it is for no digest any more. */
export async function moveWaiting(
  organizationId: OrganizationId,
  tx: Transaction,
  receiver: Receiver,
  dueAt: Date | null,
): Promise<void> {
  const receiverId = receiverIdOf(receiver);
  if (dueAt === null) {
    await tx.of(organizationId).digestEntry.deleteMany({ where: { receiverId } });
    return;
  }
  await tx.of(organizationId).digestEntry.updateMany({ where: { receiverId }, data: { dueAt } });
}

/** Takes kinds that a receiver wants no mail of out of what waits. */
export async function dropWaiting(
  organizationId: OrganizationId,
  tx: Transaction,
  receiver: Receiver,
  kinds: readonly MessageKind[],
): Promise<void> {
  if (kinds.length === 0) return;
  await sql`
    DELETE FROM digest_entry d USING message g
     WHERE d.organization_id = ${organizationId} AND d.receiver_id = ${receiverIdOf(receiver)}::uuid
       AND g.organization_id = d.organization_id AND g.id = d.message_id
       AND g.kind = ANY(${[...kinds]}::text[])`.execute(tx.sql);
}
