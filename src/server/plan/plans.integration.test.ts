import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { teamRecord } from '@/server/team/dto';
import { makeOrganization } from '@/test/accounts';
import { makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';

const DAY_MS = 86_400_000;

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-02T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const PLAN = {
  scope: 'organization',
  ...{ product_name: 'Debian Linux', cycle: '11' },
  ...{ target_cycle: '13', due_on: '2026-12-31' },
} as const;

const person = (role: PersonRole) => signedIn(deps, rest, { organizationId, role });
const debian = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31' }];
const scan = (image: string, software: readonly SoftwareFound[], project = 'shop') =>
  scanImage(deps, organizationId, { image, project, software });
const nextDay = () => deps.clock.advance(DAY_MS);

describe('where a plan stands', () => {
  test('follows from scans alone: planned, under way, done, found again, done', async () => {
    await scan('api:1', debian);
    await scan('web:1', debian);
    const member = await (await person('member')).dashboard();
    const { id } = await member.plan.create({ body: PLAN });
    const seen = async () => {
      const {
        state,
        images,
        images_left: left,
        done_on: doneOn,
        ...plan
      } = await member.plan.get({
        id,
      });
      return { state, images, left, doneOn, again: plan.found_again_at };
    };
    const none = { doneOn: null, again: null };
    expect(await seen()).toEqual({ state: 'planned', images: 2, left: 2, ...none });

    nextDay();
    await scan('api:1', []);
    expect(await seen()).toEqual({ state: 'under_way', images: 2, left: 1, ...none });

    nextDay();
    await scan('web:1', []);
    const done = { state: 'done', images: 2, left: 0, doneOn: '2026-11-04', again: null };
    expect(await seen()).toEqual(done);

    nextDay();
    await scan('jobs:1', debian);
    const again = deps.clock.now().toISOString();
    expect(await seen()).toEqual({ state: 'found_again', images: 3, left: 1, doneOn: null, again });

    nextDay();
    await scan('jobs:1', []);
    expect(await seen()).toEqual({ ...done, images: 3, doneOn: '2026-11-06' });
    const { progress } = await member.plan.get({ id });
    expect(progress.map(({ left }) => left)).toEqual([2, 1, 0, 1, 0]);
  });

  test('is of its project alone, and an image counts once however it holds the software', async () => {
    const twice = ['deb', 'binary'].flatMap((type) => debian.map((found) => ({ ...found, type })));
    const { project_id: projectId } = await scan('api:1', twice);
    await scan('web:1', debian, 'elsewhere');
    const member = await (await person('member')).dashboard();
    const body = { ...PLAN, scope: 'project', project_id: projectId } as const;
    const plan = await member.plan.create({ body });
    expect(plan).toMatchObject({ images: 1, images_left: 1, project_name: 'shop' });
    const everywhere = await member.plan.create({ body: PLAN });
    expect(everywhere).toMatchObject({ images: 2, images_left: 2, project_name: null });

    nextDay();
    await (await (await person('admin')).dashboard()).project.delete({ id: projectId });
    expect(await member.plan.get({ id: plan.id })).toMatchObject({
      ...{ state: 'done', images_left: 0, done_on: '2026-11-03' },
      progress: [{ left: 1 }, { left: 0 }],
    });
    expect(await member.plan.get({ id: everywhere.id })).toMatchObject({ state: 'under_way' });
  });

  test('of a team is of the projects that it owns now', async () => {
    const { project_id: projectId } = await scan('api:1', debian);
    await scan('web:1', debian, 'elsewhere');
    const { rest: admin } = await person('admin');
    const { body } = await admin('POST', '/teams', { name: 'Payments' });
    const { id: teamId } = teamRecord.parse(body);
    await admin('PUT', `/projects/${projectId}/owner`, { team_id: teamId });
    const member = await (await person('member')).dashboard();
    const plan = await member.plan.create({ body: { ...PLAN, scope: 'team', team_id: teamId } });
    expect(plan).toMatchObject({ images: 1, images_left: 1, team_name: 'Payments' });
    await admin('DELETE', `/teams/${teamId}`);
    await expect(member.plan.get({ id: plan.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('what was before the plan does not count', async () => {
    await scan('api:1', debian);
    nextDay();
    await scan('api:1', []);
    nextDay();
    await scan('web:1', debian);
    const member = await (await person('member')).dashboard();
    const plan = await member.plan.create({ body: PLAN });
    expect(plan).toMatchObject({ state: 'planned', images: 1, images_left: 1 });
  });
});

describe('planning', () => {
  test('what nothing holds, a day that has passed and a stranger as owner are faults', async () => {
    await scan('api:1', debian);
    const { rest: call } = await person('member');
    const other = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps, 'Other'),
      role: 'admin',
    });
    const faults = { cycle: '10', due_on: '2026-11-01', owner_id: other.id };
    const answer = await call('POST', '/plans', { ...PLAN, ...faults });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc[1])).toEqual(['owner_id', 'due_on', 'cycle']);
  });

  test('the same twice is a 409 that names the first', async () => {
    await scan('api:1', debian);
    const member = await (await person('member')).dashboard();
    const { id } = await member.plan.create({ body: PLAN });
    await expect(member.plan.create({ body: PLAN })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `There is a plan for the same already: ${id}`,
    });
  });

  test('a project of another organization is no project', async () => {
    await scan('api:1', debian);
    const elsewhere = await makeOrganization(deps, 'Other');
    const { project_id: projectId } = await scanImage(deps, elsewhere, {
      image: 'a:1',
      software: debian,
    });
    const member = await (await person('member')).dashboard();
    const body = { ...PLAN, scope: 'project', project_id: projectId } as const;
    await expect(member.plan.create({ body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('each act is in the trail with before and after', async () => {
    await scan('api:1', debian);
    const [maker, other] = [await person('member'), await person('member')];
    const { id } = await (await maker.dashboard()).plan.create({ body: PLAN });
    const changed = await (
      await other.dashboard()
    ).plan.change({ id, body: { due_on: '2027-03-31', owner_id: maker.id, started: true } });
    expect(changed).toMatchObject({
      ...{ due_on: '2027-03-31', state: 'under_way', started_by: 'Ada Lovelace' },
      owner: { id: maker.id, name: 'Ada Lovelace' },
    });
    await expect((await other.dashboard()).plan.delete({ id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await (await maker.dashboard()).plan.delete({ id });
    const rows = await deps.db.query<{ action: string; before: object; after: object }>(
      'SELECT action, before, after FROM audit_event WHERE organization_id = $1 AND subject_id = $2 ORDER BY at, id',
      [organizationId, id],
    );
    expect(rows).toMatchObject([
      { action: 'plan.create', before: null, after: { due_on: '2026-12-31' } },
      { action: 'plan.change', before: { due_on: '2026-12-31' }, after: { due_on: '2027-03-31' } },
      { action: 'plan.delete', before: { due_on: '2027-03-31' }, after: null },
    ]);
  });
});

test('the list is filtered by what scans found, and sorted', async () => {
  const openssl = [{ product: 'OpenSSL', cycle: '1.1', eol: '2023-09-11' }];
  await scan('api:1', [...debian, ...openssl]);
  await scan('web:1', debian);
  const member = await (await person('member')).dashboard();
  await member.plan.create({ body: { ...PLAN, due_on: '2027-03-31' } });
  await member.plan.create({ body: { ...PLAN, product_name: 'OpenSSL', cycle: '1.1' } });
  const names = async (query: object) =>
    (await member.plan.list(query)).items.map(({ product_name: name }) => name);
  expect(await names({})).toEqual(['OpenSSL', 'Debian Linux']);
  expect(await names({ sort: 'left', direction: 'desc' })).toEqual(['Debian Linux', 'OpenSSL']);
  expect(await names({ search: 'debian' })).toEqual(['Debian Linux']);
  nextDay();
  await scan('api:1', debian);
  expect(await names({ state: 'done' })).toEqual(['OpenSSL']);
  deps.clock.set('2027-04-01T00:00:00Z');
  expect(await names({ overdue: 'true' })).toEqual(['Debian Linux']);
});

describe('a list by state and the counts', () => {
  const typed = (...types: string[]) =>
    types.flatMap((type) => debian.map((found) => ({ ...found, type })));

  test('say what each plan says of itself, whatever came and went', async () => {
    const call = await rest.as(organizationId, 'admin');
    const team = teamRecord.parse((await call('POST', '/teams', { name: 'Payments' })).body);
    const { plan } = await (await person('member')).dashboard();
    const make = async (project: string) => {
      const { project_id: projectId } = await scan(`${project}:1`, typed('deb'), project);
      await plan.create({ body: { ...PLAN, scope: 'project', project_id: projectId } });
      return projectId;
    };
    for (const project of ['same', 'begun', 'retyped', 'gone', 'back', 'again', 'relay', 'fewer']) {
      await scan(`${project}:2`, typed('deb', 'binary'), project);
      await make(project);
    }
    const owned = await make('owned');
    await call('PUT', `/projects/${owned}/owner`, { team_id: team.id });
    await plan.create({ body: { ...PLAN, scope: 'team', team_id: team.id } });
    await plan.create({ body: { ...PLAN, due_on: '2026-11-03' } });

    const agree = async () => {
      const { items } = await plan.list({ size: 100 });
      const alone = await Promise.all(items.map(({ id }) => plan.get({ id })));
      expect(items.map(({ state }) => state)).toEqual(alone.map(({ state }) => state));
      const counts: Record<string, number> = { overdue: 0 };
      for (const state of ['planned', 'under_way', 'done', 'found_again'] as const) {
        const ids = items.filter((one) => one.state === state).map(({ id }) => id);
        expect((await plan.list({ state, size: 100 })).items.map(({ id }) => id)).toEqual(ids);
        counts[state] = ids.length;
      }
      const late = items.filter((one) => one.overdue).map(({ id }) => id);
      const listed = await plan.list({ overdue: 'true', size: 100 });
      expect(listed.items.map(({ id }) => id)).toEqual(late);
      expect(await plan.counts({})).toEqual({ ...counts, overdue: late.length });
      return Object.fromEntries(
        items.map((one) => [one.project_name ?? one.team_name ?? 'everywhere', one.state]),
      );
    };
    const before = await agree();
    expect(new Set(Object.values(before))).toEqual(new Set(['planned']));

    nextDay();
    await scan('retyped:2', typed('binary'), 'retyped');
    for (const image of ['gone', 'back', 'again']) {
      await scan(`${image}:1`, [], image);
      await scan(`${image}:2`, [], image);
    }
    await scan('relay:3', debian, 'relay');
    await scan('fewer:2', [], 'fewer');
    const begun = (await plan.list({ search: 'begun' })).items[0]?.id ?? '';
    await plan.change({ id: begun, body: { started: true } });
    await agree();

    nextDay();
    await scan('back:1', debian, 'back');
    await scan('again:3', debian, 'again');
    await scan('relay:1', [], 'relay');
    await scan('relay:2', [], 'relay');
    await scan('owned:1', [], 'owned');
    await agree();
    nextDay();
    await scan('again:3', [], 'again');
    nextDay();
    await scan('again:3', debian, 'again');
    await scan('same:1', [], 'same');
    nextDay();
    await scan('same:1', debian, 'same');

    const states = await agree();
    // Covered, it is other software of the same release cycle.
    await makeContract(deps, organizationId, {
      lines: [{ productName: 'Debian Linux', cycle: '11' }],
    });
    expect(await agree()).toEqual(states);
    expect(states).toEqual({
      ...{ same: 'planned', begun: 'under_way', retyped: 'planned', gone: 'done' },
      ...{ back: 'found_again', again: 'found_again', relay: 'under_way', fewer: 'under_way' },
      ...{ owned: 'done', Payments: 'done', everywhere: 'under_way' },
    });
  });
});

describe('who sees to a plan', () => {
  test('is a person, a team or nobody: one takes the place of the other', async () => {
    await scan('api:1', debian);
    const member = await (await person('member')).dashboard();
    const admin = await person('admin');
    const call = await rest.as(organizationId, 'admin');
    const team = teamRecord.parse((await call('POST', '/teams', { name: 'Payments' })).body);
    const body = { ...PLAN, owner_team_id: team.id };
    const { id, owner_team: seesTo } = await member.plan.create({ body });
    expect(seesTo).toEqual({ id: team.id, name: 'Payments' });

    const change = async (terms: object) => {
      const { owner, owner_team: ofTeam } = await member.plan.change({ id, body: terms });
      return [owner?.id ?? null, ofTeam?.id ?? null];
    };
    expect(await change({ owner_id: admin.id })).toEqual([admin.id, null]);
    expect(await change({ note: 'x' })).toEqual([admin.id, null]);
    expect(await change({ owner_team_id: team.id })).toEqual([null, team.id]);
    for (const wrong of [
      { owner_id: admin.id, owner_team_id: team.id },
      { owner_team_id: admin.id },
    ]) {
      await expect(change(wrong)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    }
    const [entry] = await deps.db.query<{ before: object; after: object }>(
      `SELECT before, after FROM audit_event
        WHERE organization_id = $1 AND action = 'plan.change' ORDER BY at DESC, id DESC LIMIT 1`,
      [organizationId],
    );
    expect(entry).toMatchObject({
      before: { owner: { id: admin.id }, owner_team: null },
      after: { owner: null, owner_team: { id: team.id } },
    });
    // Its people may delete it, as they may what is for the team's projects; others may not.
    const inTeam = await person('member');
    const mayDelete = async (planId = id) =>
      (await (await inTeam.dashboard()).plan.get({ id: planId })).may.delete;
    expect(await mayDelete()).toBe(false);
    await call('PUT', `/teams/${team.id}/members/${inTeam.id}`);
    expect(await mayDelete()).toBe(true);
    const { project_id: projectId } = await scan('shop:1', debian);
    await call('PUT', `/projects/${projectId}/owner`, { team_id: team.id });
    const forTeam = await member.plan.create({
      body: { ...PLAN, scope: 'team', team_id: team.id },
    });
    expect(await mayDelete(forTeam.id)).toBe(true);
    await (await inTeam.dashboard()).plan.delete({ id: forTeam.id });
    await member.plan.create({ body: { ...PLAN, scope: 'team', team_id: team.id } });
    // A team that is deleted sees to nothing any more, and the plan stays; one for what it owns goes with it.
    expect((await call('DELETE', `/teams/${team.id}`)).status).toBe(204);
    expect(await member.plan.get({ id })).toMatchObject({ owner: null, owner_team: null });
    const [gone] = await deps.db.query<{ before: object }>(
      `SELECT before FROM audit_event WHERE organization_id = $1 AND action = 'team.delete'`,
      [organizationId],
    );
    expect(gone).toMatchObject({
      before: { plans: [{ product_name: 'Debian Linux', cycle: '11', target_cycle: '13' }] },
    });
  });

  test('narrows plans and their counts to mine, a team’s and nobody’s', async () => {
    for (const project of ['shop', 'bank', 'web']) await scan(`${project}:1`, debian, project);
    const call = await rest.as(organizationId, 'admin');
    const team = teamRecord.parse((await call('POST', '/teams', { name: 'Payments' })).body);
    const ada = await person('member');
    await call('PUT', `/teams/${team.id}/members/${ada.id}`);
    const { plan } = await ada.dashboard();
    const { image, project: projects } = await ada.dashboard();
    const found = await projects.listForDashboard({ page: 1, size: 10 });
    const idOf = (name: string) => found.items.find((one) => one.name === name)?.id ?? '';
    await call('PUT', `/projects/${idOf('shop')}/owner`, { team_id: team.id });
    const make = async (more: object) => (await plan.create({ body: { ...PLAN, ...more } })).id;
    const everywhere = await make({ due_on: '2026-11-10' });
    const ofTeam = await make({ scope: 'team', team_id: team.id });
    const shop = await make({ scope: 'project', project_id: idOf('shop') });
    const bank = await make({
      ...{ scope: 'project', project_id: idOf('bank'), owner_team_id: team.id },
    });
    const own = await make({ scope: 'project', project_id: idOf('web'), owner_id: ada.id });
    const listed = async (more: object) =>
      new Set((await plan.list({ ...more })).items.map(({ id }) => id));
    expect(await listed({ owner: 'mine' })).toEqual(new Set([ofTeam, shop, bank, own]));
    expect(await listed({ owner: team.id })).toEqual(new Set([ofTeam, shop, bank]));
    expect(await listed({ owner: 'none' })).toEqual(new Set([everywhere, ofTeam, shop]));
    const images = await image.listForDashboard({ page: 1, size: 10, projectId: idOf('shop') });
    const imageId = images.items[0]?.id ?? '';
    expect(await listed({ image_id: imageId })).toEqual(new Set([everywhere, ofTeam, shop]));
    expect(await plan.counts({ owner: 'mine' })).toEqual({
      ...{ planned: 4, under_way: 0, done: 0, found_again: 0, overdue: 0 },
    });
    deps.clock.set('2026-11-11T12:00:00Z');
    await scan('web:1', [], 'web');
    expect(await plan.counts({})).toEqual({
      ...{ planned: 3, under_way: 1, done: 1, found_again: 0, overdue: 1 },
    });
    expect(await listed({ overdue: 'true' })).toEqual(new Set([everywhere]));
    expect(await listed({ state: 'done' })).toEqual(new Set([own]));
    const stranger = await signedIn(deps, rest, {
      ...{ organizationId: await makeOrganization(deps), role: 'admin' },
    });
    const theirs = (await stranger.dashboard()).plan;
    expect((await theirs.list({ owner: team.id })).total).toBe(0);
    expect((await theirs.list({ image_id: imageId })).total).toBe(0);
  });
});
