import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { type MailServer, startMailServer } from '@/test/mail-server';
import { createChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { getDelivery, listDeliveries } from './service/history';

const db = await testDatabase();
let server: MailServer;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  server = await startMailServer();
  const plain = testDeps(db);
  const from = 'Eventide <eol@example.com>';
  deps = testDeps(
    db,
    {},
    { mailer: createSmtpMailer({ smtpUrl: server.url, from }, plain.logger) },
  );
});
afterAll(async () => {
  await server.close();
  await db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
});

let count = 0;
async function channelTo(...names: string[]) {
  count += 1;
  const addresses = names.map((name) => `${name}${String(count)}@example.com`);
  const actor = await makeActor(deps, organization, 'admin');
  const channel = await createChannel(deps, actor, {
    ...{ kind: 'mail', name: 'Everybody' },
    settings: { addresses },
  });
  await ruleFor(deps, organization, [channel.id], ['date.changed']);
  return { addresses, ...channel };
}
const say = () =>
  deps.db.transaction((tx) =>
    sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now()),
  );
const deliver = (id: string, given = deps) =>
  deliverChannel(given, organization, id, new AbortController().signal);
const to = (address: string) => server.mails.filter((mail) => mail.to.includes(address));
const stateOf = async (id: string) =>
  (await listDeliveries(deps, organization, id, { page: 1, size: 1 })).items[0];

test('a message is one mail for each address, as text and HTML', async () => {
  const { id, addresses, secret } = await channelTo('ada', 'eve');
  expect(secret).toBeNull();
  await say();
  await deliver(id);
  await deliver(id);
  const mails = addresses.map((address) => to(address));
  expect(mails.map((list) => list.length)).toEqual([1, 1]);
  const [mail] = mails[0] ?? [];
  expect(mail?.to).toEqual([addresses[0]]);
  expect(mail?.mail.subject).toBe('Debian 10 ends sooner');
  expect(mail?.mail.text).toContain('Where: 12 images in 3 projects');
  expect(mail?.mail.html).toContain('<!doctype html>');
  expect(mail?.raw).toMatch(/^content-type: multipart\/alternative/im);
  expect(await stateOf(id)).toMatchObject({ state: 'delivered' });
});

test('an address that the server refuses for good fails the delivery, once the others have theirs', async () => {
  const { id, addresses } = await channelTo('gone', 'ada');
  server.refused.add(addresses[0] ?? '');
  const messageId = await say();
  await deliver(id);
  deps.clock.advance(86_400_000);
  await deliver(id);
  expect(to(addresses[1] ?? '')).toHaveLength(1);
  const detail = await getDelivery(deps, organization, id, messageId ?? '');
  expect(detail).toMatchObject({ state: 'failed', made: [{ failure: 'refused', status: 550 }] });
  expect(detail.made[0]?.answer).toContain('1 of 2 not sent');
});

test('an address that the server will not take now is tried again, and nobody is written to twice', async () => {
  const { id, addresses } = await channelTo('ada', 'later', 'eve');
  server.deferred.add(addresses[1] ?? '');
  await say();
  await deliver(id);
  expect(await stateOf(id)).toMatchObject({ state: 'pending', last_attempt: { status: 450 } });
  server.deferred.clear();
  deps.clock.advance(60_000);
  await deliver(id);
  expect(addresses.map((address) => to(address).length)).toEqual([1, 1, 1]);
  expect(await stateOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('a mail has the same id however often it is sent', async () => {
  const { id, addresses } = await channelTo('ada');
  await say();
  let isCut = false;
  const mailer = {
    send: async (message: Parameters<NonNullable<TestDeps['mailer']>['send']>[0]) => {
      await deps.mailer?.send(message);
      // The process never hears that the server took it.
      if (!isCut) await new Promise(() => (isCut = true));
    },
  };
  void deliver(id, { ...deps, mailer });
  await expect.poll(() => isCut).toBe(true);
  deps.clock.advance(100_000);
  await deliver(id);
  const ids = to(addresses[0] ?? '').map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('where no mail server is configured it fails, and says so', async () => {
  const { id } = await channelTo('ada');
  await say();
  await deliver(id, { ...deps, mailer: null });
  expect(await stateOf(id)).toMatchObject({
    state: 'pending',
    last_attempt: { failure: 'not_configured' },
  });
});
