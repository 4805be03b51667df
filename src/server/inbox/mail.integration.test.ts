import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { MOST_AT_ONCE, type PersonalSetting } from '@/domain/message/mail-setting';
import { WEEKDAYS } from '@/domain/message/quiet';
import { MAX_ATTEMPTS } from '@/domain/channel/schedule';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { type MailServer, startMailServer } from '@/test/mail-server';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { writeDigests } from './service/digests';
import { forgetOldLetters } from './service/forgetting';
import { sendLetters } from './service/sending';

const HOUR_MS = 3_600_000;
/** A Thursday. */
const NOW = '2026-11-26T12:00:00Z';
const signal = new AbortController().signal;

let server: MailServer;
let deps: TestDeps;
let organizationId: OrganizationId;
const db = await testDatabase();

beforeAll(async () => {
  server = await startMailServer();
  const environment = { PUBLIC_URL: 'https://eventide.example.com' };
  const { logger } = testDeps(db);
  const mailer = createSmtpMailer({ smtpUrl: server.url, from: 'eol@example.com' }, logger);
  deps = testDeps(db, environment, { mailer });
});
afterAll(async () => {
  await server.close();
  await db.close();
});
beforeEach(async () => {
  server.refused.clear();
  server.deferred.clear();
  deps.clock.set(NOW);
  organizationId = await makeOrganization(deps);
  return () => db.query('DELETE FROM letter');
});

const person = (role: PersonRole) => signedIn(deps, new RestClient(deps), { organizationId, role });

async function team(...members: SignedIn[]): Promise<string> {
  const admin = await person('admin');
  const created = await (
    await admin.dashboard()
  ).team.create({
    body: { name: `T ${uuidv7()}`, email: `${uuidv7()}@example.com` },
  });
  for (const { id } of members) {
    await deps.db.of(organizationId).teamMember.createMany({
      data: [{ teamId: created.id, userId: id, addedAt: deps.clock.now() }],
    });
  }
  return created.id;
}

function say(kind: MessageContent['kind'], ...items: Partial<MessageItem>[]) {
  const severity = kind === 'build.denied' ? 'critical' : 'warning';
  const content: MessageContent = {
    ...{ kind, severity, title: 'Something is said', summary: 'It is so.', links: [] },
    items: items.map((item, at) =>
      itemOf({ key: String(at), what: `Thing ${String(at)}`, ...item }),
    ),
    total: items.length,
  };
  return deps.db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
}
const send = (given = deps) => sendLetters(given, signal);
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));
const subjects = ({ email }: SignedIn) => mailsTo(email).map(({ mail }) => mail.subject);
const letters = () => deps.db.of(organizationId).letter.findMany({ include: { made: true } });
async function choose(who: SignedIn, more: Partial<PersonalSetting>) {
  const setting = { choices: {}, tempo: 'weekly', hour: 8, time_zone: null, quiet: null } as const;
  await (await who.dashboard()).inbox.changeMail({ ...setting, ...more });
}

describe('what breaks builds', () => {
  test('is mailed at once to who is in the team, as text and HTML, and said once', async () => {
    const [ada, other] = [await person('member'), await person('member')];
    const teamId = await team(ada);
    await say('build.denied', { teamId, path: '/images/1' });
    await Promise.all([send(), send()]);
    await send();
    expect(subjects(ada)).toEqual(['Something is said']);
    expect(subjects(other)).toEqual([]);
    const [{ mail, raw } = { mail: null, raw: '' }] = mailsTo(ada.email);
    expect(mail?.text).toContain('https://eventide.example.com/images/1');
    expect(mail?.html).toContain('<!doctype html>');
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  test('goes to nobody who left the team, or the organization, before it was sent', async () => {
    const [ada, eve, kim] = [
      await person('member'),
      await person('member'),
      await person('member'),
    ];
    const teamId = await team(ada, eve, kim);
    await say('build.denied', { teamId });
    await deps.db.of(organizationId).teamMember.deleteMany({ where: { userId: ada.id } });
    await deps.db.of(organizationId).membership.deleteMany({ where: { userId: eve.id } });
    await send();
    expect([ada, eve, kim].map((who) => subjects(who).length)).toEqual([0, 0, 1]);
    expect((await letters()).map(({ state }) => state).toSorted()).toEqual([
      'delivered',
      'dropped',
    ]);
  });

  test('goes to admins where nobody is in the team, though somebody is before it is sent', async () => {
    const [admin, ada] = [await person('admin'), await person('member')];
    const teamId = await team();
    await say('build.denied', { teamId });
    await deps.db.of(organizationId).teamMember.createMany({
      data: [{ teamId, userId: ada.id, addedAt: deps.clock.now() }],
    });
    await send();
    expect([subjects(admin), subjects(ada)]).toEqual([['Something is said'], []]);
  });

  test('goes to proven addresses alone', async () => {
    const ada = await person('member');
    const teamId = await team(ada);
    await db.query(
      'UPDATE app_user SET email_proven_at = NULL, email_proven_by = NULL WHERE id = $1',
      [ada.id],
    );
    await say('build.denied', { teamId });
    await send();
    expect(subjects(ada)).toEqual([]);
  });

  test('goes into the digest beyond so many an hour', async () => {
    const ada = await person('member');
    const teamId = await team(ada);
    for (let image = 0; image < MOST_AT_ONCE + 3; image += 1) await say('build.denied', { teamId });
    expect(await letters()).toHaveLength(MOST_AT_ONCE);
    expect(await deps.db.of(organizationId).digestEntry.count()).toBe(3);
    deps.clock.advance(HOUR_MS + 1);
    await say('build.denied', { teamId });
    expect(await letters()).toHaveLength(MOST_AT_ONCE + 1);
  });

  test('waits for the end of quiet hours', async () => {
    const ada = await person('member');
    const teamId = await team(ada);
    const quiet = { from: 10, to: 15, days: [...WEEKDAYS], except_stopping: false };
    await choose(ada, { quiet });
    await say('build.denied', { teamId });
    await send();
    expect(subjects(ada)).toEqual([]);
    deps.clock.set('2026-11-26T15:00:00Z');
    await send();
    expect(subjects(ada)).toHaveLength(1);
    await choose(ada, { quiet: { ...quiet, from: 14, to: 20, except_stopping: true } });
    await say('build.denied', { teamId });
    await send();
    expect(subjects(ada)).toHaveLength(2);
  });
});

describe('a digest', () => {
  test('says together what came, at its hour in the time zone, once', async () => {
    const ada = await person('member');
    const teamId = await team(ada);
    await choose(ada, { tempo: 'daily', hour: 8, time_zone: 'Europe/Berlin' });
    await say('support.ends', { teamId, key: 'debian/11', what: 'Debian 11' });
    await say('date.changed', { teamId, key: 'node/18', what: 'Node.js 18' });
    deps.clock.set('2026-11-27T06:59:00Z');
    await writeDigests(deps, signal);
    await send();
    expect(subjects(ada)).toEqual([]);
    deps.clock.set('2026-11-27T07:00:00Z');
    await Promise.all([writeDigests(deps, signal), writeDigests(deps, signal)]);
    await writeDigests(deps, signal);
    await send();
    expect(subjects(ada)).toEqual(['Daily digest: 2 to look at']);
    expect(mailsTo(ada.email)[0]?.mail.text).toContain('Debian 11');
    deps.clock.set('2026-11-28T07:00:00Z');
    await writeDigests(deps, signal);
    await send();
    expect(subjects(ada)).toHaveLength(1);
  });

  test('moves with its setting, and is no more when it is off', async () => {
    const ada = await person('member');
    await say('waiver.decided', { personIds: [ada.id] });
    await choose(ada, { tempo: 'monthly', hour: 5 });
    const entries = () => deps.db.of(organizationId).digestEntry.findMany();
    expect((await entries()).map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2026-12-01T05:00:00.000Z',
    ]);
    await choose(ada, { choices: { 'waiver.decided': 'off' } });
    expect(await entries()).toEqual([]);
    await choose(ada, { tempo: 'off' });
    await say('waiver.decided', { personIds: [ada.id] });
    expect(await entries()).toEqual([]);
  });

  test('comes as the organization says to who has not chosen, and to nobody else', async () => {
    const [admin, ada, eve] = [
      await person('admin'),
      await person('member'),
      await person('member'),
    ];
    await choose(eve, { tempo: 'monthly' });
    const ofMessages = { end_thresholds: [30, 0], tempo: 'daily' as const, hour: 6 };
    const { messageRule } = await admin.dashboard();
    await messageRule.changeSetting({ body: { ...ofMessages, time_zone: 'Asia/Tokyo' } });
    const { inbox } = await ada.dashboard();
    expect((await inbox.mail()).defaults).toMatchObject({ tempo: 'daily', hour: 6 });
    await say('waiver.decided', { personIds: [ada.id, eve.id] });
    const waiting = await deps.db.of(organizationId).digestEntry.findMany();
    const due = waiting.map(({ userId, dueAt }) => [userId, dueAt.toISOString()]);
    expect(new Map(due.map(([id, at]) => [id, at]))).toEqual(
      new Map([
        [ada.id, '2026-11-26T21:00:00.000Z'],
        // The first of the month in the organization's time zone: she has chosen none.
        [eve.id, '2026-11-30T23:00:00.000Z'],
      ]),
    );
  });

  test('is the team’s as well, once an admin says so, and what it was is in the trail', async () => {
    const admin = await person('admin');
    const teamId = await team();
    await say('support.ends', { teamId });
    const { inbox, team: teams, audit } = await admin.dashboard();
    const setting = { tempo: 'daily', hour: 6, time_zone: null } as const;
    await inbox.changeTeamMail({ teamId, setting });
    await say('support.ends', { teamId }, {});
    deps.clock.set('2026-11-27T06:00:00Z');
    await writeDigests(deps, signal);
    await send();
    const { email } = await teams.get({ id: teamId });
    const [sent, ...more] = mailsTo(email ?? '');
    expect([sent?.mail.subject, more]).toEqual(['Daily digest: 1 to look at', []]);
    expect(sent?.raw).not.toContain('List-Unsubscribe-Post');
    expect(sent?.mail.text).toContain(`https://eventide.example.com/teams/${teamId}`);
    const trail = await audit.list({});
    expect(trail.items[0]).toMatchObject({ action: 'team.change_mail', after: setting });
  });
});

describe('a mail server', () => {
  test('that refuses an address for good is not asked again', async () => {
    const ada = await person('member');
    server.refused.add(ada.email);
    await say('build.denied', { teamId: await team(ada) });
    await send();
    const [letter] = await letters();
    expect(letter).toMatchObject({ state: 'failed', dueAt: null });
    expect(letter?.made).toMatchObject([{ number: 1, failure: 'refused', status: 550 }]);
  });

  test('that takes nothing now is tried again by the schedule, up to its end', async () => {
    const ada = await person('member');
    server.deferred.add(ada.email);
    await say('build.denied', { teamId: await team(ada) });
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await send();
      deps.clock.advance(30 * HOUR_MS);
    }
    const [letter] = await letters();
    expect(letter).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS });
    expect(letter?.made.map(({ status }) => status)).toEqual(Array(MAX_ATTEMPTS).fill(450));
  });

  test('that takes it then has it once', async () => {
    const ada = await person('member');
    server.deferred.add(ada.email);
    await say('build.denied', { teamId: await team(ada) });
    await send();
    server.deferred.clear();
    deps.clock.advance(60_000);
    await send();
    await send();
    expect(subjects(ada)).toHaveLength(1);
  });

  test('that cannot be reached is left alone, and no letter is lost', async () => {
    const [ada, eve] = [await person('member'), await person('member')];
    await say('build.denied', { teamId: await team(ada, eve) });
    const dead = createSmtpMailer(
      { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@example.com' },
      deps.logger,
    );
    expect(await send({ ...deps, mailer: dead })).toBe('unreachable');
    expect((await letters()).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1);
    deps.clock.advance(60_000);
    expect(await send()).toBe('done');
    expect([subjects(ada).length, subjects(eve).length]).toEqual([1, 1]);
  });

  test('that is none drops what is due, rather than to keep it for years', async () => {
    const ada = await person('member');
    await say('build.denied', { teamId: await team(ada) });
    await send({ ...deps, mailer: null });
    expect((await letters()).map(({ state }) => state)).toEqual(['dropped']);
  });

  test('is given the same mail under the same id when a process dies with it', async () => {
    const ada = await person('member');
    await say('build.denied', { teamId: await team(ada) });
    let isCut = false;
    const mailer: NonNullable<TestDeps['mailer']> = {
      send: async (message) => {
        await deps.mailer?.send(message);
        isCut = true;
        // The process never hears that the server took it.
        await new Promise(() => undefined);
      },
    };
    void send({ ...deps, mailer });
    await expect.poll(() => isCut).toBe(true);
    await send();
    expect(subjects(ada)).toHaveLength(1);
    deps.clock.advance(100_000);
    await send();
    const ids = mailsTo(ada.email).map(({ mail }) => mail.messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    const [letter] = await letters();
    expect(letter?.made.map(({ failure }) => failure)).toEqual(['interrupted', null]);
  });
});

test('letters are forgotten 90 days after they were written, once nothing is to come of them', async () => {
  const [ada, eve] = [await person('member'), await person('member')];
  const teamId = await team(ada, eve);
  server.deferred.add(eve.email);
  await say('build.denied', { teamId });
  await send();
  const kept = async () => {
    await forgetOldLetters(deps, signal);
    return (await letters()).map(({ state, made }) => `${state} ${String(made.length)}`).toSorted();
  };
  deps.clock.advance(89 * 24 * HOUR_MS);
  await say('build.denied', { teamId: await team(ada) });
  await send();
  expect(await kept()).toEqual(['delivered 1', 'delivered 1', 'pending 2']);
  deps.clock.advance(2 * 24 * HOUR_MS);
  expect(await kept()).toEqual(['delivered 1', 'pending 2']);
  expect(await deps.db.of(organizationId).letterAttempt.count()).toBe(3);
});

test('a test is mailed at once, so many an hour', async () => {
  const ada = await person('viewer');
  const { inbox } = await ada.dashboard();
  expect(await inbox.testMail()).toEqual({ email: ada.email });
  await send();
  expect(subjects(ada)).toEqual(['A test of your mail from Eventide']);
  const rest = Array.from({ length: 10 }, () => inbox.testMail());
  const refused = (await Promise.allSettled(rest)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
});

test('what would have been mailed within the last week is shown for a setting that is not saved', async () => {
  const ada = await person('member');
  const teamId = await team(ada);
  await say('build.denied', { teamId });
  await say('support.ends', { teamId }, {});
  const { inbox } = await ada.dashboard();
  const setting = { choices: {}, tempo: 'daily', hour: 8, time_zone: null, quiet: null } as const;
  const mails = await inbox.previewMail(setting);
  expect(mails.map(({ at, content }) => [at, content.title])).toEqual([
    ['2026-11-27T08:00:00.000Z', 'Daily digest: 1 to look at'],
    ['2026-11-26T12:00:00.000Z', 'Something is said'],
  ]);
  expect(await inbox.previewMail({ ...setting, tempo: 'off' })).toHaveLength(1);
  deps.clock.advance(8 * 24 * HOUR_MS);
  expect(await inbox.previewMail(setting)).toEqual([]);
});
