import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { MailError, type MailMessage } from '@/server/platform/mail/mailer';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import { scheduleDelivery } from './jobs';
import { createChannel } from './service/channels';
import { tellOfDisabled } from './service/notices';

const HOUR_MS = 3_600_000;
let deps: TestDeps;
let organization: OrganizationId;
let receiver: WebhookReceiver;
/** Whom the mail server was asked to send to, in order. */
let asked: string[];

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await deps.db.pool.query('UPDATE channel SET notice_at = NULL');
  organization = await makeOrganization(deps);
  asked = [];
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

async function channel(url = receiver.url) {
  const { id } = await createChannel(deps, await makeActor(deps, organization, 'admin'), {
    ...{ kind: 'webhook', name: 'Operations', settings: { url } },
  });
  return id;
}
/** A channel that has been disabled, so that the admins are to be told. */
async function disabled() {
  const id = await channel();
  const data = { disabledReason: 'gone', disabledAt: deps.clock.now(), noticeAt: deps.clock.now() };
  await deps.db.of(organization).channel.updateMany({ where: { id }, data });
  return id;
}
const noticeOf = async (id: string) =>
  (await deps.db.of(organization).channel.findFirst({ where: { id } }))?.noticeAt;
const admins = async (count: number) => {
  for (let one = 0; one < count; one += 1)
    await makePerson(deps, { organizationId: organization, role: 'admin' });
};

function mailing(send: (message: MailMessage, ending?: AbortSignal) => Promise<void>) {
  return {
    ...deps,
    mailer: {
      send: (message: MailMessage, ending?: AbortSignal) => {
        asked.push(message.to);
        return send(message, ending);
      },
    },
  };
}
const silent = () => Promise.reject(new MailError('ETIMEDOUT', 'silent'));

test('messages go out while the mail server says nothing about channels that are disabled', async () => {
  await admins(1);
  await disabled();
  const working = await channel();
  await ruleFor(deps, organization, [working], ['date.changed']);
  const untilTold = (_: MailMessage, ending?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      ending?.addEventListener('abort', () => reject(new MailError('EABORT', 'The process ends')));
    });
  const stop = scheduleDelivery(mailing(untilTold));
  try {
    await expect.poll(() => asked).toHaveLength(1);
    await deps.db.transaction((tx) =>
      sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now()),
    );
    await expect.poll(() => receiver.requests).toHaveLength(1);
    expect(asked).toHaveLength(1);
  } finally {
    await stop();
  }
});

test('a mail server that says nothing is waited for twice a round, and another is told first the next time', async () => {
  await admins(3);
  const [one, other] = [await disabled(), await disabled()];
  await tellOfDisabled(mailing(silent));
  expect(asked).toHaveLength(2);
  await tellOfDisabled(mailing(silent));
  expect(asked).toHaveLength(4);
  // Nobody has been told: all are, later.
  deps.clock.advance(HOUR_MS);
  await tellOfDisabled(mailing(silent));
  expect(new Set(asked).size).toBe(3);
  deps.clock.advance(HOUR_MS);
  asked = [];
  await tellOfDisabled(mailing(() => Promise.resolve()));
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect([await noticeOf(one), await noticeOf(other)]).toEqual([null, null]);
});

test('one address that the mail server is silent about keeps no other admin from being told', async () => {
  await admins(3);
  const id = await disabled();
  let first: string | undefined;
  const once = ({ to }: MailMessage) => {
    first ??= to;
    return to === first ? silent() : Promise.resolve();
  };
  await tellOfDisabled(mailing(once));
  expect(new Set(asked).size).toBeGreaterThanOrEqual(3);
  expect(await noticeOf(id)).toBeNull();
});

test('one address that is refused keeps no other admin from being told', async () => {
  await admins(2);
  const id = await disabled();
  const refused = () => Promise.reject(new MailError('EENVELOPE', 'no such mailbox', true, 550));
  await tellOfDisabled(mailing(refused));
  expect(new Set(asked).size).toBeGreaterThanOrEqual(2);
  expect(await noticeOf(id)).toBeNull();
});

test('at an end those who were not told are left to whoever comes next', async () => {
  await admins(2);
  const id = await disabled();
  const ending = new AbortController();
  const sending = mailing(() => {
    ending.abort();
    return Promise.resolve();
  });
  await tellOfDisabled(sending, ending.signal);
  expect(asked).toHaveLength(1);
  expect(await noticeOf(id)).toEqual(deps.clock.now());
});
