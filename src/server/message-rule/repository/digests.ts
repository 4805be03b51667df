import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** A rule whose digest is due, of whichever organization. */
export interface DueRule {
  readonly organizationId: string;
  readonly id: string;
}

/** Finds rules whose digest is due. Plan: message_rule_next_digest_at_idx. */
export async function findDueRules(db: Transaction, now: Date, limit: number): Promise<DueRule[]> {
  const { rows } = await sql<DueRule>`
    SELECT organization_id, id FROM message_rule
     WHERE next_digest_at <= ${now}::timestamptz ORDER BY next_digest_at LIMIT ${limit}`.execute(
    db.sql,
  );
  return rows;
}

/** Takes a rule whose digest is due, until the transaction ends; false when another process has it, or made it. */
export async function takeDueRule(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('messageRule')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('nextDigestAt', '<=', now)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists what waits for a rule's digest, the oldest messages first, each with the channels that it is for. */
export function findHeld(
  organizationId: OrganizationId,
  tx: Transaction,
  ruleId: string,
  limit: number,
) {
  return tx.sql
    .selectFrom('heldMessage as h')
    .innerJoin('message as m', (join) =>
      join.onRef('m.organizationId', '=', 'h.organizationId').onRef('m.id', '=', 'h.messageId'),
    )
    .select(['m.id', 'm.content', 'm.createdAt'])
    .select(sql<string[]>`array_agg(h.channel_id ORDER BY h.channel_id)`.as('channelIds'))
    .where('h.organizationId', '=', organizationId)
    .where('h.ruleId', '=', ruleId)
    .groupBy(['m.organizationId', 'm.id'])
    .orderBy('m.id')
    .limit(limit)
    .execute();
}

export async function deleteHeld(
  organizationId: OrganizationId,
  tx: Transaction,
  ruleId: string,
  messageIds: readonly string[],
): Promise<void> {
  await tx.of(organizationId).heldMessage.deleteMany({
    where: { ruleId, messageId: { in: [...messageIds] } },
  });
}

export async function setNextDigest(
  organizationId: OrganizationId,
  tx: Transaction,
  ruleId: string,
  nextDigestAt: Date | null,
): Promise<void> {
  await tx
    .of(organizationId)
    .messageRule.updateMany({ where: { id: ruleId }, data: { nextDigestAt } });
}

/** Puts off the digest of a rule that is still due. */
export async function postponeDigest(
  organizationId: OrganizationId,
  db: Transaction,
  ruleId: string,
  { due, to }: { readonly due: Date; readonly to: Date },
): Promise<void> {
  const where = { id: ruleId, nextDigestAt: { lte: due } };
  await db.of(organizationId).messageRule.updateMany({ where, data: { nextDigestAt: to } });
}

/** Lists what was said of some kinds since a moment, the newest first. Plan: message by its primary key, backwards. */
export function findSaid(
  organizationId: OrganizationId,
  db: Transaction,
  kinds: readonly string[],
  since: Date,
  limit: number,
) {
  return db.sql
    .selectFrom('message')
    .select(['id', 'content', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('createdAt', '>', since)
    .where('isDerived', '=', false)
    .where(sql<boolean>`kind = ANY(${[...kinds]}::text[])`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
