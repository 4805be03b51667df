import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { FailureKind } from '@/domain/channel/outcome';
import { DAY_MS } from '@/domain/eol/calendar';
import type { Standing } from '@/domain/message/audience';
import type { MessageContent } from '@/domain/message/content';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isDue, isFree } from '@/server/platform/jobs/due';
import { columnsOf, type Receiver } from './settings';

/** The name under which processes hear that a letter is to be sent. */
export const LETTER_CHANNEL = 'eventide_letter';
/** Rows of one statement. */
const BATCH = 1_000;

export interface NewLetter {
  readonly receiver: Receiver;
  /** What it brings: a message, or what it says itself. */
  readonly brings:
    | { readonly messageId: string }
    | {
        readonly content: MessageContent;
        /** What counted of its receiver when it was cut for them: who is less by the time is not sent it. */
        readonly standing?: Standing | null;
      };
  readonly dueAt: Date;
}

/** Writes letters, and wakes whoever sends them once the transaction is committed. */
export async function insertLetters(
  organizationId: OrganizationId,
  tx: Transaction,
  letters: readonly NewLetter[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < letters.length; from += BATCH) {
    const rows = letters.slice(from, from + BATCH).map(({ receiver, brings, dueAt }) => ({
      ...{ organizationId, id: uuidv7(), ...columnsOf(receiver), dueAt },
      messageId: 'messageId' in brings ? brings.messageId : null,
      content: 'content' in brings ? contentOf(brings) : null,
      ...{ state: 'pending' as const, attempts: 0, createdAt: at, changedAt: at },
    }));
    await tx.sql.insertInto('letter').values(rows).execute();
  }
  if (letters.length > 0) {
    await sql`SELECT pg_notify(${LETTER_CHANNEL}, '')`.execute(tx.sql);
  }
}

/** One document: a release that knows of no standing reads what it knows. */
function contentOf({ content, standing }: Extract<NewLetter['brings'], { content: unknown }>) {
  return JSON.stringify(standing ? { ...content, standing } : content);
}

/**
 * Lists, in milliseconds, when people had the letters that bring them a message, or are to have them, since a moment: of
 * those who have no fewer than so many. What is tried again was to be had by now. Plan: letter (organization_id, user_id).
 */
export async function findLetterTimes(
  organizationId: OrganizationId,
  db: Transaction,
  userIds: readonly string[],
  { since, now, least }: { readonly since: Date; readonly now: Date; readonly least: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; times: number[] }>`
    SELECT user_id, json_agg((extract(epoch FROM had_at) * 1000)::float8) AS times
      FROM (SELECT user_id,
                   CASE WHEN due_at IS NULL THEN changed_at
                        WHEN attempts = 0 THEN due_at
                        ELSE least(due_at, ${now}::timestamptz) END AS had_at
              FROM letter
             WHERE organization_id = ${organizationId} AND user_id = ANY(${[...userIds]}::uuid[])
               AND message_id IS NOT NULL) had
     WHERE had_at > ${since}::timestamptz
     GROUP BY user_id
    HAVING count(*) >= ${least}`.execute(db.sql);
  return new Map(rows.map(({ userId, times }) => [userId, times]));
}

/** A letter that this process, and no other, sends. */
export interface Claim {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly leaseId: string;
}

/** How many that are due are looked at together: several may look at the same time, and each takes one. */
const LOOKED_AT = 20;
/** Longer than any letter waits: quiet hours last a week at most, and the next attempt is put off by a day and some hours. */
const FURTHEST_MS = 10 * DAY_MS;

/** Whether so many letters or more are due. Plan: as {@link claimLetter} finds them, and no more of them than that. */
export async function areDue(db: Transaction, now: Date, many: number): Promise<boolean> {
  const last = await db.sql
    .selectFrom('letter')
    .select('id')
    .where(isDue('dueAt', now, FURTHEST_MS))
    .offset(many - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

/**
 * Takes a letter that is due and that nobody has, the one that waits longest first. Two who try at once get two letters. It
 * is found in all organizations and taken in its own: a database that is spread locks no row before it knows whose it is.
 * Plan: `letter_due_idx`, which holds what is to be sent and nothing else; then primary keys.
 */
export async function claimLetter(
  tx: Transaction,
  { now, until }: { readonly now: Date; readonly until: Date },
) {
  const leaseId = uuidv7();
  for (;;) {
    const due = await tx.sql
      .selectFrom('letter')
      .select(['organizationId', 'id'])
      .where(isDue('dueAt', now, FURTHEST_MS))
      .where(isFree('leaseUntil', now))
      .orderBy('dueAt')
      .orderBy('id')
      .limit(LOOKED_AT)
      .execute();
    if (due.length === 0) return null;
    for (const { organizationId, id } of due) {
      const row = await tx.sql
        .updateTable('letter')
        .set(({ eb }) => ({ leaseId, leaseUntil: until, attempts: eb('attempts', '+', 1) }))
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .where(isDue('dueAt', now, FURTHEST_MS))
        .where(isFree('leaseUntil', now))
        .returning(['id', 'userId', 'teamId', 'messageId', 'content', 'attempts'])
        .executeTakeFirst();
      if (row) return { ...row, organizationId: mintOrganizationId(organizationId), leaseId };
    }
  }
}

export type ClaimedLetter = NonNullable<Awaited<ReturnType<typeof claimLetter>>>;

/** Ends the attempts of a letter whose process did not. */
export async function endOpenAttempts(
  { organizationId, id: letterId }: Claim,
  tx: Transaction,
  now: Date,
): Promise<void> {
  await tx.of(organizationId).letterAttempt.updateMany({
    where: { letterId, endedAt: null },
    data: { endedAt: now, failure: 'interrupted' },
  });
}

/** Writes down that an attempt begins, before anything is sent. */
export async function beginAttempt(
  { organizationId, id: letterId }: Claim,
  tx: Transaction,
  number: number,
  now: Date,
): Promise<void> {
  await tx
    .of(organizationId)
    .letterAttempt.createMany({ data: [{ letterId, number, startedAt: now }] });
}

export interface EndedAttempt {
  readonly endedAt: Date;
  readonly failure: FailureKind | null;
  readonly status: number | null;
  readonly answer: string;
}

export async function endAttempt(
  { organizationId, id: letterId }: Claim,
  tx: Transaction,
  number: number,
  ended: EndedAttempt,
): Promise<void> {
  const where = { letterId, number, endedAt: null };
  await tx.of(organizationId).letterAttempt.updateMany({ where, data: ended });
}

/** What comes of a letter after an attempt. */
export interface NextStep {
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped';
  readonly dueAt: Date | null;
}

/** Writes down what comes of a letter, and lets go of it. What was delivered is, whoever has it now. */
export async function settleLetter(
  { organizationId, id, leaseId }: Claim,
  tx: Transaction,
  { state, dueAt }: NextStep,
  now: Date,
): Promise<void> {
  await tx.of(organizationId).letter.updateMany({
    where: { id, ...(state === 'delivered' ? {} : { leaseId }) },
    data: { state, dueAt, leaseId: null, leaseUntil: null, changedAt: now },
  });
}

/** Drops what is due, where nothing can be sent. */
export async function dropDueLetters(db: Transaction, now: Date): Promise<void> {
  await db.sql
    .updateTable('letter')
    .set({ state: 'dropped', dueAt: null, changedAt: now })
    .where('dueAt', '<=', now)
    .execute();
}

/** Finds what a message says; null when it was forgotten. */
export async function findMessage(organizationId: OrganizationId, db: Transaction, id: string) {
  const row = await db.sql
    .selectFrom('message')
    .select('content')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Deletes the oldest letters of an organization from before a moment that are settled, with their attempts. Plan: letter by
 * its primary key, from the oldest on.
 * @returns how many
 */
export async function deleteLetters(
  organizationId: OrganizationId,
  db: Transaction,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM letter WHERE organization_id = ${organizationId} AND id IN (
      SELECT l.id FROM letter l
       WHERE l.organization_id = ${organizationId} AND l.due_at IS NULL
         AND l.created_at < ${before}::timestamptz
       ORDER BY l.id LIMIT ${limit})`.execute(db.sql);
  return Number(numAffectedRows);
}
