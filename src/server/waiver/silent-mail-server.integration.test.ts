import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { MailError, type MailMessage } from '@/server/platform/mail/mailer';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { dayOf } from '@/test/contracts';
import { askForWaiver } from './service/ask';
import { sendMails } from './service/mail';

let deps: TestDeps;
/** What the mail server was asked to send to, in order. */
let asked: string[];
/** Does what the mail server does with a mail. */
let server: (message: MailMessage) => void;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await deps.db.pool.query('DELETE FROM waiver_mail');
  asked = [];
});

const mailing = () => ({
  ...deps,
  mailer: {
    send: async (message: MailMessage) => {
      asked.push(message.to);
      server(message);
    },
  },
});
const silence = () => {
  throw new MailError('ETIMEDOUT', 'silent');
};

/** An organization with some who decide, who are to be mailed. */
async function waitingFor(
  count = 2,
): Promise<{ organizationId: OrganizationId; deciders: string[] }> {
  const organizationId = await makeOrganization(deps);
  const deciders: string[] = [];
  for (let one = 0; one < count; one += 1)
    deciders.push((await makePerson(deps, { organizationId, role: 'admin' })).email);
  // Noted, and tried in the background once.
  const send = () => Promise.reject(new MailError('ESOCKET', 'away'));
  const away = { ...deps, mailer: { send } };
  const actor = await makeActor(deps, organizationId, 'member');
  await askForWaiver(away, actor, {
    ...{ scope: 'project', projectName: 'shop', teamId: null, imageName: null, imageTag: null },
    ...{ productName: 'Redis', cycle: '6', reason: 'It moves in March', control: null, links: [] },
    ...{ endsOn: dayOf('2026-12-21'), ownerEmail: deciders[0] ?? null },
  });
  await backgroundDone(away);
  return { organizationId, deciders };
}

const rowOf = (organizationId: OrganizationId) => deps.db.of(organizationId).waiverMail.findFirst();

test('a mail server that says nothing is waited for once a round, and is not asked for another person first', async () => {
  const ours = [await waitingFor(), await waitingFor()];
  deps.clock.advance(60_000);
  server = silence;
  await sendMails(mailing());
  expect(asked).toHaveLength(1);
  // What was tried waits for its turn; what was not is still due.
  await sendMails(mailing());
  expect(asked).toHaveLength(2);
  const organizationOf = (email: string | undefined) =>
    ours.findIndex(({ deciders }) => deciders.includes(email ?? ''));
  expect(asked.map(organizationOf).toSorted()).toEqual([0, 1]);
});

test('one whom the server is silent about keeps the other from nothing for good', async () => {
  const { organizationId, deciders } = await waitingFor();
  deps.clock.advance(60_000);
  const stuck = deciders[0] ?? '';
  server = ({ to }) => {
    if (to === stuck) silence();
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await sendMails(mailing());
    deps.clock.advance(3 * 3_600_000);
  }
  expect(asked.filter((to) => to === deciders[1])).toHaveLength(1);
  expect((await rowOf(organizationId))?.done).toHaveLength(1);
});

test.each([0, 3, 6, 11])(
  'of twelve, one whom the server is silent about keeps the others from it for one attempt',
  async (at) => {
    const { organizationId, deciders } = await waitingFor(12);
    const stuck = deciders[at] ?? '';
    server = ({ to }) => {
      if (to === stuck) silence();
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      deps.clock.advance(3 * 3_600_000);
      await sendMails(mailing());
    }
    expect((await rowOf(organizationId))?.done).toHaveLength(11);
  },
);

test('an end is seen before each person, and what is left is due at once', async () => {
  const { organizationId, deciders } = await waitingFor();
  deps.clock.advance(60_000);
  const ending = new AbortController();
  server = () => {
    ending.abort();
  };
  await sendMails(mailing(), ending.signal);
  expect(asked).toHaveLength(1);
  const row = await rowOf(organizationId);
  expect(row).toMatchObject({ leaseId: null, dueAt: deps.clock.now() });
  expect(row?.done).toHaveLength(1);
  server = () => undefined;
  await sendMails(mailing());
  expect(asked.toSorted()).toEqual(deciders.toSorted());
});
