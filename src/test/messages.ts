import { type MessageContent, messageContent } from '@/domain/message/content';
import { type HeardKind, type MessageRule, messageRule } from '@/domain/message/rule';
import { createChannel } from '@/server/channel/service/channels';
import { listDeliveries } from '@/server/channel/service/history';
import { createRule } from '@/server/message-rule/service/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { makeActor } from './accounts';

/** Adds a channel that hears messages of some kinds at once; nothing is delivered to it unless a test does so. */
export async function hearing(
  deps: Deps,
  organizationId: OrganizationId,
  ...kinds: HeardKind[]
): Promise<string> {
  const actor = await makeActor(deps, organizationId, 'admin');
  const channel = await createChannel(deps, actor, {
    ...{ kind: 'mail', name: 'Everybody' },
    settings: { addresses: ['everybody@example.com'] },
  });
  await ruleFor(deps, organizationId, [channel.id], kinds);
  return channel.id;
}

/** Adds a rule that leads messages of some kinds to channels: all of them at once, unless it is said otherwise. */
export async function ruleFor(
  deps: Deps,
  organizationId: OrganizationId,
  channelIds: readonly string[],
  kinds: readonly HeardKind[],
  more: Partial<MessageRule> = {},
): Promise<string> {
  const actor = await makeActor(deps, organizationId, 'admin');
  const all = { name: 'What it is to hear', kinds, channel_ids: channelIds, tempo: 'at_once' };
  const rule = await createRule(deps, actor, messageRule.parse({ ...all, ...more }));
  return rule.id;
}

/** Lists what a channel was sent, in order, as its receivers read it: as it was stored, and nothing else. */
export async function sentTo(
  deps: Deps,
  organizationId: OrganizationId,
  channelId: string,
): Promise<MessageContent[]> {
  const { items } = await listDeliveries(deps, organizationId, channelId, { page: 1, size: 50 });
  const ids = items.map(({ message_id: id }) => id);
  const rows = await deps.db
    .of(organizationId)
    .message.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  return rows.map(({ content }) => messageContent.parse(content));
}

/** Lists what was said in an organization, in order; of one kind when that is named. */
export async function saidIn(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  kind?: MessageContent['kind'],
): Promise<MessageContent[]> {
  const where = kind === undefined ? {} : { kind };
  const rows = await db.of(organizationId).message.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ content }) => messageContent.parse(content));
}
