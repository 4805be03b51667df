import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { makeTeam } from '@/test/owners';
import { type SignedIn, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const person = (role: PersonRole) => signedIn(deps, rest, { organizationId, role });
const trail = async (id: string) =>
  (
    await deps.db.query<{ action: string }>(
      'SELECT action FROM audit_event WHERE organization_id = $1 AND subject_id = $2 ORDER BY at, id',
      [organizationId, id],
    )
  ).map(({ action }) => action);

describe('the list', () => {
  test('has what is asked of it', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const one = await ask(member, { ends_on: '2026-11-22' });
    deps.clock.advance(1_000);
    const two = await ask(admin, {
      ...{ scope: 'image', project_name: null, image_name: 'nginx', image_tag: '1.25' },
      ...{ product_name: 'nginx', cycle: '1.25', mitigating_control: 'A proxy before it' },
    });
    deps.clock.advance(1_000);
    const three = await ask(member, { scope: 'organization', project_name: null, cycle: '10' });
    await decide(admin, one.id, 'granted');
    const ids = async (who: SignedIn, query: object = {}) => {
      const list = await (await who.dashboard()).waiver.list(query);
      expect(list.total).toBe(list.items.length);
      return list.items.map(({ id }) => id);
    };
    expect(await ids(member)).toEqual([three.id, two.id, one.id]);
    expect(await ids(member, { sort: 'ends', direction: 'asc' })).toEqual([
      one.id,
      ...[two.id, three.id].sort(),
    ]);
    expect(await ids(member, { sort: 'software', direction: 'asc' })).toEqual([
      ...[three.id, one.id, two.id],
    ]);
    expect(await ids(member, { state: 'granted' })).toEqual([one.id]);
    expect(await ids(member, { scope: 'image' })).toEqual([two.id]);
    expect(await ids(member, { project_name: 'shop' })).toEqual([one.id]);
    expect(await ids(member, { product_name: 'nginx' })).toEqual([two.id]);
    expect(await ids(member, { cycle: '10' })).toEqual([three.id]);
    expect(await ids(member, { owner_id: admin.id })).toEqual([two.id]);
    expect(await ids(member, { ends_before: '2026-11-23' })).toEqual([one.id]);
    expect(await ids(member, { search: 'A PROXY' })).toEqual([two.id]);
    expect(await ids(member, { search: 'nginx:1.25' })).toEqual([two.id]);
    expect(await ids(member, { search: '%' })).toEqual([]);
    expect(await ids(admin, { waiting: 'true' })).toEqual([three.id]);
    expect(await ids(member, { waiting: 'true' })).toEqual([]);
    deps.clock.set('2026-11-23T00:00:00Z');
    expect(await ids(member, { state: 'ended' })).toEqual([one.id]);
    expect(await ids(member, { state: 'granted' })).toEqual([]);
  });

  test('is narrowed to mine, a team’s and nobody’s', async () => {
    const shop = await scanImage(deps, organizationId, { project: 'shop' });
    await scanImage(deps, organizationId, { project: 'bank' });
    const [member, admin] = [await person('member'), await person('admin')];
    const teamId = await makeTeam(deps, organizationId, {
      ...{ name: 'Payments', projects: [shop.project_id] },
    });
    const everywhere = { scope: 'organization', project_name: null } as const;
    const cycles = {
      shop: await ask(admin, { cycle: '1' }),
      bank: await ask(admin, { project_name: 'bank', cycle: '2' }),
      team: await ask(admin, { scope: 'team', project_name: null, team_id: teamId, cycle: '3' }),
      image: await ask(admin, { scope: 'image', image_name: 'nginx', cycle: '4' }),
      asked: await ask(member, { ...everywhere, owner_email: admin.email, cycle: '5' }),
      answered: await ask(admin, { ...everywhere, owner_email: member.email, cycle: '6' }),
      others: await ask(admin, { ...everywhere, cycle: '7' }),
    };
    const names = async (query: object, who = member) => {
      const { items } = await (await who.dashboard()).waiver.list(query);
      const ids = new Set(items.map(({ id }) => id));
      return Object.entries(cycles).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []));
    };
    expect(await names({ owner: 'mine' })).toEqual(['asked', 'answered']);
    await admin.rest('PUT', `/teams/${teamId}/members/${member.id}`);
    expect(await names({ owner: 'mine' })).toEqual(['shop', 'team', 'image', 'asked', 'answered']);
    expect(await names({ owner: teamId })).toEqual(['shop', 'team', 'image']);
    expect(await names({ owner: 'none' })).toEqual(['bank']);
    expect(await names({ owner: 'none', waiting: 'true' }, admin)).toEqual([]);
    const { body } = await (await rest.as(organizationId, 'viewer'))('GET', '/waivers?owner=mine');
    expect(body).toMatchObject({ total: 0 });
  });

  test('and each waiver is the organization’s alone', async () => {
    const { id } = await ask(await person('member'));
    const elsewhere = await makeOrganization(deps);
    const stranger = await signedIn(deps, rest, { organizationId: elsewhere, role: 'admin' });
    const calls = await stranger.dashboard();
    expect((await calls.waiver.list({})).total).toBe(0);
    for (const call of [
      () => calls.waiver.get({ id }),
      () => calls.waiver.change({ id, body: {} }),
      () => calls.waiver.withdraw({ id }),
      () => calls.waiver.revoke({ id }),
      () => calls.waiver.decide({ id, decision: 'granted', version: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Waiver not found',
      });
    }
  });
});

test('OpenVEX has no document of nothing: that is said', async () => {
  const [member, admin] = [await person('member'), await person('admin')];
  const { id } = await ask(member);
  const call = await rest.as(organizationId, 'viewer');
  expect(await call('GET', '/vex/openvex')).toMatchObject({
    ...{ status: 404, body: { detail: expect.stringContaining('No waiver holds today') } },
  });
  expect(await call('GET', '/vex/cyclonedx')).toMatchObject({
    ...{ status: 200, body: { vulnerabilities: [] } },
  });
  await decide(admin, id, 'granted');
  expect(await call('GET', '/vex/openvex')).toMatchObject({
    ...{ status: 200, body: { statements: [{ vulnerability: { name: 'EOL-Debian-Linux-11' } }] } },
  });
});

describe('the rules', () => {
  test('are an admin’s, within bounds, and leave a trail', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    expect(await (await member.dashboard()).waiver.setting()).toEqual({
      ...{ max_days: 365, two_people: true },
    });
    const rules = { max_days: 90, two_people: false };
    expect((await member.rest('PUT', '/settings/waivers', rules)).status).toBe(403);
    for (const max_days of [0, 1_096, 1.5]) {
      expect((await admin.rest('PUT', '/settings/waivers', { ...rules, max_days })).status).toBe(
        422,
      );
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await admin.rest('PUT', '/settings/waivers', rules)).toEqual({
        ...{ status: 200, body: rules },
      });
    }
    expect(await trail(organizationId)).toEqual(['waiver_rules.change']);
    await expect(ask(member, { ends_on: '2027-02-20' })).rejects.toMatchObject({
      cause: { faults: [{ loc: ['body', 'ends_on'] }] },
    });
    expect((await ask(member, { ends_on: '2027-02-19' })).state).toBe('asked');
  });
});
