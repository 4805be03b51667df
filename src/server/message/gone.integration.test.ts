import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { personalSetting } from '@/domain/message/mail-setting';
import { messageRule } from '@/domain/message/rule';
import { changeMailSetting, testMail } from '@/server/inbox/service/settings';
import { setChoice } from '@/server/list-choice/service';
import { createRule } from '@/server/message-rule/service/rules';
import { createPlan } from '@/server/plan/service/plans';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { saveView } from '@/server/saved-view/service';
import type { Actor } from '@/server/platform/auth/principal';
import { createTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { aheadOf } from '@/test/ahead-of';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { hearing, saidIn, sentTo } from '@/test/messages';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

const ENDED = { product: 'Node.js', cycle: '14', eol: '2023-04-30' };
const upload = (image: string) =>
  scanImage(deps, organization, { project: 'shop', image, software: [ENDED] });
const denied = async () => {
  const images = await deps.db.of(organization).imageTag.findMany({ select: { name: true } });
  const said = (await saidIn(deps, organization, 'build.denied')).length;
  return { images: images.map(({ name }) => name), said };
};

describe('an upload that has something to say', () => {
  beforeEach(async () => {
    await makePolicy(deps, organization, { denyDays: 0 });
  });

  it('is stored while a channel that would hear it is deleted', async () => {
    const [going, staying] = [
      await hearing(deps, organization, 'build.denied'),
      await hearing(deps, organization, 'build.denied'),
    ];
    await aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM channel WHERE id = $1', [going]),
      () => upload('app'),
    );
    expect(await denied()).toEqual({ images: ['app'], said: 1 });
    expect(await sentTo(deps, organization, staying)).toHaveLength(1);
  });

  it('is stored while somebody who would read it is removed', async () => {
    const [going, staying] = [
      await makePerson(deps, { organizationId: organization, role: 'admin' }),
      await makePerson(deps, { organizationId: organization, role: 'admin' }),
    ];
    await aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM membership WHERE user_id = $1', [going.id]),
      () => upload('app'),
    );
    expect(await denied()).toEqual({ images: ['app'], said: 1 });
    const entries = await deps.db.of(organization).inboxEntry.findMany();
    const readers = entries.map(({ userId }) => userId);
    expect([readers.includes(staying.id), readers.includes(going.id)]).toEqual([true, false]);
  });
});

describe('what names something that goes while it is written', () => {
  const rule = (channelId: string) =>
    messageRule.parse({ name: 'All', kinds: ['build.denied'], channel_ids: [channelId] });

  it('is refused, as if it had come a moment later', async () => {
    const actor = await makeActor(deps, organization);
    const channel = await hearing(deps, organization, 'build.denied');
    const adding = aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM channel WHERE id = $1', [channel]),
      () => createRule(deps, actor, rule(channel)),
    );
    await expect(adding).rejects.toMatchObject({ code: 'invalid' });

    await upload('app');
    const fields = { name: 'Payments', email: null, link: null, handles: [] };
    const { id: ownerTeamId } = await createTeam(deps, actor, fields);
    const planning = aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM team WHERE id = $1', [ownerTeamId]),
      () =>
        createPlan(deps, actor, {
          ...{ scope: 'organization', projectId: null, teamId: null },
          ...{ productName: 'Node.js', cycle: '14' },
          ...{ targetProduct: 'Node.js', targetCycle: '22', dueOn: dayOf(new Date('2026-12-31')) },
          ...{ ownerId: null, ownerTeamId, ticket: null, note: null, started: false },
        }),
    );
    await expect(planning).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([
    [
      'a choice of mails',
      (who: Actor) => changeMailSetting(deps, ownerOf(who), personalSetting.parse(SETTING)),
    ],
    ['a test of mails', (who: Actor) => testMail(deps, ownerOf(who))],
    ['how a list looks', (who: Actor) => setChoice(deps, who, 'density', 'compact')],
    ['a view', (who: Actor) => saveView(deps, who, VIEW)],
  ])('is nobody’s who is removed meanwhile: %s', async (_, write) => {
    const who = await makeActor(deps, organization);
    const writing = aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM membership WHERE user_id = $1', [who.id]),
      async () => write(who),
    );
    await expect(writing).rejects.toMatchObject({ code: 'not_found' });
  });
});

const SETTING = { tempo: 'daily', choices: {}, hour: 7, time_zone: null, quiet: null };
const VIEW = { list: 'images', name: 'Ended', query: 'state=ended', teamId: null } as const;
const ownerOf = ({ organizationId, id: userId }: Actor) => ({ organizationId, userId });
