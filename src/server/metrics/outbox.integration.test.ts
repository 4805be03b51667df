import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { replayDelivery } from '@/server/channel/service/history';
import { deliverChannel } from '@/server/channel/service/delivery';
import { sendLetters } from '@/server/inbox/service/sending';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { MailError } from '@/server/platform/mail/mailer';
import { askForWaiver } from '@/server/waiver/service/ask';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { dayOf } from '@/test/contracts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { hearing } from '@/test/messages';
import { createPrometheus } from './service/prometheus';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

async function waiting(deps: TestDeps, way: 'channel' | 'mail'): Promise<[number, number]> {
  const metrics = createPrometheus(deps, '1.2.3');
  onTestFinished(() => {
    metrics.stop();
  });
  const { text } = await metrics.expose();
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name}\\{way="${way}"\\} (.+)$`, 'm').exec(text)?.[1]);
  return [valueOf('eventide_outbox_pending'), valueOf('eventide_outbox_oldest_seconds')];
}

async function say(deps: TestDeps, organization: OrganizationId, personIds: string[] = []) {
  const items = [itemOf({ key: 'a', what: 'Debian 11', personIds })];
  const kind = personIds.length > 0 ? 'build.denied' : 'support.ends';
  const content = fullMessage({ kind, items, total: 1 });
  await db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
}

/** A mail server that cannot be reached. */
const away = (deps: TestDeps) => ({
  ...deps,
  mailer: { send: () => Promise.reject(new MailError('ESOCKET', 'It cannot be reached')) },
});

test('a mail that waits for the end of quiet hours is not late; from then on it is', async () => {
  const deps = testDeps(db);
  const { clock } = deps;
  const organization = await makeOrganization(deps);
  const ada = await makePerson(deps, { organizationId: organization, role: 'member' });
  clock.set('2026-11-23T19:05:00Z');
  await say(deps, organization, [ada.id]);
  await db.query(`UPDATE letter SET due_at = '2026-11-24T07:00:00Z' WHERE organization_id = $1`, [
    organization,
  ]);
  clock.advance(10 * HOUR_MS);
  expect(await waiting(deps, 'mail')).toEqual([0, 0]);
  clock.set('2026-11-24T07:01:00Z');
  expect(await waiting(deps, 'mail')).toEqual([1, 60]);
  await sendLetters(away(deps), signal);
  clock.advance(30_000);
  // It is tried again later, and is late since the first attempt.
  expect(await waiting(deps, 'mail')).toEqual([1, 30]);
  await db.query('DELETE FROM letter WHERE organization_id = $1', [organization]);
});

test('a message that is sent again to a channel is late since then, however old it is', async () => {
  const deps = testDeps(db);
  const organization = await makeOrganization(deps);
  const channelId = await hearing(deps, organization, 'support.ends');
  await say(deps, organization);
  await deliverChannel(deps, organization, channelId, signal);
  expect(await waiting(deps, 'channel')).toEqual([0, 0]);
  deps.clock.advance(90 * 24 * HOUR_MS);
  const [message] = await db.query<{ id: string }>(
    'SELECT id FROM message WHERE organization_id = $1',
    [organization],
  );
  const actor = await makeActor(deps, organization, 'admin');
  await replayDelivery(deps, actor, channelId, message?.id ?? '');
  deps.clock.advance(60_000);
  expect(await waiting(deps, 'channel')).toEqual([1, 60]);
  await deliverChannel(away(deps), organization, channelId, signal);
  deps.clock.advance(30_000);
  expect(await waiting(deps, 'channel')).toEqual([1, 30]);
});

test('what the mail server refuses for good, and what a channel gives up, is counted, as it waits no more', async () => {
  const deps = testDeps(db);
  const organization = await makeOrganization(deps);
  const ada = await makePerson(deps, { organizationId: organization, role: 'member' });
  const channelId = await hearing(deps, organization, 'support.ends');
  const metrics = createPrometheus(deps, '1.2.3');
  onTestFinished(() => {
    metrics.stop();
  });
  const counted = async () =>
    (await metrics.expose()).text
      .split('\n')
      .filter((line) => /^eventide_messages_total.* [^0]/.test(line));
  expect(await counted()).toEqual([]);
  const refusing = {
    ...deps,
    mailer: {
      send: () => Promise.reject(new MailError('EENVELOPE', 'Relay access denied', true, 554)),
    },
  };
  await say(deps, organization, [ada.id]);
  await sendLetters(refusing, signal);
  await say(deps, organization);
  await deliverChannel(refusing, organization, channelId, signal);
  expect(await waiting(deps, 'mail')).toEqual([0, 0]);
  await say(deps, organization, [ada.id]);
  await sendLetters(away(deps), signal);
  expect(await counted()).toEqual([
    'eventide_messages_total{way="channel",outcome="failed"} 1',
    'eventide_messages_total{way="mail",outcome="retried"} 1',
    'eventide_messages_total{way="mail",outcome="failed"} 1',
  ]);
  await db.query('DELETE FROM letter WHERE organization_id = $1', [organization]);
});

test('a mail on a waiver that is asked for counts as any other', async () => {
  const deps = testDeps(db);
  const organization = await makeOrganization(deps);
  const { email } = await makePerson(deps, { organizationId: organization, role: 'admin' });
  const given = away(deps);
  await askForWaiver(given, await makeActor(deps, organization, 'member'), {
    ...{ scope: 'project', projectName: 'shop', teamId: null, imageName: null, imageTag: null },
    ...{ productName: 'Redis', cycle: '6', reason: 'It moves in March', control: null, links: [] },
    ...{ endsOn: dayOf('2026-12-21'), ownerEmail: email },
  });
  await backgroundDone(given);
  await db.query('DELETE FROM letter WHERE organization_id = $1', [organization]);
  deps.clock.advance(60_000);
  expect(await waiting(deps, 'mail')).toEqual([1, 60]);
});
