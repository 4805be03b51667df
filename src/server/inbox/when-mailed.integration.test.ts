import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { MOST_AT_ONCE } from '@/domain/message/mail-setting';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makeTeam } from '@/test/owners';
import { writeDigests } from './service/digests';
import { changeMailSetting, changeTeamMail } from './service/settings';
import { mailedAt } from './service/tell';

let deps: TestDeps;
let organizationId: OrganizationId;
let userId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-26T12:00:00Z');
  organizationId = await makeOrganization(deps);
  ({ id: userId } = await makePerson(deps, { organizationId, role: 'admin' }));
});

async function say(
  kind: MessageContent['kind'],
  times = 1,
  more: Partial<MessageItem> = {},
): Promise<void> {
  const items = [itemOf({ key: 'one', what: 'One', ...more })];
  const content = fullMessage({ kind, items, total: 1 });
  for (let said = 0; said < times; said += 1) {
    await deps.db.transaction((tx) =>
      sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
    );
  }
}
const waiting = () => deps.db.of(organizationId).digestEntry.count();
const letters = () => deps.db.of(organizationId).letter.findMany({ orderBy: { id: 'asc' } });

test('what an admin decides is sent apart, and not in the digest besides, however much came before', async () => {
  await say('build.denied', MOST_AT_ONCE);
  await say('waiver.asked');
  const said = { kind: 'waiver.asked', severity: 'warning' } as const;
  const owner = { organizationId, userId };
  expect(await mailedAt(deps, owner, said, deps.clock.now())).not.toBeNull();
  expect([await waiting(), (await letters()).length]).toEqual([0, MOST_AT_ONCE]);
});

test('what is beyond so many an hour comes in the next ones for who wants no digest', async () => {
  const setting = { choices: {}, tempo: 'off', hour: 8, time_zone: null, quiet: null } as const;
  await changeMailSetting(deps, { organizationId, userId }, setting);
  await say('build.denied', 2 * MOST_AT_ONCE + 1);
  expect(await waiting()).toBe(0);
  const hours = (await letters()).map(({ dueAt }) => dueAt?.getUTCHours());
  expect(hours).toEqual([
    ...Array.from({ length: MOST_AT_ONCE }, () => 12),
    ...Array.from({ length: MOST_AT_ONCE }, () => 13),
    14,
  ]);
});

test('what waited for its hour counts in that, and what would be a day late is in the inbox alone', async () => {
  const setting = { choices: {}, tempo: 'off', hour: 8, time_zone: null, quiet: null } as const;
  await changeMailSetting(deps, { organizationId, userId }, setting);
  await say('build.denied', 2 * MOST_AT_ONCE);
  deps.clock.set('2026-11-26T13:00:30Z');
  // As a letter is once it is sent.
  await deps.db.query(
    `UPDATE letter SET state = 'delivered', attempts = 1, due_at = NULL, changed_at = due_at WHERE organization_id = $1`,
    [organizationId],
  );
  deps.clock.set('2026-11-26T13:01:00Z');
  await say('build.denied');
  expect((await letters()).at(-1)?.dueAt).toEqual(new Date('2026-11-26T14:00:00Z'));
  // So many for each of the next 24 hours.
  await deps.db.query(
    `INSERT INTO letter (organization_id, id, user_id, message_id, state, attempts, due_at, created_at, changed_at)
     SELECT organization_id, gen_random_uuid(), user_id, message_id, 'pending', 0,
            '2026-11-26T14:00:00Z'::timestamptz + (n / $2::int) * interval '1 hour', created_at, changed_at
       FROM (SELECT * FROM letter WHERE organization_id = $1 LIMIT 1) one
      CROSS JOIN generate_series(0, 24 * $2::int - 1) AS n`,
    [organizationId, MOST_AT_ONCE],
  );
  const { length } = await letters();
  await say('build.denied');
  expect(await letters()).toHaveLength(length);
  expect(await deps.db.of(organizationId).inboxEntry.count()).toBe(2 * MOST_AT_ONCE + 2);
});

test('a setting that this release does not know keeps nobody from hearing', async () => {
  const { id } = await makePerson(deps, { organizationId, role: 'admin' });
  const setting = { choices: {}, tempo: 'daily', hour: 8, time_zone: null, quiet: null } as const;
  await changeMailSetting(deps, { organizationId, userId: id }, setting);
  await deps.db.query(
    `UPDATE mail_setting SET choices = '{"of.tomorrow": "off"}', time_zone = 'Mars/Olympus' WHERE user_id = $1`,
    [id],
  );
  await say('build.denied');
  expect((await letters()).map((letter) => letter.userId).toSorted()).toEqual(
    [id, userId].toSorted(),
  );
});

test('what waits for the digest of a team is mailed when it is to have each message at once', async () => {
  const actor = await makeActor(deps, organizationId, 'admin');
  const teamId = await makeTeam(deps, organizationId, { name: 'Payments', projects: [] });
  const setting = { tempo: 'weekly', hour: 8, time_zone: null } as const;
  await changeTeamMail(deps, actor, teamId, setting);
  await say('support.ends', 1, { teamId });
  await changeTeamMail(deps, actor, teamId, { ...setting, tempo: 'at_once' });
  const { signal } = new AbortController();
  await writeDigests(deps, signal);
  await writeDigests(deps, signal);
  const mailed = (await letters()).filter((letter) => letter.teamId === teamId);
  expect(mailed).toMatchObject([{ content: { title: 'Digest: 1 to look at' } }]);
  await changeTeamMail(deps, actor, teamId, setting);
  await say('support.ends', 1, { teamId });
  await changeTeamMail(deps, actor, teamId, { ...setting, tempo: 'off' });
  expect(await deps.db.of(organizationId).digestEntry.count({ where: { teamId } })).toBe(0);
});
