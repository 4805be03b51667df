import { type MessageContent, messageContent } from '@/domain/message/content';
import { digestsOf, type SaidMessage, toldBy } from '@/domain/message/digest';
import { asksWhatWasTold, heardBy, type MessageRule, sameTogether } from '@/domain/message/rule';
import { nextDigestAt } from '@/domain/message/tempo';
import {
  cutToProjects,
  findChannelTold,
  type ItemCut,
  putChannelTold,
  sendDerived,
} from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { toRule } from '../dto';
import {
  deleteHeld,
  type DueRule,
  findDueRules,
  findHeld,
  postponeDigest,
  setNextDigest,
  takeDueRule,
} from '../repository/digests';
import { findRule } from '../repository/rules';

/** Rules that one look makes digests of. */
const AT_ONCE = 100;
/** Messages that one digest is made of; what is beyond makes the next, at once. */
const MAX_HELD = 2_000;
/** Milliseconds after which a digest that could not be made is tried again. */
const RETRY_MS = 5 * 60_000;

/** Milliseconds after which it is looked again for what waits of a rule that makes no digests any more: what is being said is by then. */
export const LAST_LOOK_MS = 60_000;

type DigestDeps = Pick<Deps, 'clock' | 'db' | 'logger'>;

/**
 * Makes the digests that are due. Any number of processes may do so: a digest, its deliveries and the end of what waited for
 * it are one transaction, which only one of them gets to. One that fails keeps no other from its turn: it is tried again
 * later, behind those that are due by then.
 * @returns null where none was due
 */
export async function sendDueDigests(deps: DigestDeps): Promise<Turns | null> {
  const { db, clock } = deps;
  const due = await findDueRules(db, clock.now(), AT_ONCE);
  const send = async (organizationId: OrganizationId, { id }: DueRule) => {
    const at = clock.now();
    try {
      await db.transaction((tx) => sendDigest(tx, organizationId, id, at));
    } catch (error) {
      await postponeDigest(organizationId, db, id, { due: at, to: new Date(+at + RETRY_MS) });
      throw error;
    }
  };
  const about = ({ id }: DueRule) => ({ ruleId: id });
  const turns = await giveTurns(deps, due, send, { failure: 'a digest could not be made', about });
  return due.length > 0 ? turns : null;
}

async function sendDigest(
  tx: Transaction,
  organizationId: OrganizationId,
  ruleId: string,
  at: Date,
): Promise<void> {
  if (!(await takeDueRule(organizationId, tx, ruleId, at))) return;
  const row = await findRule(organizationId, tx, ruleId);
  if (!row) return;
  const rule = toRule(row);
  const held = await findHeld(organizationId, tx, ruleId, MAX_HELD);
  const messages = held.map(({ content, createdAt, channelIds }) => ({
    ...{ at: createdAt, content: messageContent.parse(content), channelIds },
  }));
  const cut = await cutOf(tx, organizationId, rule, messages);
  const byChannel = new Map<string, SaidMessage[]>();
  for (const { at: saidAt, content, channelIds } of messages) {
    const said = { kind: content.kind, at: saidAt };
    // By the rule as it is now: what it no longer lets through is not said.
    const part = heardBy(rule, content, (item) => cut(said, item));
    if (!part) continue;
    const heard = { content: part, at: saidAt };
    for (const id of channelIds) byChannel.set(id, [...(byChannel.get(id) ?? []), heard]);
  }
  await sendToChannels(tx, organizationId, rule, byChannel, at);
  const ids = held.map(({ id }) => id);
  await deleteHeld(organizationId, tx, ruleId, ids);
  await setNextDigest(organizationId, tx, ruleId, nextOf(rule, held.length, at));
}

/** What of items is of the projects of a rule; nothing is read for one that is about others. */
export async function cutOf(
  db: Transaction,
  organizationId: OrganizationId,
  rule: MessageRule,
  messages: readonly { readonly at: Date; readonly content: MessageContent }[],
): Promise<ItemCut> {
  if (rule.scope !== 'projects') return () => null;
  return cutToProjects(db, organizationId, rule, messages);
}

async function sendToChannels(
  tx: Transaction,
  organizationId: OrganizationId,
  rule: MessageRule,
  byChannel: ReadonlyMap<string, readonly SaidMessage[]>,
  at: Date,
): Promise<void> {
  const { tempo } = rule;
  const isNoted = asksWhatWasTold(rule);
  const digests = [];
  for (const [channelId, messages] of byChannel) {
    const now = toldBy(messages);
    const subjects = now.map(({ subject }) => subject);
    const told = await findChannelTold(organizationId, tx, channelId, subjects);
    const made = digestsOf(messages, { tempo, told, isNoted });
    await putChannelTold(organizationId, tx, [channelId], now, at);
    digests.push(...made.map((content) => ({ channelId, content })));
  }
  for (const { content, channelIds } of sameTogether(digests)) {
    await sendDerived(tx, organizationId, content, channelIds, at);
  }
}

function nextOf(
  { tempo, hour, time_zone: timeZone }: MessageRule,
  held: number,
  at: Date,
): Date | null {
  if (held === MAX_HELD) return at;
  if (tempo !== 'at_once') return nextDigestAt({ tempo, hour, timeZone }, at);
  return held === 0 ? null : new Date(at.getTime() + LAST_LOOK_MS);
}
