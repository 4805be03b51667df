import type { ChannelDraft } from '@/domain/channel/channel';
import { type MessageContent, messageContent } from '@/domain/message/content';
import { createChannel } from '@/server/channel/service/channels';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { makeActor } from './accounts';

/** Adds a channel that hears messages of some kinds; nothing is delivered to it unless a test does so. */
export async function hearing(
  deps: Deps,
  organizationId: OrganizationId,
  ...hears: ChannelDraft['hears']
): Promise<string> {
  const actor = await makeActor(deps, organizationId, 'admin');
  const channel = await createChannel(deps, actor, {
    ...{ kind: 'mail', name: 'Everybody' },
    hears,
    settings: { addresses: ['everybody@example.com'] },
  });
  return channel.id;
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
