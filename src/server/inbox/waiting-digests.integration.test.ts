import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { writeDigests } from './service/digests';
import { sendLetters } from './service/sending';

const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-26T12:00:00Z');
  organizationId = await makeOrganization(deps);
  return () => deps.db.query('DELETE FROM letter');
});

const person = (role: PersonRole) => signedIn(deps, new RestClient(deps), { organizationId, role });

async function team(...members: SignedIn[]): Promise<string> {
  const at = deps.clock.now();
  const { team: teams } = await (await person('admin')).dashboard();
  const { id } = await teams.create({ body: { name: `T ${uuidv7()}`, email: null } });
  await deps.db.of(organizationId).teamMember.createMany({
    data: members.map(({ id: userId }) => ({ teamId: id, userId, addedAt: at })),
  });
  return id;
}

function say(kind: MessageContent['kind'], ...items: Partial<MessageItem>[]) {
  const content: MessageContent = {
    ...{ kind, severity: 'warning', title: 'Something is said', summary: 'It is so.', links: [] },
    items: items.map((item, at) =>
      itemOf({ key: String(at), what: `Thing ${String(at)}`, ...item }),
    ),
    total: items.length,
  };
  return deps.db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
}

/** Writes the digests that wait, and finds no mail server. */
async function waiting(): Promise<void> {
  deps.clock.set('2026-11-30T08:00:00Z');
  await writeDigests(deps, signal);
  const from = 'eol@example.com';
  const mailer = createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:9', from }, deps.logger);
  expect(await sendLetters({ ...deps, mailer }, signal)).toBe('unreachable');
  deps.clock.advance(HOUR_MS);
}

const send = () => sendLetters(deps, signal);
const subjects = ({ email }: SignedIn) =>
  deps.mails().flatMap(({ to, subject }) => (to === email ? subject : []));
const leave = ({ id: userId }: SignedIn, teamId: string) =>
  deps.db.of(organizationId).teamMember.deleteMany({ where: { userId, teamId } });

test('a digest that waits is not sent to who has stopped it meanwhile; a test is', async () => {
  const ada = await person('member');
  await say('waiver.decided', { personIds: [ada.id] });
  await waiting();
  const { inbox } = await ada.dashboard();
  const setting = { choices: {}, tempo: 'off', hour: 8, time_zone: null, quiet: null } as const;
  await inbox.changeMail(setting);
  await inbox.testMail();
  await send();
  expect(subjects(ada)).toEqual(['A test of your mail from Eventide']);
  const letters = await deps.db.of(organizationId).letter.findMany();
  expect(letters.map(({ state }) => state).toSorted()).toEqual(['delivered', 'dropped']);
});

test('nor to who has left one of the teams that it was written for', async () => {
  const [ada, eve] = [await person('member'), await person('member')];
  const [teamId, other] = [await team(ada, eve), await team(ada, eve)];
  await say('support.ends', { teamId });
  await say('support.ends', { key: 'another', personIds: [ada.id] });
  await waiting();
  await leave(ada, teamId);
  await leave(eve, other);
  await send();
  expect([subjects(ada).length, subjects(eve)]).toEqual([0, ['Weekly digest: 1 to look at']]);
});

test('nor to who is no admin any more, where it was written for one', async () => {
  const [admin, named] = [await person('admin'), await person('admin')];
  await say('key.expiring', {});
  await waiting();
  const { letter, membership } = deps.db.of(organizationId);
  await letter.deleteMany({ where: { userId: named.id } });
  await say('waiver.decided', { personIds: [named.id] });
  deps.clock.set('2026-12-07T08:00:00Z');
  await writeDigests(deps, signal);
  await membership.updateMany({ data: { role: 'member' } });
  await send();
  expect([subjects(admin).length, subjects(named).length]).toEqual([0, 1]);
});

test('it goes out as before where a release wrote it that noted none of that', async () => {
  const ada = await person('member');
  const teamId = await team(ada);
  await say('support.ends', { teamId });
  await waiting();
  await deps.db.query(`UPDATE letter SET content = content - 'standing'`);
  await leave(ada, teamId);
  await send();
  expect(subjects(ada)).toHaveLength(1);
});
