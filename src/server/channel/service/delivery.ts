import { v7 as uuidv7 } from 'uuid';
import type { DisabledReason } from '@/domain/channel/channel';
import { asLine, messageContent, type MessageContent } from '@/domain/message/content';
import { failed, type Outcome } from '@/domain/channel/outcome';
import { FAILING_FOR_MS, MAX_ATTEMPTS, nextAttemptAt, quietUntil } from '@/domain/channel/schedule';
import { recordOwnAudit } from '@/server/audit/service';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isUnreadableSecret, openSecret } from '@/server/platform/secrets/sealed-secret';
import { messages } from '@/server/platform/signals';
import { toChannelRecord } from '../dto';
import { findChannel, lockChannel } from '../repository/channels';
import {
  addDone,
  type AttemptKey,
  beginAttempt,
  disableChannel,
  type DueDelivery,
  endAttempt,
  endLease,
  endOpenAttempts,
  findDelivery,
  findDueDelivery,
  type Lease,
  type LeasedChannel,
  renewLease,
  setDelivery,
  setHealth,
  takeLease,
} from '../repository/delivery';
import { sendBy } from './kinds/kinds';
import { keptAnswer } from './kinds/post';
import { WHY_DISABLED } from './notices';
import { LeaseLost, type SenderDeps } from './kinds/sender';

/**
 * How long a channel stays with a process that says nothing: more than one thing that a sender does takes, so nobody
 * else begins while it goes on. What a killed process had in hand is taken up after it.
 */
export const LEASE_MS = 90_000;
/**
 * How long one turn of a channel may begin new attempts, and an attempt things of its own where it does several, so that others
 * get theirs.
 */
const TURN_MS = 20_000;

/**
 * Delivers what is due for one channel, one after the other, as long as its turn lasts; does nothing where another
 * process is at it. What fails for a reason that would meet the others too ends the turn.
 */
export async function deliverChannel(
  deps: SenderDeps,
  organizationId: OrganizationId,
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  const lease = { organizationId, channelId, id: uuidv7() };
  const begun = deps.clock.now();
  if (!(await takeLease(lease, deps.db, { now: begun, until: leaseEnd(begun) }))) return;
  const lasts = (now: Date) => !signal.aborted && now.getTime() - begun.getTime() <= TURN_MS;
  const mayGoOn = () => lasts(deps.clock.now());
  try {
    for (;;) {
      const now = deps.clock.now();
      if (!lasts(now)) return;
      const due = await findDueDelivery(lease, deps.db, now);
      if (!due || !(await deliverOne(deps, lease, due, mayGoOn))) return;
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    await endLease(lease, deps.db);
  }
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Makes one attempt; false when the channel's turn is over. */
async function deliverOne(
  deps: SenderDeps,
  lease: Lease,
  due: DueDelivery,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { messageId } = due;
  const attempts = due.attempts + 1;
  const { channel, number } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const kept = await renewLease(lease, tx, leaseEnd(now));
    if (!kept) throw new LeaseLost();
    if (attempts <= MAX_ATTEMPTS) {
      return { channel: kept, number: await beginAttempt(lease, tx, messageId, now) };
    }
    // The process ended in the last one, so nobody has written down that it was the last.
    await endOpenAttempts(lease, tx, messageId, now);
    await setDelivery({ lease, messageId }, tx, { state: 'failed', dueAt: null }, now);
    return { channel: kept, number: null };
  });
  if (number === null) {
    messages.send({ way: 'channel', outcome: 'failed' });
    return true;
  }
  const { outcome, gotFurther } = await attempted(deps, lease, channel, due, mayGoOn);
  const key = { lease, messageId, number };
  if (gotFurther && isToBeContinued(outcome)) return recordPart(deps, key, outcome);
  return recordOutcome(deps, key, channel, attempts, outcome);
}

/**
 * Makes the one attempt of a test message, whatever state its channel is in. Nothing follows from its failure.
 * @returns null when another delivery to the channel is under way, or it is no more
 */
export async function deliverTest(
  deps: SenderDeps,
  organizationId: OrganizationId,
  channelId: string,
  messageId: string,
): Promise<Outcome | null> {
  const lease = { organizationId, channelId, id: uuidv7(), isOfTest: true };
  const now = deps.clock.now();
  if (!(await takeLease(lease, deps.db, { now, until: leaseEnd(now) }))) return null;
  try {
    const [channel, delivery] = await Promise.all([
      renewLease(lease, deps.db, leaseEnd(now)),
      findDelivery(lease, deps.db, messageId),
    ]);
    if (!channel || !delivery) return null;
    const number = await deps.db.transaction(async (tx) => {
      // The channel may have been deleted since, with what was to be delivered.
      const kept = await renewLease(lease, tx, leaseEnd(now));
      return kept && beginAttempt(lease, tx, messageId, now);
    });
    if (number === null) return null;
    const { outcome } = await attempted(deps, lease, channel, delivery, () => true);
    await recordTest(deps, { lease, messageId, number }, outcome);
    return outcome;
  } finally {
    await endLease(lease, deps.db);
  }
}

function recordTest({ db, clock }: SenderDeps, key: AttemptKey, outcome: Outcome): Promise<void> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await endAttempt(key, tx, { ...endedBy(outcome), endedAt: now });
    if (!outcome.isDelivered) return;
    await setDelivery(key, tx, { state: 'delivered', dueAt: null }, now);
    await setHealth(key.lease, tx, { failingSince: null, quietUntil: null });
  });
}

function endedBy(outcome: Outcome) {
  const { status, answer } = outcome;
  const failure = outcome.isDelivered ? null : outcome.failure;
  return { failure, status, answer: keptAnswer(answer) };
}

async function attempted(
  deps: SenderDeps,
  lease: Lease,
  channel: LeasedChannel,
  { messageId, content, createdAt, done }: DueDelivery,
  mayGoOn: () => boolean,
): Promise<{ readonly outcome: Outcome; readonly gotFurther: boolean }> {
  const { organizationId } = lease;
  const { id, kind, name, settings } = channel;
  const keepLease = async () => {
    if (!(await renewLease(lease, deps.db, leaseEnd(deps.clock.now())))) throw new LeaseLost();
  };
  let gotFurther = false;
  try {
    const secret = channel.secret === null ? null : await secretOf(deps, lease, channel.secret);
    const outcome = await sendBy(deps, {
      organizationId,
      channel: { id, kind, name, settings, secret },
      message: { id: messageId, content: messageContent.parse(content), createdAt },
      done: new Set(done),
      markDone: async (one) => {
        await addDone(lease, deps.db, messageId, one);
        gotFurther = true;
        await keepLease();
      },
      ...{ keepLease, mayGoOn },
    });
    return { outcome, gotFurther };
  } catch (error) {
    if (!isUnreadableSecret(error)) throw error;
    return { outcome: failed('secret', error.message), gotFurther };
  }
}

function secretOf(deps: SenderDeps, { organizationId, channelId }: Lease, sealed: string) {
  return openSecret(deps, { organizationId, column: 'channel.secret', rowId: channelId }, sealed);
}

/** What a receiver says that was asked too much; PagerDuty does not say for how long. */
const TOO_MANY = 429;

/** Whether the rest of a message follows in a turn to come: this one is over, or the receiver asks to be left alone for a while. */
function isToBeContinued(outcome: Outcome): boolean {
  if (outcome.isDelivered) return outcome.isPart === true;
  const { then, retryAfterMs, status } = outcome;
  return then === 'retry' && (retryAfterMs !== null || status === TOO_MANY);
}

/**
 * Writes down that an attempt got on with a message of many items, and not to its end. It counts as none of the schedule, as there
 * may be more turns than the schedule has: each does something, so they have an end.
 */
function recordPart(
  { db, clock }: SenderDeps,
  key: AttemptKey,
  outcome: Outcome,
): Promise<boolean> {
  const now = clock.now();
  const quiet = outcome.isDelivered ? null : quietUntil(outcome.retryAfterMs, now);
  return db.transaction(async (tx) => {
    await endAttempt(key, tx, { ...endedBy(outcome), endedAt: now });
    await setDelivery(key, tx, { state: 'pending', dueAt: now, attempts: 0 }, now);
    await setHealth(key.lease, tx, { failingSince: null, quietUntil: quiet });
    return false;
  });
}

/** Writes down what came of an attempt, and what follows from it for the delivery and for its channel. */
async function recordOutcome(
  { db, clock }: SenderDeps,
  key: AttemptKey,
  channel: LeasedChannel,
  attempts: number,
  outcome: Outcome,
): Promise<boolean> {
  const { lease } = key;
  const now = clock.now();
  const isTried = !outcome.isDelivered && outcome.then === 'retry';
  const dueAt = isTried ? nextAttemptAt(attempts, now, Math.random()) : null;
  const goesOn = await db.transaction(async (tx) => {
    await endAttempt(key, tx, { ...endedBy(outcome), endedAt: now });
    if (outcome.isDelivered) {
      await setDelivery(key, tx, { state: 'delivered', dueAt: null }, now);
      await setHealth(lease, tx, { failingSince: null, quietUntil: null });
      return true;
    }
    const quiet = outcome.isReceiversFault ? quietUntil(outcome.retryAfterMs, now) : null;
    await setDelivery(key, tx, { state: dueAt ? 'pending' : 'failed', dueAt }, now);
    // One ahead of now is from before the clock was set back.
    const known = channel.failingSince;
    const failingSince = known && known < now ? known : now;
    await setHealth(lease, tx, { failingSince, quietUntil: quiet });
    const isOver = now.getTime() - failingSince.getTime() >= FAILING_FOR_MS;
    if (outcome.then !== 'disable' && !isOver) return quiet === null;
    await disableByItself(lease, tx, outcome.then === 'disable' ? 'gone' : 'failing', now);
    return false;
  });
  const came = outcome.isDelivered ? 'delivered' : dueAt ? 'retried' : 'failed';
  messages.send({ way: 'channel', outcome: came });
  return goesOn;
}

function messageOnDisabled(name: string, id: string, reason: DisabledReason): MessageContent {
  return {
    kind: 'channel.disabled',
    severity: 'warning',
    title: asLine(`Messages no longer go to ${name}`),
    summary: `Eventide has disabled the channel, as ${WHY_DISABLED[reason]}. What waits for it is kept and can be sent again once it is resumed.`,
    ...{ items: [], total: 0 },
    links: [{ label: 'The channel', path: `/settings/messages/${id}` }],
  };
}

/** Disables a channel that nobody has asked to, which the audit log and a mail to the admins say. */
async function disableByItself(
  { organizationId, channelId }: Lease,
  tx: Transaction,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  const before = await lockChannel(organizationId, tx, channelId);
  if (
    !before ||
    !(await disableChannel(organizationId, tx, channelId, { reason, at, noticeAt: at }))
  )
    return;
  const after = await findChannel(organizationId, tx, channelId);
  await recordOwnAudit(tx, organizationId, {
    ...{ at, action: 'channel.disable', subjectKind: 'channel', subjectId: channelId },
    before: toChannelRecord(before, at),
    ...(after && { after: toChannelRecord(after, at) }),
  });
  await sendMessage(
    tx,
    organizationId,
    messageOnDisabled(before.name, channelId, reason),
    'listeners',
    at,
  );
}
