import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import { findDueChannels } from './repository/delivery';
import { createChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { listDeliveries } from './service/history';

const DAY_MS = 86_400_000;
let deps: TestDeps;
let receiver: WebhookReceiver;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: 'hooks.example.com,127.0.0.1' });
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

async function channelAt(url: string): Promise<string> {
  const admin = await makeActor(deps, organization, 'admin');
  const channel = await createChannel(deps, admin, {
    ...{ kind: 'webhook', name: 'Operations', settings: { url } },
  });
  await ruleFor(deps, organization, [channel.id], ['date.changed']);
  await deps.db.transaction((tx) =>
    sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now()),
  );
  return channel.id;
}

const signal = new AbortController().signal;
async function deliver(given: TestDeps): Promise<void> {
  const due = await findDueChannels(deps.db, deps.clock.now(), 100);
  for (const one of due)
    if (one.organizationId === organization)
      await deliverChannel(given, organization, one.id, signal);
}
async function last(channelId: string) {
  const { items } = await listDeliveries(deps, organization, channelId, { page: 1, size: 50 });
  return items[0];
}

test('while no name can be resolved messages wait, and go out by themselves once one can', async () => {
  const { port } = new URL(receiver.url);
  const id = await channelAt(`http://hooks.example.com:${port}/hook`);
  let isGone = true;
  const outgoing = outgoingClient(deps.env.outgoingAllowed, (host, _options, callback) => {
    if (isGone)
      callback(
        Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: 'EAI_AGAIN' }),
        [],
      );
    else callback(null, [{ address: '127.0.0.1', family: 4 }]);
  });
  await deliver({ ...deps, outgoing });
  expect(await last(id)).toMatchObject({ state: 'pending', attempts: 1 });
  isGone = false;
  deps.clock.advance(60_000);
  await deliver({ ...deps, outgoing });
  expect(await last(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(receiver.requests).toHaveLength(1);
});

test('a clock that is set back a day leaves no channel to a process that is gone', async () => {
  const id = await channelAt(receiver.url);
  // It takes the channel and ends.
  const outgoing = () => new Promise<never>(() => undefined);
  void deliverChannel({ ...deps, outgoing }, organization, id, signal);
  await expect.poll(async () => (await last(id))?.last_attempt?.ended_at).toBeNull();
  deps.clock.advance(-DAY_MS);
  await deps.db.query('UPDATE delivery SET due_at = $2 WHERE organization_id = $1', [
    organization,
    deps.clock.now(),
  ]);
  await deliver(deps);
  expect(await last(id)).toMatchObject({ state: 'delivered' });
});

test('a clock that is set back a day leaves no receiver alone for longer', async () => {
  await channelAt(receiver.url);
  const say = () =>
    deps.db.transaction((tx) =>
      sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now()),
    );
  receiver.answer(503, 503, 204);
  await deliver(deps);
  deps.clock.advance(-DAY_MS);
  await say();
  await deliver(deps);
  expect(receiver.requests).toHaveLength(2);
  // It failed again, and is left alone as ever.
  await say();
  await deliver(deps);
  expect(receiver.requests).toHaveLength(2);
  deps.clock.advance(31_000);
  await deliver(deps);
  expect(receiver.requests).toHaveLength(4);
});

test('a message that was said while the clock was a week ahead is delivered when it is right again', async () => {
  deps.clock.advance(7 * DAY_MS);
  const id = await channelAt(receiver.url);
  deps.clock.advance(-7 * DAY_MS);
  await deliver(deps);
  expect(await last(id)).toMatchObject({ state: 'delivered' });
});

test('a clock that is set forward a day delivers what waits, and nothing twice', async () => {
  const id = await channelAt(receiver.url);
  deps.clock.advance(DAY_MS);
  await deliver(deps);
  deps.clock.advance(-DAY_MS);
  await deliver(deps);
  expect(await last(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(receiver.requests).toHaveLength(1);
});
