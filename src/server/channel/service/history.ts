import type { DeliveryState } from '@/domain/channel/channel';
import { conflict, notFound } from '@/domain/errors';
import { asListed, type MessageContent, messageContent } from '@/domain/message/content';
import { type PageRequest, toPage } from '@/domain/pagination';
import { recordAudit } from '@/server/audit/service';
import { announce, storeMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { type DeliveryDetail, toDelivery, toDeliveryDetail } from '../dto';
import { findChannel, lockChannel } from '../repository/channels';
import {
  deliveryPage,
  findAttempts,
  findDeliveryRow,
  insertTestDelivery,
  replayRow,
} from '../repository/history';
import { deliverTest } from './delivery';
import { bodyOf } from './kinds/kinds';
import type { SenderDeps } from './kinds/sender';

/** The newest attempts of a delivery; there are more only of one that was replayed often. */
const MAX_ATTEMPTS_SHOWN = 50;

type HistoryDeps = Pick<Deps, 'db' | 'clock' | 'env'>;

export interface DeliveryQuery extends PageRequest {
  readonly state?: DeliveryState | null | undefined;
}

/**
 * Lists a page of what went, or goes, to a channel, the newest first.
 * @throws DomainError 404 when the organization has no such channel
 */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  channelId: string,
  { state, ...page }: DeliveryQuery,
) {
  if (!(await findChannel(organizationId, db, channelId))) throw notFound('Channel');
  const { items, total } = await deliveryPage(organizationId, db, channelId, state ?? null, page);
  return toPage(items.map(toDelivery), total, page);
}

/**
 * Gets one delivery with its attempts and what is sent.
 * @throws DomainError 404 when the organization has no such channel, or nothing of that message went to it
 */
export async function getDelivery(
  { db, env }: HistoryDeps,
  organizationId: OrganizationId,
  channelId: string,
  messageId: string,
): Promise<DeliveryDetail> {
  const channel = await findChannel(organizationId, db, channelId);
  if (!channel) throw notFound('Channel');
  const row = await findDeliveryRow(organizationId, db, channelId, messageId);
  if (!row) throw notFound('Delivery');
  const key = { channelId, messageId };
  const attempts = await findAttempts(organizationId, db, key, MAX_ATTEMPTS_SHOWN);
  const body = bodyOf(channel.kind, {
    ...{ content: asListed(messageContent.parse(row.content)), createdAt: row.createdAt },
    ...{ channelName: channel.name, origin: env.publicUrl, organizationId },
  });
  return toDeliveryDetail(row, attempts, body);
}

/**
 * Sends a message to a channel again, with the whole schedule before it and the same id: a receiver that has it can tell.
 * @throws DomainError 404 as {@link getDelivery} does, 409 while it is to be delivered anyway, or the channel is disabled
 */
export async function replayDelivery(
  deps: HistoryDeps,
  actor: Actor,
  channelId: string,
  messageId: string,
): Promise<DeliveryDetail> {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const channel = await lockChannel(organizationId, tx, channelId);
    if (!channel) throw notFound('Channel');
    const before = await findDeliveryRow(organizationId, tx, channelId, messageId);
    if (!before) throw notFound('Delivery');
    if (channel.disabledAt) throw conflict('The channel is disabled: resume it first');
    if (!(await replayRow(organizationId, tx, channelId, messageId, at))) {
      throw conflict('It is to be delivered already');
    }
    await recordAudit(tx, actor, {
      ...{ at, action: 'channel.replay', subjectKind: 'channel', subjectId: channelId },
      before: { message_id: messageId, state: before.state },
      after: { message_id: messageId, state: 'pending' },
    });
    await announce(tx);
  });
  return getDelivery(deps, organizationId, channelId, messageId);
}

/**
 * Sends a test message to a channel at once, be it disabled or not, and waits for what comes of it: one attempt.
 * @throws DomainError 404 when the organization has no such channel, 409 while something else is being sent to it
 */
export async function testChannel(
  deps: SenderDeps,
  actor: Actor,
  channelId: string,
): Promise<DeliveryDetail> {
  const { organizationId } = actor;
  const messageId = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const channel = await lockChannel(organizationId, tx, channelId);
    if (!channel) throw notFound('Channel');
    const message = await storeMessage(tx, organizationId, testMessage(channel.name), at);
    await insertTestDelivery(organizationId, tx, channelId, message.id, at);
    await recordAudit(tx, actor, {
      ...{ at, action: 'channel.test', subjectKind: 'channel', subjectId: channelId },
      after: { message_id: message.id },
    });
    return message.id;
  });
  if (!(await deliverTest(deps, organizationId, channelId, messageId))) {
    throw conflict('Something else is being sent to the channel just now; try again');
  }
  return getDelivery(deps, organizationId, channelId, messageId);
}

function testMessage(channelName: string): MessageContent {
  return {
    kind: 'test',
    severity: 'info',
    title: 'A test of Eventide',
    summary: `Somebody pressed the test button of the channel ${channelName}. Nothing is to be done.`,
    items: [],
    total: 0,
    links: [{ label: 'The channels', path: '/settings/messages' }],
  };
}
