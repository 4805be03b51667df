import { sql } from 'kysely';
import type { MessageContent } from '@/domain/message/content';
import type { MessageKind } from '@/domain/message/kinds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isLedSql } from '../sql';

/** The name under which processes hear that something is to be delivered. */
export const MESSAGE_CHANNEL = 'eventide_message';

/** Tells whether a rule that is on leads messages of a kind to a channel of the organization. */
export async function isKindLed(
  organizationId: OrganizationId,
  db: Transaction,
  kind: MessageKind,
): Promise<boolean> {
  const { rows } = await sql<{ isHeard: boolean }>`
    SELECT ${isLedSql(organizationId, kind)} AS is_heard`.execute(db.sql);
  return rows[0]?.isHeard ?? false;
}

export interface NewMessage {
  readonly id: string;
  readonly content: MessageContent;
  readonly at: Date;
  /** Whether it was made of others. */
  readonly isDerived: boolean;
}

export async function insertMessage(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, content, at, isDerived }: NewMessage,
): Promise<void> {
  await tx.sql
    .insertInto('message')
    .values({
      ...{ organizationId, id, kind: content.kind, isDerived, createdAt: at },
      content: JSON.stringify(content),
    })
    .execute();
}

/**
 * Writes the deliveries of a message to some channels. For a channel that delivers nothing it is written as dropped, to be
 * seen and replayed.
 */
export async function insertDeliveries(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, at }: Pick<NewMessage, 'id' | 'at'>,
  channelIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO delivery (organization_id, channel_id, message_id, state, attempts, due_at, done, changed_at)
    SELECT organization_id, id, ${id}::uuid,
           (CASE WHEN disabled_at IS NULL THEN 'pending' ELSE 'dropped' END)::delivery_state,
           0, CASE WHEN disabled_at IS NULL THEN ${at}::timestamptz END, '{}', ${at}::timestamptz
      FROM channel
     WHERE organization_id = ${organizationId} AND id = ANY(${[...channelIds]}::uuid[])`.execute(
    tx.sql,
  );
}

/** Wakes whoever delivers, once the transaction is committed. */
export async function announce(tx: Transaction): Promise<void> {
  await sql`SELECT pg_notify(${MESSAGE_CHANNEL}, '')`.execute(tx.sql);
}

export interface ToldRow {
  readonly subject: string;
  /** A digest. */
  readonly state: string;
  /** As JSON. */
  readonly item: string | null;
}

/** Subjects that are noted in one statement: the protocol takes 65,535 parameters, and each subject has six. */
const NOTED_AT_ONCE = 5_000;

/**
 * Notes what is said on subjects, and lists those on which it was not what was said last. Two transactions that say
 * something on one subject take turns.
 */
export async function putToldStates(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
  told: readonly ToldRow[],
  at: Date,
): Promise<string[]> {
  // In one order in every transaction, so that two of them do not wait for each other.
  const sorted = told.toSorted((left, right) => (left.subject < right.subject ? -1 : 1));
  const changed: string[] = [];
  for (let from = 0; from < sorted.length; from += NOTED_AT_ONCE) {
    const rows = await tx.sql
      .insertInto('toldState')
      .values(
        sorted
          .slice(from, from + NOTED_AT_ONCE)
          .map((one) => ({ organizationId, kind, ...one, toldAt: at })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'kind', 'subject'])
          .doUpdateSet(({ ref }) => ({
            state: ref('excluded.state'),
            item: ref('excluded.item'),
            toldAt: ref('excluded.toldAt'),
          }))
          .whereRef('toldState.state', '!=', 'excluded.state'),
      )
      .returning('subject')
      .execute();
    changed.push(...rows.map(({ subject }) => subject));
  }
  return changed;
}

/** Forgets what was said on subjects, and lists those on which something was, with the items that were noted. */
export async function deleteToldStates(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
  subjects: readonly string[],
): Promise<{ subject: string; item: unknown }[]> {
  if (subjects.length === 0) return [];
  return tx.sql
    .deleteFrom('toldState')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where(({ eb, fn, val }) => eb('subject', '=', fn.any(val(subjects))))
    .returning(['subject', 'item'])
    .execute();
}

/** Notes items on what was said without one, and nothing else of it. Plan: the kind's part of the key. */
export async function fillToldItems(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
  told: readonly Pick<ToldRow, 'subject' | 'item'>[],
): Promise<void> {
  if (told.length === 0) return;
  await sql`
    UPDATE told_state t SET item = n.item::jsonb
      FROM unnest(${told.map(({ subject }) => subject)}::text[], ${told.map(({ item }) => item)}::text[])
           AS n (subject, item)
     WHERE t.organization_id = ${organizationId} AND t.kind = ${kind} AND t.subject = n.subject
       AND t.item IS NULL`.execute(tx.sql);
}

/** Lets those who say what holds of a kind take turns, until the transaction ends. */
export async function lockToldStates(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
): Promise<void> {
  const name = `told ${organizationId} ${kind}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.sql);
}

/**
 * Forgets what of a kind does not hold any more, and gives the items that were said of it. Plan: the kind's part of the key.
 * @param most so many at most; the rest is found the next time
 */
export async function takeOver(
  organizationId: OrganizationId,
  tx: Transaction,
  kind: MessageKind,
  { holding, most }: { readonly holding: readonly string[]; readonly most: number },
): Promise<unknown[]> {
  const { rows } = await sql<{ item: unknown }>`
    DELETE FROM told_state
     WHERE organization_id = ${organizationId} AND kind = ${kind} AND subject IN (
       SELECT subject FROM told_state
        WHERE organization_id = ${organizationId} AND kind = ${kind} AND item IS NOT NULL
          AND subject <> ALL(${[...holding]}::text[])
        ORDER BY subject LIMIT ${most})
    RETURNING item`.execute(tx.sql);
  return rows.map(({ item }) => item);
}

/**
 * Lists the organizations with rules that lead messages of any of some kinds to channels, and those with members, the
 * oldest first. Plan:
 * all rules and memberships, of which there are some dozens an organization.
 */
export async function findOrganizationsThatHear(
  db: Transaction,
  kinds: readonly MessageKind[],
  { withMembers }: { readonly withMembers: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    SELECT r.organization_id FROM message_rule r
      JOIN message_rule_channel c ON c.organization_id = r.organization_id AND c.rule_id = r.id
     WHERE r.is_on AND r.kinds && ${[...kinds]}::text[]
     UNION
    SELECT organization_id FROM membership WHERE ${withMembers}
     ORDER BY organization_id`.execute(db.sql);
  return rows.map(({ organizationId }) => organizationId);
}
