import { verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPublicKey } from '@/domain/channel/standard-webhook';
import { MAX_ATTEMPTS } from '@/domain/channel/schedule';
import { itemOf, type MessageContent } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { listAuditEvents } from '@/server/audit/service';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import {
  dieInTheMiddle,
  stall,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@/test/webhook-receiver';
import { createChannel, endPreviousKeys, pauseChannel, rotateKeys } from './service/channels';
import { deliverChannel, LEASE_MS } from './service/delivery';
import { forgetOldMessages } from './service/cleaning';
import { getDelivery, listDeliveries, replayDelivery, testChannel } from './service/history';
import { tellOfDisabled } from './service/notices';
import { findDueChannels } from './repository/delivery';

const HOUR_MS = 3_600_000;
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
async function webhook(url = receiver.url) {
  const channel = await createChannel(deps, await admin(), {
    ...{ kind: 'webhook', name: 'Operations' },
    settings: { url },
  });
  await ruleFor(deps, organization, [channel.id], ['date.changed']);
  return channel;
}
const say = (content: MessageContent = fullMessage(), to: 'listeners' | string[] = 'listeners') =>
  deps.db.transaction((tx) =>
    sendMessage(
      tx,
      organization,
      content,
      to === 'listeners' ? to : { channelIds: to },
      deps.clock.now(),
    ),
  );
const signal = new AbortController().signal;
/** What any process does when it looks: all that is due now. */
async function deliver(): Promise<void> {
  const due = await findDueChannels(deps.db, deps.clock.now(), 100);
  await Promise.all(
    due
      .filter((one) => one.organizationId === organization)
      .map(({ id }) => deliverChannel(deps, organization, id, signal)),
  );
}
const shown = (channelId: string) =>
  listDeliveries(deps, organization, channelId, { page: 1, size: 50 });
async function channelRow(id: string) {
  return deps.db.of(organization).channel.findFirst({ where: { id } });
}

describe('a message that a channel hears', () => {
  test('is delivered once, signed in both ways, and kept with its answer', async () => {
    const channel = await webhook();
    receiver.answer((response) => response.writeHead(200).end('thank you'));
    const id = await say();
    await deliver();
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(headers['webhook-id']).toBe(id);
    const body = request?.body ?? '';
    // The library looks at the real clock.
    const at = Date.now();
    deps.clock.set(new Date(at));
    await replayDelivery(deps, await admin(), channel.id, id ?? '');
    await deliver();
    const again = receiver.requests[1]?.headers ?? {};
    const read = new Webhook(channel.secret ?? '').verify(body, {
      'webhook-id': String(again['webhook-id']),
      'webhook-timestamp': String(again['webhook-timestamp']),
      'webhook-signature': String(again['webhook-signature']),
    });
    expect(read).toMatchObject({ type: 'date.changed', data: { items_left_out: 3 } });
    expect(again['webhook-id']).toBe(id);
    const signature = headers['webhook-signature']
      ?.split(' ')
      .find((one) => one.startsWith('v1a,'));
    const signed = Buffer.from(`${id ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`);
    const key = readPublicKey(channel.signing?.public_key ?? '');
    expect(verify(null, signed, key, Buffer.from(signature?.slice(4) ?? '', 'base64'))).toBe(true);
    const detail = await getDelivery(deps, organization, channel.id, id ?? '');
    expect(detail).toMatchObject({ state: 'delivered', attempts: 1, body });
    expect(detail.made.map(({ number, status, answer }) => [number, status, answer])).toEqual([
      [2, 200, 'thank you'],
      [1, 200, 'thank you'],
    ]);
  });

  test('is said only if its cause is committed, and goes to nobody who does not hear it', async () => {
    const channel = await webhook();
    const failing = deps.db.transaction(async (tx) => {
      await sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    // It is kept all the same: a rule's preview goes by it.
    expect(await say(fullMessage({ kind: 'build.denied' }))).not.toBeNull();
    await deliver();
    expect(receiver.requests).toEqual([]);
    expect((await shown(channel.id)).total).toBe(0);
  });

  test('reaches no other organization', async () => {
    const channel = await webhook();
    organization = await makeOrganization(deps);
    expect(await say()).toBeNull();
    expect(await say(fullMessage(), [channel.id])).not.toBeNull();
    await deliver();
    expect(receiver.requests).toEqual([]);
  });

  test('comes in the order in which messages were made, and shortened to 20 kB', async () => {
    await webhook();
    const item = itemOf({ key: 'a', what: 'x'.repeat(300), detail: 'ü'.repeat(300) });
    const long = fullMessage({ items: Array.from({ length: 50 }, () => item), total: 50 });
    for (const title of ['one', 'two', 'three']) await say({ ...long, title });
    await deliver();
    const bodies = receiver.requests.map(({ body }) => body);
    const titles = bodies.map((body) => /"title":"(\w+)"/.exec(body)?.[1]);
    expect(titles).toEqual(['one', 'two', 'three']);
    for (const body of bodies) {
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      expect(body).toMatch(/"items_left_out":[1-9]/);
    }
  });
});

describe('a receiver that fails', () => {
  test('is asked again by the schedule, always under the same id, and then no more', async () => {
    const channel = await webhook();
    receiver.answer(400);
    const id = await say();
    const waits: number[] = [];
    for (let hour = 0; hour < 24 * 4 * 12; hour += 1) {
      const before = receiver.requests.length;
      await deliver();
      if (receiver.requests.length > before) waits.push(hour);
      deps.clock.advance(HOUR_MS / 12);
    }
    expect(receiver.requests).toHaveLength(MAX_ATTEMPTS);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([id]),
    );
    const hours = waits.map((wait, at) => Math.round((wait - (waits[at - 1] ?? 0)) / 12));
    // 0, 5 s, 5 min, 30 min, then hours, each with a tenth of chance at most.
    for (const [at, least] of [0, 0, 0, 1, 2, 5, 10, 14, 20, 24].entries()) {
      expect(hours[at]).toBeGreaterThanOrEqual(Math.floor(least));
      expect(hours[at]).toBeLessThanOrEqual(Math.ceil(least * 1.1) + 1);
    }
    expect(await shown(channel.id)).toMatchObject({ items: [{ state: 'failed', due_at: null }] });
    // Three days are not five.
    expect((await channelRow(channel.id))?.disabledAt).toBeNull();
  });

  test.each([
    ['redirects', 302, 'redirect'],
    ['refuses', 403, 'status'],
    ['is faulty', 500, 'status'],
    ['dies in the middle', dieInTheMiddle, 'connection'],
  ] as const)('has it not when it %s', async (_what, reaction, failure) => {
    const channel = await webhook();
    receiver.answer(
      reaction === 302
        ? (response) => response.writeHead(302, { location: receiver.url }).end()
        : reaction,
    );
    await say();
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    expect((await shown(channel.id)).items[0]).toMatchObject({
      state: 'pending',
      last_attempt: { failure },
    });
  });

  test('stalls without delaying others, and is given up after 20 seconds', async () => {
    const channel = await webhook();
    receiver.answer(stall);
    await say();
    const stalled = deliver();
    await receiver.received(1);
    const other = await startWebhookReceiver();
    const beside = await webhook(other.url);
    await say(fullMessage(), [beside.id]);
    await deliver();
    expect(other.requests).toHaveLength(1);
    await other.close();
    await stalled;
    expect((await shown(channel.id)).items[0]).toMatchObject({
      state: 'pending',
      last_attempt: { failure: 'timeout', status: null },
    });
  });

  test.each([429, 502, 503, 504])('is left alone for as long as it asks: %i', async (status) => {
    const channel = await webhook();
    receiver.answer(
      (response) => response.writeHead(status, { 'retry-after': '7200' }).end('slow down'),
      204,
    );
    await say();
    await say();
    await deliver();
    deps.clock.advance(2 * HOUR_MS - 1_000);
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    deps.clock.advance(2_000);
    await deliver();
    expect(receiver.requests).toHaveLength(3);
    expect((await shown(channel.id)).items.map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ]);
    expect((await channelRow(channel.id))?.failingSince).toBeNull();
  });

  test('is disabled at once when it is gone (410), what waits is dropped, and admins hear of it once', async () => {
    const { email } = await makePerson(deps, { organizationId: organization, role: 'admin' });
    const channel = await webhook();
    receiver.answer(410);
    await say();
    await say();
    await deliver();
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    const states = (await shown(channel.id)).items.map(({ state }) => state);
    expect(states).toEqual(['dropped', 'failed']);
    for (let times = 0; times < 3; times += 1) {
      await tellOfDisabled(deps);
      deps.clock.advance(2 * HOUR_MS);
    }
    const told = deps.mails().filter(({ to }) => to === email);
    expect(told.map(({ subject }) => subject)).toEqual(['Messages no longer go to Operations']);
    // What comes now is kept, to be replayed.
    await say();
    expect((await shown(channel.id)).items[0]).toMatchObject({ state: 'dropped', attempts: 0 });
  });

  test('is disabled after five days', async () => {
    const channel = await webhook();
    receiver.answer(500);
    for (let day = 0; day < 6; day += 1) {
      await say();
      await deliver();
      deps.clock.advance(24 * HOUR_MS);
    }
    expect(await channelRow(channel.id)).toMatchObject({ disabledReason: 'failing' });
    const trail = await listAuditEvents(deps, organization, {
      ...{ page: 1, size: 10 },
      action: 'channel.disable',
    });
    expect(trail.items).toMatchObject([
      {
        ...{ actor_kind: 'server', actor_name: 'Eventide', subject_id: channel.id },
        before: { name: 'Operations', state: 'active', disabled_reason: null },
        after: { name: 'Operations', state: 'disabled', disabled_reason: 'failing' },
      },
    ]);
  });

  test('leads nowhere inside unless the operator allows it', async () => {
    const channel = await webhook('http://127.0.0.2:9/');
    await say();
    await deliver();
    expect((await shown(channel.id)).items[0]?.last_attempt).toMatchObject({ failure: 'address' });
  });

  test('shows the beginning of its answer, without what it repeats of the secret', async () => {
    const channel = await webhook();
    const answer = `${channel.secret ?? ''}\0${'x'.repeat(200_000)}`;
    receiver.answer((response) => response.writeHead(500).end(answer));
    const id = await say();
    await deliver();
    const { made } = await getDelivery(deps, organization, channel.id, id ?? '');
    expect(made[0]?.answer).toMatch(/^\[secret\]x+$/);
    expect(made[0]?.answer?.length).toBeLessThanOrEqual(2_000);
    const stored = JSON.stringify(await deps.db.query('SELECT * FROM channel, audit_event'));
    expect(stored + deps.logged()).not.toContain(channel.secret?.slice(6) ?? '-');
  });
});

describe('keys', () => {
  test('two generations sign while they are exchanged', async () => {
    const channel = await webhook();
    const rotated = await rotateKeys(deps, await admin(), channel.id, 24);
    expect(rotated.secret).not.toBe(channel.secret);
    const signatures = async () => {
      await say();
      await deliver();
      return String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ');
    };
    expect((await signatures()).map((one) => one.split(',')[0])).toEqual([
      'v1',
      'v1a',
      'v1',
      'v1a',
    ]);
    expect(rotated.signing?.previous?.public_key).toBe(channel.signing?.public_key);
    deps.clock.advance(25 * HOUR_MS);
    expect(await signatures()).toHaveLength(2);
    await rotateKeys(deps, await admin(), channel.id, 24);
    expect(await signatures()).toHaveLength(4);
    const ended = await endPreviousKeys(deps, await admin(), channel.id);
    expect(ended.signing?.previous).toBeNull();
    expect(await signatures()).toHaveLength(2);
  });
});

describe('what people do', () => {
  test('a paused channel delivers nothing, and what was dropped can be replayed', async () => {
    const channel = await webhook();
    const id = await say();
    await pauseChannel(deps, await admin(), channel.id);
    await deliver();
    expect(receiver.requests).toEqual([]);
    const replay = async () => replayDelivery(deps, await admin(), channel.id, id ?? '');
    await expect(replay()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a test is made at once, also of a paused channel, and says what came of it', async () => {
    const channel = await webhook();
    await pauseChannel(deps, await admin(), channel.id);
    receiver.answer((response) => response.writeHead(401).end('who are you'), 204);
    const failed = await testChannel(deps, await admin(), channel.id);
    expect(failed).toMatchObject({ kind: 'test', state: 'failed' });
    expect(failed.made).toMatchObject([{ status: 401, answer: 'who are you', failure: 'status' }]);
    expect(await testChannel(deps, await admin(), channel.id)).toMatchObject({
      state: 'delivered',
    });
    expect(receiver.requests).toHaveLength(2);
  });
});

test('a process that dies in the middle of an attempt loses nothing', async () => {
  const channel = await webhook();
  const id = await say();
  receiver.answer(stall);
  // The process never comes back from what it sent.
  const outgoing = () => new Promise<never>(() => undefined);
  void deliverChannel({ ...deps, outgoing }, organization, channel.id, signal);
  await expect
    .poll(async () => (await shown(channel.id)).items[0]?.last_attempt?.ended_at)
    .toBeNull();
  receiver.answer(204);
  await deliver();
  expect(receiver.requests).toEqual([]);
  deps.clock.advance(LEASE_MS + 1);
  await deliver();
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
  const { made, state } = await getDelivery(deps, organization, channel.id, id ?? '');
  expect(state).toBe('delivered');
  expect(made.map(({ number, failure }) => [number, failure])).toEqual([
    [2, null],
    [1, 'interrupted'],
  ]);
});

test('old messages are forgotten, but none that is still to be delivered', async () => {
  const channel = await webhook();
  await say();
  await deliver();
  await say();
  deps.clock.advance(91 * 24 * HOUR_MS);
  await say();
  await forgetOldMessages(deps, signal);
  expect((await shown(channel.id)).items.map(({ state }) => state)).toEqual(['pending', 'pending']);
});
