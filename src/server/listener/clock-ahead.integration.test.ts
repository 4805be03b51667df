import { afterAll, beforeEach, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendLetters } from '@/server/inbox/service/sending';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { MailError, type MailMessage } from '@/server/platform/mail/mailer';
import { sendMails } from '@/server/waiver/service/mail';
import { makeOrganization, makePerson } from '@/test/accounts';
import { CompanionBench } from '@/test/companion-bench';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask } from '@/test/waivers';

/** What a clock that was ahead, and is right again, left behind. */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = '2026-11-26T12:00:00Z';

const { signal } = new AbortController();
const mails: MailMessage[] = [];
let isAway = false;
const send = (mail: MailMessage) => {
  if (isAway) return Promise.reject(new MailError('ECONNECTION', 'away'));
  mails.push(mail);
  return Promise.resolve();
};
const db = await testDatabase();
const deps: TestDeps = testDeps(db, {}, { mailer: { send } });

afterAll(() => db.close());
beforeEach(() => {
  deps.clock.set(NOW);
  mails.length = 0;
  isAway = false;
});

async function sayTo(organizationId: OrganizationId, userId: string): Promise<void> {
  const items = [itemOf({ key: 'a', what: 'Debian 11', personIds: [userId] })];
  const content = fullMessage({ kind: 'build.denied', items, total: 1 });
  await db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
}

/** Something that is to be mailed, and who mails it. */
interface Mailing {
  readonly what: string;
  readonly table: 'letter' | 'waiver_mail';
  note(organizationId: OrganizationId): Promise<void>;
  mail(): Promise<unknown>;
}

const MAILINGS: readonly Mailing[] = [
  {
    what: 'a letter',
    table: 'letter',
    note: async (organizationId) => {
      const { id } = await makePerson(deps, { organizationId, role: 'member' });
      await sayTo(organizationId, id);
    },
    mail: () => sendLetters(deps, signal),
  },
  {
    what: 'a mail on a waiver',
    table: 'waiver_mail',
    note: async (organizationId) => {
      await makePerson(deps, { organizationId, role: 'admin' });
      isAway = true;
      const rest = new RestClient(deps);
      await ask(await signedIn(deps, rest, { organizationId, role: 'member' }));
      // It mails at once, and is tried again some seconds later.
      await backgroundDone(deps);
      isAway = false;
    },
    mail: () => sendMails(deps, signal),
  },
];

test.each(MAILINGS)(
  '$what that was written while it was ahead does not wait for it',
  async (one) => {
    deps.clock.advance(30 * DAY_MS);
    await one.note(await makeOrganization(deps));
    deps.clock.set(NOW);
    await one.mail();
    expect(mails).toHaveLength(1);
  },
);

test.each(MAILINGS)(
  '$what is not left to a process that took it while it was ahead',
  async (one) => {
    const organizationId = await makeOrganization(deps);
    await one.note(organizationId);
    deps.clock.advance(10_000);
    const until = (ms: number) =>
      db.query(
        `UPDATE ${one.table} SET lease_id = organization_id, lease_until = $1::timestamptz WHERE organization_id = $2`,
        [new Date(deps.clock.now().getTime() + ms), organizationId],
      );
    await until(60_000);
    await one.mail();
    expect(mails).toEqual([]);
    await until(DAY_MS);
    await one.mail();
    expect(mails).toHaveLength(1);
  },
);

test('a letter that waits for the end of long quiet hours waits all the same', async () => {
  const organizationId = await makeOrganization(deps);
  const { id } = await makePerson(deps, { organizationId, role: 'member' });
  await sayTo(organizationId, id);
  await db.query('UPDATE letter SET due_at = $1 WHERE organization_id = $2', [
    new Date(deps.clock.now().getTime() + 8 * DAY_MS + 27 * HOUR_MS),
    organizationId,
  ]);
  await sendLetters(deps, signal);
  expect(mails).toEqual([]);
});

test('a portfolio whose next pull was set while it was ahead is pulled', async () => {
  const pulling = await CompanionBench.deps();
  const bench = await CompanionBench.start(pulling);
  const now = pulling.clock.now();
  pulling.clock.advance(30 * DAY_MS);
  await bench.pull();
  pulling.clock.set(now);
  expect(await bench.pullWhenDue()).toBe(true);
  expect(await bench.pullWhenDue()).toBe(false);
  await bench.remote.stop();
  await pulling.db.close();
});
