import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelDraft } from '@/domain/channel/channel';
import { itemOf, type MessageContent } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import {
  dieInTheMiddle,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@/test/webhook-receiver';
import { createChannel, getChannel, patchChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { getDelivery, listDeliveries, testChannel } from './service/history';
import { findDueChannels } from './repository/delivery';

const ROUTING_KEY = '0123456789abcdef0123456789ABCDEF';
const signal = new AbortController().signal;
let deps: TestDeps;
let receiver: WebhookReceiver;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

const admin = () => makeActor(deps, organization, 'admin');
/** A channel of a kind, whose address is the receiver's. */
async function add(kind: 'slack' | 'teams' | 'mattermost' | 'pagerduty') {
  const drafted = { name: 'Operations' };
  const draft: ChannelDraft =
    kind === 'pagerduty'
      ? {
          ...{ ...drafted, kind, settings: { url: receiver.url } },
          credentials: { routing_key: ROUTING_KEY },
        }
      : { ...drafted, kind, credentials: { url: receiver.url } };
  const channel = await createChannel(deps, await admin(), draft);
  await ruleFor(deps, organization, [channel.id], ['date.changed']);
  return channel;
}
const say = (content: MessageContent = fullMessage()) =>
  deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
async function deliver(): Promise<void> {
  const due = await findDueChannels(deps.db, deps.clock.now(), 100);
  for (const { id, organizationId } of due) {
    if (organizationId === organization) await deliverChannel(deps, organization, id, signal);
  }
}
async function lastOf(channelId: string) {
  const { items } = await listDeliveries(deps, organization, channelId, { page: 1, size: 10 });
  return items[0];
}
const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body) as object);

describe.each(['slack', 'teams', 'mattermost'] as const)('a channel of %s', (kind) => {
  it('gets a message once, at an address that nobody sees again', async () => {
    const channel = await add(kind);
    const host = new URL(receiver.url).host;
    expect(channel).toMatchObject({ secret: null, signing: null, settings: { host } });
    receiver.answer(kind === 'teams' ? 202 : 200);
    const id = await say();
    await deliver();
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.path).toBe('/hook');
    expect(JSON.stringify(bodies()[0])).toContain('Debian 10 ends sooner');
    const detail = await getDelivery(deps, organization, channel.id, id ?? '');
    expect(JSON.parse(detail.body)).toEqual(bodies()[0]);
    const row = await deps.db.of(organization).channel.findFirst({ where: { id: channel.id } });
    expect(JSON.stringify(row)).not.toContain('/hook');
  });

  it('is told apart where it repeats its address, and gives up what it refuses', async () => {
    const channel = await add(kind);
    receiver.answer((response) => response.writeHead(400).end(`no_service ${receiver.url}`));
    const id = await say();
    await deliver();
    const { state, made } = await getDelivery(deps, organization, channel.id, id ?? '');
    expect(state).toBe('failed');
    expect(made).toMatchObject([
      { failure: 'refused', status: 400, answer: 'no_service [secret]' },
    ]);
  });

  it.each([
    [500, 'status'],
    [302, 'redirect'],
    [dieInTheMiddle, 'connection'],
  ])('is tried again after %s', async (reaction, failure) => {
    const channel = await add(kind);
    receiver.answer(reaction, 200);
    await say();
    await deliver();
    expect(await lastOf(channel.id)).toMatchObject({ state: 'pending', last_attempt: { failure } });
    deps.clock.advance(60_000);
    await deliver();
    expect(await lastOf(channel.id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('is left alone for as long as it asks (429)', async () => {
    const channel = await add(kind);
    receiver.answer(
      (response) => response.writeHead(429, { 'retry-after': '120' }).end('slow down'),
      200,
    );
    await say();
    await deliver();
    deps.clock.advance(100_000);
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    deps.clock.advance(21_000);
    await deliver();
    expect(await lastOf(channel.id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('is disabled when it is gone (410)', async () => {
    const channel = await add(kind);
    receiver.answer(410);
    await say();
    await deliver();
    expect(await getChannel(deps, organization, channel.id)).toMatchObject({
      disabled_reason: 'gone',
    });
  });

  it('moves to another address, and has no settings that one could change', async () => {
    const other = await startWebhookReceiver();
    const channel = await add(kind);
    const credentials = { url: other.url };
    expect(await patchChannel(deps, await admin(), channel.id, { credentials })).toMatchObject({
      settings: { host: new URL(other.url).host },
    });
    await testChannel(deps, await admin(), channel.id);
    expect([other.requests.length, receiver.requests.length]).toEqual([1, 0]);
    await other.close();
    const settings = { host: 'evil.example' };
    await expect(patchChannel(deps, await admin(), channel.id, { settings })).rejects.toMatchObject(
      { code: 'invalid' },
    );
  });
});

describe('a channel of PagerDuty', () => {
  const items = ['a', 'b', 'c'].map((key) => itemOf({ key, what: key, isSolved: key === 'c' }));
  const message = fullMessage({ items, total: 3 });

  it('gets an event for each item, each once, and goes on where it failed', async () => {
    const channel = await add('pagerduty');
    receiver.answer(202, 500, 202);
    const id = await say(message);
    await deliver();
    expect(await lastOf(channel.id)).toMatchObject({ state: 'pending' });
    deps.clock.advance(60_000);
    await deliver();
    expect(bodies()).toMatchObject([
      { routing_key: ROUTING_KEY, event_action: 'trigger', dedup_key: `${organization}/a` },
      { event_action: 'trigger', dedup_key: `${organization}/b` },
      { event_action: 'trigger', dedup_key: `${organization}/b` },
      { routing_key: ROUTING_KEY, event_action: 'resolve', dedup_key: `${organization}/c` },
    ]);
    const detail = await getDelivery(deps, organization, channel.id, id ?? '');
    expect(detail.state).toBe('delivered');
    expect(detail.body).not.toContain(ROUTING_KEY);
    expect(detail.body).toContain(`${organization}/c`);
  });

  it('gets an event for each item of a message of more than a reader is listed', async () => {
    const channel = await add('pagerduty');
    const many = Array.from({ length: 60 }, (_, at) => {
      const key = `thing ${String(at)}`;
      return itemOf({ key, what: key, isSolved: at >= 58 });
    });
    receiver.answer(...many.map(() => 202));
    await say(fullMessage({ items: many, total: many.length }));
    await deliver();
    const sent = bodies().map((body) => ('event_action' in body ? body.event_action : null));
    expect([sent.length, sent.filter((one) => one === 'resolve').length]).toEqual([60, 2]);
    expect(await lastOf(channel.id)).toMatchObject({ state: 'delivered' });
  });

  it('gets all of it in order also where it takes some a minute, and says of the others that they are too many (429)', async () => {
    const channel = await add('pagerduty');
    const many = Array.from({ length: 60 }, (_, at) =>
      itemOf({ key: `thing ${String(at)}`, what: `thing ${String(at)}` }),
    );
    const id = await say(fullMessage({ items: many, total: many.length }));
    for (let minute = 0; minute < 12; minute += 1) {
      receiver.answer(202, 202, 202, 202, 202, 429);
      await deliver();
      deps.clock.advance(60_000);
    }
    const taken = bodies().filter((_, at) => at % 6 < 5);
    expect(taken).toMatchObject(many.map(({ key }) => ({ dedup_key: `${organization}/${key}` })));
    expect(await getDelivery(deps, organization, channel.id, id ?? '')).toMatchObject({
      ...{ state: 'delivered', attempts: 1 },
    });
  });

  it('resolves what its test has alerted', async () => {
    const { id } = await add('pagerduty');
    receiver.answer(202);
    expect(await testChannel(deps, await admin(), id)).toMatchObject({ state: 'delivered' });
    expect(bodies()).toMatchObject([{ event_action: 'trigger' }, { event_action: 'resolve' }]);
  });

  it('gets another key, and keeps the address of its events', async () => {
    const { id } = await add('pagerduty');
    const credentials = { routing_key: 'f'.repeat(32) };
    const changed = await patchChannel(deps, await admin(), id, { credentials });
    expect(changed.settings).toEqual({ url: receiver.url });
    await testChannel(deps, await admin(), id);
    expect(bodies()[0]).toMatchObject({ routing_key: 'f'.repeat(32) });
    for (const wrong of [{ routing_key: 'short' }, { url: receiver.url }]) {
      await expect(
        patchChannel(deps, await admin(), id, { credentials: wrong }),
      ).rejects.toMatchObject({ code: 'invalid' });
    }
  });
});
