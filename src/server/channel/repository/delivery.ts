import { sql } from 'kysely';
import type { DisabledReason } from '@/domain/channel/channel';
import type { FailureKind } from '@/domain/channel/outcome';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { beyondClocks } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { isDue, isFree } from '@/server/platform/jobs/due';

/** Longer than any message waits for its next attempt, which the schedule puts off by a day and some hours. */
const FURTHEST_MS = 2 * DAY_MS;

/** A channel that something is due for, of whichever organization. */
export interface DueChannel {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Finds channels that something is due for and that nobody delivers to: of each organization the one that waits longest, then the
 * second of each, so that no organization keeps the others from being found, however many of its wait. One that fails since a
 * moment to come is not left alone until the clock has caught up; its next failure says since when and until when, by the
 * clock as it is. Plan: all channels (some dozens an organization), each with a look into the front of its part of
 * `delivery_due_idx`.
 */
export async function findDueChannels(
  db: Transaction,
  now: Date,
  limit: number,
): Promise<DueChannel[]> {
  const { rows } = await sql<DueChannel>`
    SELECT c.organization_id, c.id
      FROM channel c
     CROSS JOIN LATERAL (
           SELECT d.due_at FROM delivery d
            WHERE d.organization_id = c.organization_id AND d.channel_id = c.id
              AND ${isDue('d.dueAt', now, FURTHEST_MS)}
            ORDER BY d.message_id LIMIT 1) first
     WHERE c.disabled_at IS NULL
       AND (c.quiet_until IS NULL OR c.quiet_until <= ${now}::timestamptz
            OR c.failing_since > ${beyondClocks(now)}::timestamptz)
       AND ${isFree('c.leaseUntil', now)}
     ORDER BY row_number() OVER (PARTITION BY c.organization_id ORDER BY first.due_at, c.id), first.due_at, c.id
     LIMIT ${limit}`.execute(db.sql);
  return rows;
}

/** A lease of one channel: whoever has it, and nobody else, delivers to it. */
export interface Lease {
  readonly organizationId: OrganizationId;
  readonly channelId: string;
  readonly id: string;
  /** Whether a test is to be made, which is done to a disabled channel as well. */
  readonly isOfTest?: boolean;
}

/**
 * Takes the channel if nobody has it. An `UPDATE` with a condition, so of two that try at once one finds it taken; no
 * lock outlasts the statement.
 */
export async function takeLease(
  { organizationId, channelId, id, isOfTest = false }: Lease,
  db: Transaction,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const row = await db.sql
    .updateTable('channel')
    .set({ leaseId: id, leaseUntil: until })
    .where('organizationId', '=', organizationId)
    .where('id', '=', channelId)
    .where((eb) => eb.or([eb.lit(isOfTest), eb('disabledAt', 'is', null)]))
    .where(isFree('leaseUntil', now))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type LeasedChannel = NonNullable<Awaited<ReturnType<typeof renewLease>>>;

/** Keeps the channel for longer, and reads it as it is now; null when the lease is somebody else's, or it was disabled. */
export async function renewLease(
  { organizationId, channelId, id, isOfTest = false }: Lease,
  db: Transaction,
  until: Date,
) {
  const row = await db.sql
    .updateTable('channel')
    .set({ leaseUntil: until })
    .where('organizationId', '=', organizationId)
    .where('id', '=', channelId)
    .where('leaseId', '=', id)
    .where((eb) => eb.or([eb.lit(isOfTest), eb('disabledAt', 'is', null)]))
    .returning(['id', 'kind', 'name', 'settings', 'secret', 'failingSince'])
    .executeTakeFirst();
  return row ?? null;
}

export async function endLease(
  { organizationId, channelId, id }: Lease,
  db: Transaction,
): Promise<void> {
  await db.of(organizationId).channel.updateMany({
    where: { id: channelId, leaseId: id },
    data: { leaseId: null, leaseUntil: null },
  });
}

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDueDelivery>>>;

function selectDeliveries({ organizationId, channelId }: Lease, db: Transaction) {
  return db.sql
    .selectFrom('delivery as d')
    .innerJoin('message as m', (join) =>
      join.onRef('m.organizationId', '=', 'd.organizationId').onRef('m.id', '=', 'd.messageId'),
    )
    .select(['d.messageId', 'd.attempts', 'd.done', 'm.content', 'm.createdAt'])
    .where('d.organizationId', '=', organizationId)
    .where('d.channelId', '=', channelId);
}

/** Finds the first message that is due for a channel, in the order in which they were made. Plan: `delivery_due_idx`. */
export async function findDueDelivery(lease: Lease, db: Transaction, now: Date) {
  const row = await selectDeliveries(lease, db)
    .where(isDue('d.dueAt', now, FURTHEST_MS))
    .orderBy('d.messageId')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Plan: two primary keys. */
export async function findDelivery(
  lease: Lease,
  db: Transaction,
  messageId: string,
): Promise<DueDelivery | null> {
  const row = await selectDeliveries(lease, db)
    .where('d.messageId', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

/** One attempt of one delivery. */
export interface AttemptKey {
  readonly lease: Lease;
  readonly messageId: string;
  readonly number: number;
}

/** Ends the attempts of a delivery whose process did not. */
export async function endOpenAttempts(
  { organizationId, channelId }: Lease,
  tx: Transaction,
  messageId: string,
  now: Date,
): Promise<void> {
  await tx.of(organizationId).deliveryAttempt.updateMany({
    where: { channelId, messageId, endedAt: null },
    data: { endedAt: now, failure: 'interrupted' },
  });
}

/**
 * Writes down that an attempt begins, before anything is sent.
 * @returns its number
 */
export async function beginAttempt(
  lease: Lease,
  tx: Transaction,
  messageId: string,
  now: Date,
): Promise<number> {
  const { organizationId, channelId } = lease;
  const delivery = { channelId, messageId };
  await endOpenAttempts(lease, tx, messageId, now);
  await tx.sql
    .updateTable('delivery')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('channelId', '=', channelId)
    .where('messageId', '=', messageId)
    .execute();
  const { _max: last } = await tx
    .of(organizationId)
    .deliveryAttempt.aggregate({ where: delivery, _max: { number: true } });
  const number = (last.number ?? 0) + 1;
  await tx
    .of(organizationId)
    .deliveryAttempt.createMany({ data: [{ ...delivery, number, startedAt: now }] });
  return number;
}

/** Notes that one of several receivers of a delivery has it. */
export async function addDone(
  { organizationId, channelId }: Lease,
  db: Transaction,
  messageId: string,
  one: string,
): Promise<void> {
  await db
    .of(organizationId)
    .delivery.updateMany({ where: { channelId, messageId }, data: { done: { push: one } } });
}

export interface EndedAttempt {
  readonly endedAt: Date;
  readonly failure: FailureKind | null;
  readonly status: number | null;
  readonly answer: string;
}

export async function endAttempt(
  { lease: { organizationId, channelId }, messageId, number }: AttemptKey,
  tx: Transaction,
  ended: EndedAttempt,
): Promise<void> {
  const where = { channelId, messageId, number, endedAt: null };
  await tx.of(organizationId).deliveryAttempt.updateMany({ where, data: ended });
}

/** What comes of a delivery after an attempt. */
export interface NextStep {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly dueAt: Date | null;
  /** Of the schedule, where they are not as they were. */
  readonly attempts?: number;
}

/** Leaves alone what was dropped or replayed meanwhile, unless it was delivered after all. */
export async function setDelivery(
  { lease: { organizationId, channelId }, messageId }: Omit<AttemptKey, 'number'>,
  tx: Transaction,
  step: NextStep,
  now: Date,
): Promise<void> {
  const only = step.state === 'delivered' ? {} : { state: 'pending' as const };
  await tx.of(organizationId).delivery.updateMany({
    where: { channelId, messageId, ...only },
    data: { ...step, changedAt: now },
  });
}

/** How a channel fares after an attempt. */
export interface ChannelHealth {
  readonly failingSince: Date | null;
  readonly quietUntil: Date | null;
}

export async function setHealth(
  { organizationId, channelId, id }: Lease,
  tx: Transaction,
  health: ChannelHealth,
): Promise<void> {
  const where = { id: channelId, leaseId: id };
  await tx.of(organizationId).channel.updateMany({ where, data: { ...health } });
}

/** Disables a channel that is not, and drops what waits for it; false when it was disabled already. */
export async function disableChannel(
  organizationId: OrganizationId,
  tx: Transaction,
  channelId: string,
  disabled: {
    readonly reason: DisabledReason;
    readonly at: Date;
    /** When admins are to be told; null: they know. */
    readonly noticeAt: Date | null;
  },
): Promise<boolean> {
  const { reason, at, noticeAt } = disabled;
  const { count } = await tx.of(organizationId).channel.updateMany({
    where: { id: channelId, disabledAt: null },
    data: { disabledReason: reason, disabledAt: at, noticeAt, updatedAt: at },
  });
  if (count === 0) return false;
  await tx.of(organizationId).delivery.updateMany({
    where: { channelId, state: 'pending' },
    data: { state: 'dropped', dueAt: null, changedAt: at },
  });
  return true;
}

/** Lists channels whose admins are to be told now that they were disabled. Plan: all channels. */
export async function findDueNotices(db: Transaction, now: Date, limit: number) {
  const { rows } = await sql<DueChannel>`
    SELECT organization_id, id FROM channel WHERE notice_at <= ${now}::timestamptz LIMIT ${limit}`.execute(
    db.sql,
  );
  return rows;
}

/** Takes it on to tell the admins, until `again`; null when another process does, or nobody is to be told any more. */
export async function takeNotice(
  organizationId: OrganizationId,
  db: Transaction,
  channelId: string,
  { now, again }: { readonly now: Date; readonly again: Date },
) {
  const row = await db.sql
    .updateTable('channel')
    .set({ noticeAt: again })
    .where('organizationId', '=', organizationId)
    .where('id', '=', channelId)
    .where('noticeAt', '<=', now)
    .returning(['name', 'disabledReason', 'disabledAt'])
    .executeTakeFirst();
  return row ?? null;
}

/** Says when the admins are to be told who were not; null: not any more. A channel that was resumed meanwhile stays as it is. */
export async function settleNotice(
  organizationId: OrganizationId,
  db: Transaction,
  channelId: string,
  noticeAt: Date | null,
): Promise<void> {
  const where = { id: channelId, noticeAt: { not: null } };
  await db.of(organizationId).channel.updateMany({ where, data: { noticeAt } });
}
