import ICAL from 'ical.js';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import type { FeedScope } from '@/domain/feed/address';
import { writeAtom } from '@/domain/feed/atom';
import { toShields } from '@/domain/feed/badge';
import { writeCalendar } from '@/domain/feed/calendar';
import { createFeedToken, findShownToken, type ShownFeedToken } from '@/server/feed-token/service';
import { removeMember } from '@/server/member/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { addTeamMember, removeTeamMember } from '@/server/team/service/members';
import { setProjectOwner } from '@/server/team/service/owners';
import { createTeam, deleteTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { readBadge, readFeed } from './service';

let deps: TestDeps;
let organization: OrganizationId;
let admin: Actor;
let ada: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  admin = await makeActor(deps, organization, 'admin');
  ada = await makeActor(deps, organization, 'member');
});

const makeTeam = (name: string) =>
  createTeam(deps, admin, { name, email: null, link: null, handles: [] });
const found = (project: string, product: string, eol: string) =>
  scanImage(deps, organization, { project, software: [{ product, cycle: '1', eol }] });

/** Two teams with a project each, and a third that nobody owns; Ada is in the first team. */
async function world() {
  const [payments, web] = [await makeTeam('Payments'), await makeTeam('Web')];
  const shop = await found('shop', 'Redis', '2026-12-20');
  const site = await found('site', 'Perl', '2026-11-01');
  await found('nobodys', 'Zope', '2026-11-02');
  await setProjectOwner(deps, admin, shop.project_id, payments.id);
  await setProjectOwner(deps, admin, site.project_id, web.id);
  await addTeamMember(deps, admin, { teamId: payments.id, userId: ada.id });
  return { payments, web, shop, site };
}

async function tokenOf(maker: Actor, scope: FeedScope, subject: string | null) {
  const given = { label: 'x', scope, subject, expiresAt: null };
  const { token } = await createFeedToken(deps, maker, given);
  const shown = await findShownToken(deps, token);
  if (!shown) throw new Error('A new token does not hold');
  return shown;
}

/** What the three forms say, read as programs read them. */
async function read(token: ShownFeedToken) {
  const content = await readFeed(deps, token, 100);
  const root = new ICAL.Component(ICAL.parse(writeCalendar(content, [])) as unknown[]);
  const events = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  const badge = toShields(await readBadge(deps, token));
  const atom = writeAtom(content, 'https://eol.example.com/feed', dayOf(deps.clock.now()));
  return {
    name: String(root.getFirstPropertyValue('name')),
    page: new URL(content.pageUrl).pathname + new URL(content.pageUrl).search,
    days: events.map(({ summary, startDate }) => `${startDate.toString()} ${summary}`),
    atom: titlesIn(atom),
    badge: badge.message,
  };
}

function titlesIn(xml: string): string[] {
  const titles: string[] = [];
  let name = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => (name = tag.name));
  parser.on('text', (text) => name === 'title' && text.trim() !== '' && titles.push(text));
  parser.write(xml).close();
  return titles;
}

describe('feeds of an owner', () => {
  test('hold what a team owns, and follow its projects', async () => {
    const { payments, site } = await world();
    const token = await tokenOf(ada, 'team', payments.id);
    expect(await read(token)).toMatchObject({
      ...{ name: 'End of life: Payments', page: `/teams/${payments.id}` },
      days: ['2026-12-20 Redis 1 reaches its end of life'],
      atom: ['End of life: Payments', 'Redis 1 ends on 2026-12-20'],
    });
    await setProjectOwner(deps, admin, site.project_id, payments.id);
    expect((await read(token)).days).toHaveLength(2);
  });

  test('hold what the maker’s own teams own, as they are when it is read', async () => {
    const { payments, web } = await world();
    const token = await tokenOf(ada, 'mine', null);
    expect(await read(token)).toMatchObject({
      ...{ name: `End of life: The teams of ${ada.name}`, page: '/timeline?owner=mine' },
      days: ['2026-12-20 Redis 1 reaches its end of life'],
    });
    await removeTeamMember(deps, admin, { teamId: payments.id, userId: ada.id });
    expect(await read(token)).toMatchObject({ days: [], badge: 'nothing scanned' });
    await addTeamMember(deps, admin, { teamId: web.id, userId: ada.id });
    const { days, badge } = await read(token);
    expect([days.length, badge]).toEqual([1, '1 ended']);
  });

  test('are gone with their team, and with the membership of their maker', async () => {
    const { payments } = await world();
    const ofTeam = await tokenOf(admin, 'team', payments.id);
    const mine = await tokenOf(ada, 'mine', null);
    await deleteTeam(deps, admin, payments.id);
    await removeMember(deps, admin, ada.id);
    for (const token of [ofTeam, mine]) {
      await expect(readFeed(deps, token, 100)).rejects.toMatchObject({ code: 'not_found' });
      await expect(readBadge(deps, token)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
