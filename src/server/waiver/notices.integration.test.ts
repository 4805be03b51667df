import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { dayOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits } from '@/test/limits';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { hearing, saidIn } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { tellAll } from './jobs';

let deps: TestDeps;
let organizationId: OrganizationId;
let member: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), {}, { mailer: null });
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
  const rest = new RestClient(deps);
  member = await signedIn(deps, rest, { organizationId, role: 'member' });
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
});

async function grant(more: object): Promise<string> {
  const { id } = await ask(member, more);
  await decide(admin, id, 'granted');
  return id;
}

/** Whoever was signed in at the beginning is not after 14 days. */
const signedInAnew = (role: 'member' | 'admin') =>
  signedIn(deps, new RestClient(deps), { organizationId, role });

/** What is said by looking around on a day, more than once and at once. */
async function saidOn(day: string): Promise<string[]> {
  const before = (await saidIn(deps, organizationId, 'waiver.ending')).length;
  deps.clock.set(`${day}T08:00:00Z`);
  const look = () => tellAll(deps, new AbortController().signal);
  await Promise.all([look(), look()]);
  await look();
  return (await saidIn(deps, organizationId, 'waiver.ending'))
    .slice(before)
    .map(({ title }) => title);
}

test('of many waivers of one piece of software each is told to whoever answers for it', async () => {
  const owners: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const { id, email } = await makePerson(deps, { organizationId, role: 'member' });
    owners.push(id);
    await grant({ project_name: `shop-${String(count)}`, owner_email: email });
  }
  expect(await saidOn('2027-03-03')).toContain('21 waivers end on 3 March 2027');
  const [message] = await saidIn(deps, organizationId, 'waiver.ending');
  expect(message?.items.map(({ personIds }) => personIds.toSorted())).toEqual([
    [...owners, member.id].toSorted(),
  ]);
});

test('an end is told fourteen days before, on its day and once it is over, each once', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  const id = await grant({ ends_on: '2027-01-31' });
  expect(await saidOn('2027-01-16')).toEqual([]);
  expect(await saidOn('2027-01-17')).toEqual(['The waiver of Debian Linux 11 ends soon']);
  expect(await saidOn('2027-01-30')).toEqual([]);
  expect(await saidOn('2027-01-31')).toEqual([
    'The waiver of Debian Linux 11 ends on 31 January 2027',
  ]);
  expect(await saidOn('2027-02-01')).toEqual(['The waiver of Debian Linux 11 is over']);
  expect(await saidOn('2027-02-02')).toEqual([]);
  const said = await saidIn(deps, organizationId, 'waiver.ending');
  expect(said.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'critical']);
  expect(said[0]).toMatchObject({
    kind: 'waiver.ending',
    items: [
      {
        ...{ key: 'Debian Linux/11/nobody', where: null },
        ...{ what: 'Debian Linux 11', until: '2027-01-31', path: `/waivers/${id}` },
        ask: { name: 'Ada Lovelace', email: member.email },
      },
    ],
  });
  const { history } = await callAs(deps, organizationId).waiver.get({ id });
  expect(history.at(-1)).toMatchObject({
    ...{ kind: 'ended', actor: null },
    at: '2027-02-01T00:00:00.000Z',
  });
});

test('several are one message; what is not granted, or over early, is not told', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  await grant({ ends_on: '2027-01-31' });
  await grant({ ends_on: '2027-01-30', cycle: '10' });
  const undecided = await ask(member, { ends_on: '2027-01-31', cycle: '9' });
  const revoked = await grant({ ends_on: '2027-01-31', cycle: '8' });
  await (await member.dashboard()).waiver.revoke({ id: revoked });
  expect(await saidOn('2027-01-20')).toEqual(['2 waivers end soon']);
  expect(await saidOn('2027-02-02')).toEqual(['2 waivers are over']);
  const { history } = await callAs(deps, organizationId).waiver.get({ id: undecided.id });
  expect(history.map(({ kind }) => kind)).toEqual(['asked', 'ended']);
});

test('waivers of the same software are an item for each owner of what they cover, never one an image', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  const software = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31', type: 'deb' }];
  const scan = (project: string, image: string) =>
    scanImage(deps, organizationId, { project, image, software });
  const { project_id: till } = await scan('till', 'till:1');
  await scan('shop', 'api:1');
  await scan('shop', 'web:1');
  const team = await makeTeam(deps, organizationId, { name: 'Payments', projects: [till] });
  const everywhere = { scope: 'organization', project_name: null, ends_on: '2027-01-31' };
  const id = await grant(everywhere);
  for (const image of ['api', 'docker.io/library/web']) {
    const place = { scope: 'image', image_name: image, project_name: null };
    await grant({ ...place, ends_on: '2027-02-20' });
  }
  await saidOn('2027-01-17');
  const [first] = await saidIn(deps, organizationId, 'waiver.ending');
  expect(first).toMatchObject({
    total: 2,
    items: [
      {
        ...{ key: `Debian Linux/11/${team}`, teamId: team, path: `/waivers/${id}` },
        where: { images: 1, projects: 1, named: ['till:1'] },
      },
      { key: 'Debian Linux/11/nobody', where: { images: 2, projects: 1 } },
    ],
  });
  await saidOn('2027-02-06');
  const said = await saidIn(deps, organizationId, 'waiver.ending');
  expect(said.at(-1)).toMatchObject({
    ...{ title: '2 waivers end soon', total: 1 },
    items: [
      {
        ...{ key: 'Debian Linux/11/nobody', until: '2027-02-20' },
        detail: '2 waivers, where it is found: api, any tag; docker.io/library/web, any tag',
        path: '/waivers?product=Debian%20Linux&cycle=11',
      },
    ],
  });
});

test('of one that was renewed nothing is told, unless what goes on from it is revoked', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  const first = await grant({ ends_on: '2027-01-31' });
  const renewed = await grant({ ends_on: '2027-06-30' });
  const everywhere = { scope: 'organization', project_name: null };
  const wider = await grant({ ...everywhere, ends_on: '2027-07-31' });
  // Of another place, another cycle, or asked for alone: none of them goes on from it.
  await grant({ project_name: 'elsewhere', ends_on: '2027-11-20' });
  await grant({ cycle: '10', ends_on: '2027-11-20' });
  await ask(member, { ends_on: '2027-11-20' });
  for (const day of ['2027-01-17', '2027-01-31', '2027-02-01'])
    expect(await saidOn(day)).toEqual([]);
  const caller = callAs(deps, organizationId);
  const { history } = await caller.waiver.get({ id: first });
  expect(history.at(-1)?.kind).toBe('ended');

  expect(await saidOn('2027-06-16')).toEqual([]);
  const another = await signedInAnew('admin');
  await (await another.dashboard()).waiver.revoke({ id: wider });
  expect(await saidOn('2027-06-17')).toEqual(['The waiver of Debian Linux 11 ends soon']);
  expect(await saidOn('2027-07-01')).toEqual(['The waiver of Debian Linux 11 is over']);
  const said = await saidIn(deps, organizationId, 'waiver.ending');
  expect(said.at(-1)?.items).toMatchObject([{ path: `/waivers/${renewed}` }]);
});

test.each([
  ['a project by its team', {}, { scope: 'team' }],
  ['an image by its project', { scope: 'image', image_name: 'api' }, {}],
  [
    'a tag by its image, wherever it is',
    { scope: 'image', image_name: 'api', image_tag: '1' },
    { scope: 'image', image_name: 'api', project_name: null },
  ],
])('%s is gone on from', async (_what, narrow, wide) => {
  const { project_id: till } = await scanImage(deps, organizationId, { project: 'till' });
  const teamId = await makeTeam(deps, organizationId, { name: 'Payments', projects: [till] });
  const of = (place: object) =>
    'scope' in place && place.scope === 'team'
      ? { team_id: teamId, project_name: null, ...place }
      : { project_name: 'till', ...place };
  await grant({ ...of(narrow), ends_on: '2027-01-31' });
  await grant({ ...of(wide), ends_on: '2027-10-31' });
  expect(await saidOn('2027-02-01')).toEqual([]);
  // The other way around it does not.
  const { id } = await ask(await signedInAnew('member'), { ...of(narrow), ends_on: '2028-01-31' });
  await decide(await signedInAnew('admin'), id, 'granted');
  expect(await saidOn('2027-11-01')).toEqual(['The waiver of Debian Linux 11 is over']);
});

test('a waiver of a team is of what it owns, and of nothing else', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  const software = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31', type: 'deb' }];
  const scan = (project: string) =>
    scanImage(deps, organizationId, { project, image: `${project}:1`, software });
  const { project_id: till } = await scan('till');
  await scan('shop');
  const team = await makeTeam(deps, organizationId, { name: 'Payments', projects: [till] });
  await grant({ scope: 'team', team_id: team, project_name: null, ends_on: '2027-01-31' });
  await saidOn('2027-01-17');
  const [message] = await saidIn(deps, organizationId, 'waiver.ending');
  expect(message).toMatchObject({
    total: 1,
    items: [{ key: `Debian Linux/11/${team}`, teamId: team, where: { named: ['till:1'] } }],
  });
});

test.each(['2026-12-31', '2028-01-01'])(
  'one is told to whoever holds what it covers under a contract until %s, too',
  async (endsOn) => {
    await hearing(deps, organizationId, 'waiver.ending');
    const software = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31', type: 'deb' }];
    const scan = (project: string, image: string) =>
      scanImage(deps, organizationId, { project, image, software });
    const { project_id: till } = await scan('till', 'till:1');
    await scan('till', 'till:2');
    await scan('shop', 'api:1');
    const team = await makeTeam(deps, organizationId, { name: 'Payments', projects: [till] });
    const lines = [{ productName: 'Debian Linux', cycle: '11' }];
    const terms = { lines, endsOn: dayOf(endsOn) };
    await makeContract(deps, organizationId, { ...terms, scope: 'team', teamId: team });
    const everywhere = { scope: 'organization', project_name: null };
    await grant({ ...everywhere, ends_on: '2027-01-31' });
    await saidOn('2027-01-17');
    const payments = {
      ...{ key: `Debian Linux/11/${team}`, teamId: team },
      where: { images: 2, projects: 1, named: ['till:1', 'till:2'] },
    };
    const nobody = { key: 'Debian Linux/11/nobody', where: { images: 1, named: ['api:1'] } };
    const last = async () => (await saidIn(deps, organizationId, 'waiver.ending')).at(-1);
    expect(await last()).toMatchObject({ total: 2, items: [payments, nobody] });
    // One for all, beside it: nothing is held without a contract any more.
    await makeContract(deps, organizationId, terms);
    await saidOn('2027-01-31');
    expect(await last()).toMatchObject({ total: 2, items: [payments, nobody] });
  },
);

test('one for a few days is told on its last one; one that was shortened is told anew', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  await grant({ ends_on: '2026-11-30' });
  const longer = await grant({ ends_on: '2027-01-31', cycle: '10' });
  expect(await saidOn('2026-11-22')).toEqual([]);
  expect(await saidOn('2026-11-30')).toEqual([
    'The waiver of Debian Linux 11 ends on 30 November 2026',
  ]);
  await (await member.dashboard()).waiver.change({ id: longer, body: { ends_on: '2026-12-20' } });
  expect(await saidOn('2026-12-06')).toEqual([
    'The waiver of Debian Linux 11 is over',
    'The waiver of Debian Linux 10 ends soon',
  ]);
});

test('where no channel listens its people hear of it all the same; others hear nothing of it', async () => {
  const elsewhere = await makeOrganization(deps, 'Elsewhere');
  await hearing(deps, elsewhere, 'waiver.ending');
  const id = await grant({ ends_on: '2026-11-30' });
  expect(await saidOn('2026-12-01')).toEqual(['The waiver of Debian Linux 11 is over']);
  const { items } = await (await member.dashboard()).inbox.list({ kind: 'waiver.ending' });
  expect(items.map(({ content }) => content.title)).toEqual([
    'The waiver of Debian Linux 11 is over',
  ]);
  expect(await saidIn(deps, elsewhere)).toEqual([]);
  const { history } = await callAs(deps, organizationId).waiver.get({ id });
  expect(history.map(({ kind }) => kind)).toEqual(['asked', 'granted', 'ended']);
});

test('an organization that fails counts, and is told the next time', async () => {
  await hearing(deps, organizationId, 'waiver.ending');
  await grant({ ends_on: '2026-11-30' });
  deps.clock.set('2026-12-01T08:00:00Z');
  const { signal } = new AbortController();
  expect(await tellAll(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('ends of waivers were not told');
  expect(await tellAll(deps, signal)).toEqual({ failed: 0 });
  expect(await saidIn(deps, organizationId, 'waiver.ending')).toHaveLength(1);
});
