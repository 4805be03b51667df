import type { MessageKind } from '@/domain/message/kinds';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import type { HeardKind } from '@/domain/message/rule';
import { fullMessage } from '@/domain/message/testing/messages';
import { findDueChannels } from '@/server/channel/repository/delivery';
import { createChannel } from '@/server/channel/service/channels';
import { deliverChannel } from '@/server/channel/service/delivery';
import { getDelivery } from '@/server/channel/service/history';
import { sendMessage } from '@/server/message/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import type { TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import { type Service, startTicketService } from '@/test/ticket-service';

const HEARD: readonly HeardKind[] = ['support.ends'];

export type TicketBench = Awaited<ReturnType<typeof startTicketBench>>;

/** A service of one kind on loopback, with an organization whose channel keeps its tickets there. */
export async function startTicketBench(deps: TestDeps, kind: Service) {
  deps.clock.set('2026-11-21T12:00:00Z');
  const organization = await makeOrganization(deps);
  const service = await startTicketService(kind);
  const admin = await makeActor(deps, organization, 'admin');
  const { id: channelId } = await createChannel(deps, admin, ticketChannel(kind, service.url));
  await ruleFor(deps, organization, [channelId], HEARD);
  const signal = new AbortController().signal;
  async function deliver(): Promise<void> {
    for (const { id } of await findDueChannels(deps.db, deps.clock.now(), 100)) {
      if (id === channelId) await deliverChannel(deps, organization, id, signal);
    }
  }
  return {
    ...{ organization, service, channelId, deliver },
    /** Says something, and makes one turn of the channel. */
    async tell(...items: readonly MessageItem[]): Promise<string> {
      deps.clock.advance(1_000);
      const content = messageOf(items);
      const id = await deps.db.transaction((tx) =>
        sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
      );
      await deliver();
      return id ?? '';
    },
    shown: (messageId: string) => getDelivery(deps, organization, channelId, messageId),
    tickets: () => deps.db.of(organization).ticket.findMany(),
  };
}

function messageOf(items: readonly MessageItem[]): MessageContent {
  const kind: MessageKind = 'support.ends';
  return fullMessage({ kind, items: [...items], total: items.length });
}

/** An item on software that is named by its key. */
export function thing(key: string, more: Partial<MessageItem> = {}): MessageItem {
  return itemOf({ key, what: key, detail: 'It has ended', ...more });
}
