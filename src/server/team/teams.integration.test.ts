import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient, type RestCall } from '@/test/rest-client';
import { projectOwnerRecord, teamRecord } from './dto';
import { teamsOf } from './service/members';
import { ownersOfProjects } from './service/owners';

let deps: TestDeps;
let rest: RestClient;
let organization: OrganizationId;
let admin: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
  admin = await rest.as(organization, 'admin');
});

async function team(name: string, more: object = {}) {
  const { status, body } = await admin('POST', '/teams', { name, ...more });
  expect(status).toBe(201);
  return teamRecord.parse(body);
}
async function saveRules(rules: readonly object[]) {
  const { status, body } = await admin('PUT', '/owner_rules', { rules });
  expect([status, body]).toMatchObject([200, {}]);
  return z.object({ changed: z.number() }).parse(body).changed;
}
async function ownerOf(projectId: string) {
  const { status, body } = await admin('GET', `/projects/${projectId}/owner`);
  expect(status).toBe(200);
  return projectOwnerRecord.parse(body);
}
const ownerName = async (projectId: string) => {
  const { owner, source } = await ownerOf(projectId);
  return owner && `${owner.name} by ${source ?? ''}`;
};
const scanned = async (project: string, more: object = {}) =>
  (await scanImage(deps, organization, { project, image: `${project}-image`, ...more })).project_id;
const audited = (action: string) =>
  deps.db.query<{ before: object | null; after: object | null }>(
    'SELECT before, after FROM audit_event WHERE organization_id = $1 AND action = $2 ORDER BY id',
    [organization, action],
  );

describe('a team', () => {
  test('is created, changed, listed and deleted', async () => {
    const payments = await team('Payments', {
      email: 'Payments@Example.com',
      link: 'https://chat.example.com/payments',
      handles: ['@Acme/Payments', '@acme/payments', 'pay@example.com'],
    });
    expect(payments).toMatchObject({
      ...{ name: 'Payments', email: 'payments@example.com', people: 0, projects: 0 },
      handles: ['@acme/payments', 'pay@example.com'],
    });
    const web = await team('Web');
    const { status, body } = await admin('PATCH', `/teams/${web.id}`, { email: 'web@example.com' });
    expect([status, body]).toMatchObject([200, { name: 'Web', email: 'web@example.com' }]);
    const cleared = await admin('PATCH', `/teams/${web.id}`, {
      email: null,
      handles: ['@acme/web'],
    });
    expect(cleared.body).toMatchObject({ email: null, handles: ['@acme/web'], link: null });
    expect((await admin('GET', '/teams?search=PAY')).body).toMatchObject({
      items: [payments],
      total: 1,
    });
    expect(await admin('DELETE', `/teams/${web.id}`)).toEqual({ status: 204, body: null });
    expect((await admin('GET', `/teams/${web.id}`)).status).toBe(404);
    expect(await audited('team.update')).toMatchObject([
      { before: { email: null }, after: { email: 'web@example.com' } },
      { before: { handles: [] }, after: { handles: ['@acme/web'] } },
    ]);
    expect(await audited('team.delete')).toMatchObject([{ before: { name: 'Web' }, after: null }]);
  });

  test('has a name and handles that no other has', async () => {
    await team('Straße', { handles: ['@acme/road'] });
    const web = await team('Web');
    const name = { detail: 'There is a team Straße' };
    const handle = { detail: '@acme/road is a handle of the team Straße' };
    expect(await admin('POST', '/teams', { name: 'STRASSE' })).toEqual({ status: 409, body: name });
    const taken = { name: 'Other', handles: ['@ACME/road'] };
    expect(await admin('POST', '/teams', taken)).toEqual({ status: 409, body: handle });
    const path = `/teams/${web.id}`;
    expect(await admin('PATCH', path, { name: 'strasse' })).toEqual({ status: 409, body: name });
    expect((await admin('PATCH', path, { name: 'WEB' })).status).toBe(200);
  });

  test.each([
    [{}, ['name'], 'missing'],
    [{ name: ' ' }, ['name'], 'string_too_short'],
    [{ name: 'a', email: 'nobody' }, ['email'], 'value_error'],
    [{ name: 'a', link: 'javascript:alert(1)' }, ['link'], 'value_error'],
    [{ name: 'a', link: 'http://chat.example.com' }, ['link'], 'value_error'],
    [{ name: 'a', handles: ['acme'] }, ['handles', 0], 'value_error'],
    [{ name: 'a', handles: ['@a b'] }, ['handles', 0], 'value_error'],
    [
      { name: 'a', handles: Array.from({ length: 21 }, (_, n) => `@a${String(n)}`) },
      ['handles'],
      'value_error',
    ],
  ])('%j is refused', async (body, path, type) => {
    const answer = await admin('POST', '/teams', body);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', ...path], type }] },
    });
  });

  test('holds members of the organization, until they leave it', async () => {
    const payments = await team('Payments');
    const ada = await makePerson(deps, { organizationId: organization, role: 'viewer' });
    const stranger = await makePerson(deps);
    const member = (id: string) => `/teams/${payments.id}/members/${id}`;
    expect((await admin('PUT', member(ada.id))).status).toBe(204);
    expect((await admin('PUT', member(ada.id))).status).toBe(204);
    expect(await admin('PUT', member(stranger.id))).toEqual({
      status: 404,
      body: { detail: 'Member not found' },
    });
    expect(await teamsOf(deps, organization, ada.id)).toEqual([
      { id: payments.id, name: 'Payments' },
    ]);
    expect((await admin('GET', `/teams/${payments.id}`)).body).toMatchObject({
      people: 1,
      members: [{ user_id: ada.id, email: ada.email, name: 'Ada Lovelace' }],
    });
    expect(await audited('team.add_member')).toMatchObject([
      { after: { team: 'Payments', user_id: ada.id } },
    ]);
    await admin('DELETE', `/idp/${organization}/members/${ada.id}`);
    expect((await admin('GET', `/teams/${payments.id}`)).body).toMatchObject({ members: [] });
    expect((await admin('DELETE', member(ada.id))).status).toBe(404);
  });

  test('is out of sight of other organizations', async () => {
    const payments = await team('Payments');
    const projectId = await scanned('shop');
    const elsewhere = await makeOrganization(deps);
    const stranger = await rest.as(elsewhere, 'admin');
    const theirs = await scanImage(deps, elsewhere, { project: 'shop' });
    const path = `/teams/${payments.id}`;
    expect((await stranger('GET', path)).status).toBe(404);
    expect((await stranger('PATCH', path, { name: 'x' })).status).toBe(404);
    expect((await stranger('DELETE', path)).status).toBe(404);
    expect((await stranger('GET', '/teams')).body).toMatchObject({ total: 0 });
    const owner = { team_id: payments.id };
    const mine = `/projects/${projectId}/owner`;
    expect((await stranger('PUT', mine, { team_id: null })).status).toBe(404);
    expect((await stranger('PUT', `/projects/${theirs.project_id}/owner`, owner)).status).toBe(404);
    const rules = [{ kind: 'name', pattern: '*', team_id: payments.id }];
    expect(await stranger('PUT', '/owner_rules', { rules })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'rules', 0, 'team_id'], type: 'value_error' }] },
    });
  });
});

describe('rules', () => {
  test('give projects an owner: the first that says something decides', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    const [shop, bank, zoo, odd] = [
      await scanned('acme/Shop'),
      await scanned('acme/bank', { labels: { team: 'two', other: 'x' } }),
      await scanned('zoo'),
      await scanned('a%me/x'),
    ];
    const changed = await saveRules([
      { kind: 'label', label: 'team', value: 'tw*', team_id: two.id },
      { kind: 'name', pattern: 'ACME/*', team_id: one.id },
      { kind: 'name', pattern: 'a%*', team_id: two.id },
    ]);
    expect(changed).toBe(3);
    expect(await ownerOf(bank)).toMatchObject({
      owner: { team_id: two.id, name: 'Two' },
      ...{ source: 'label', rule: 'label team=tw*' },
    });
    expect(await ownerName(shop)).toBe('One by name');
    expect(await ownerName(odd)).toBe('Two by name');
    expect(await ownerOf(zoo)).toMatchObject({ owner: null, source: null, rule: null });
    const { body } = await admin('GET', '/owner_rules');
    const listed = z.object({
      rules: z.array(z.object({ rule: z.looseObject({}), projects: z.number() })),
    });
    const rules = listed.parse(body).rules;
    expect(rules.map(({ projects }) => projects)).toEqual([1, 1, 1]);
    // Turned around, with the same ids.
    expect(await saveRules(rules.map(({ rule }) => rule).toReversed())).toBe(1);
    expect(await ownerName(bank)).toBe('One by name');
    const owners = await ownersOfProjects(deps, organization, [shop, zoo, bank]);
    expect([...owners.keys()].toSorted()).toEqual([shop, bank].toSorted());
    expect(owners.get(shop)).toMatchObject({ teamId: one.id, name: 'One', email: null });
    expect((await audited('owner_rules.save')).at(-1)).toMatchObject({
      before: { rules: [{ kind: 'label' }, { kind: 'name' }, { kind: 'name' }] },
      after: { changed_projects: 1 },
    });
    expect(await saveRules([])).toBe(3);
    expect(await ownerName(shop)).toBeNull();
  });

  test('are applied to what is uploaded, by name and by label', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'label', label: 'team', value: 'two', team_id: two.id },
      { kind: 'name', pattern: 'acme/*', team_id: one.id },
    ]);
    const shop = await scanned('acme/shop');
    expect(await ownerName(shop)).toBe('One by name');
    await scanned('acme/shop', { labels: { team: 'two' } });
    expect(await ownerName(shop)).toBe('Two by label');
    await scanned('acme/shop', { labels: { team: 'two' }, digest: `sha256:${'1'.repeat(64)}` });
    expect(await ownerName(shop)).toBe('Two by label');
    await scanned('acme/shop', { labels: {} });
    expect(await ownerName(shop)).toBe('One by name');
  });

  test('uploads at once for one project agree on its owner', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'label', label: 'team', value: 'one', team_id: one.id },
      { kind: 'label', label: 'team', value: 'two', team_id: two.id },
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        scanned('burst', {
          image: `image-${String(number)}`,
          labels: { team: number === 5 ? 'one' : 'two' },
        }),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await ownerName(answers[0] ?? '')).toBe('One by label');
  });

  test('a preview says what they would do, and does nothing', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    const [shop] = [await scanned('shop'), await scanned('bank'), await scanned('zoo')];
    await saveRules([{ kind: 'name', pattern: 'shop', team_id: one.id }]);
    const byHand = await scanned('by hand');
    await admin('PUT', `/projects/${byHand}/owner`, { team_id: one.id });
    const { status, body } = await admin('POST', '/owner_rules/preview', {
      rules: [
        { kind: 'name', pattern: '*o*', team_id: two.id },
        { kind: 'name', pattern: 'shop', team_id: one.id },
      ],
    });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ gained: 1, moved: 1, lost: 0, nobody: 1 },
        rules: [
          { projects: 2, gained: 1 },
          { projects: 0, gained: 0 },
        ],
        changes: [
          { project_id: shop, project_name: 'shop', before: 'One', after: 'Two', rule: 0 },
          { project_name: 'zoo', before: null, after: 'Two', rule: 0 },
        ],
      },
    ]);
    expect(await ownerName(shop)).toBe('One by name');
    const none = await admin('POST', '/owner_rules/preview', { rules: [] });
    expect(none.body).toMatchObject({ gained: 0, moved: 0, lost: 1, nobody: 3 });
  });

  test('are refused with every fault, and leave all as it is', async () => {
    const { id } = await team('One');
    const rules = [
      { kind: 'codeowners' },
      { kind: 'codeowners' },
      { kind: 'name', pattern: 'x', team_id: '01890000-0000-7000-8000-0000000000ff' },
    ];
    expect(await admin('PUT', '/owner_rules', { rules })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'rules', 1, 'kind'], type: 'value_error' },
          { loc: ['body', 'rules', 2, 'team_id'], type: 'value_error' },
        ],
      },
    });
    const faulty = [{ kind: 'name', pattern: '', team_id: id }, { kind: 'who' }];
    const answer = await admin('PUT', '/owner_rules', { rules: faulty });
    expect(answer.status).toBe(422);
    const many = Array.from({ length: 501 }, () => ({ kind: 'name', pattern: 'x', team_id: id }));
    expect((await admin('PUT', '/owner_rules', { rules: many })).status).toBe(422);
    expect((await admin('GET', '/owner_rules')).body).toEqual({ rules: [] });
  });
});

describe('an owner by hand', () => {
  test('wins over the rules, until it is given back', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([{ kind: 'name', pattern: '*', team_id: one.id }]);
    const shop = await scanned('shop');
    const set = (team_id: string | null) => admin('PUT', `/projects/${shop}/owner`, { team_id });
    expect(await set(two.id)).toMatchObject({
      status: 200,
      body: { owner: { name: 'Two' }, source: 'hand', rule_id: null },
    });
    await saveRules([{ kind: 'name', pattern: 's*', team_id: one.id }]);
    await scanned('shop', { labels: { a: 'b' } });
    expect(await ownerName(shop)).toBe('Two by hand');
    expect((await set(null)).body).toMatchObject({ owner: { name: 'One' }, source: 'name' });
    expect(await audited('project.set_owner')).toMatchObject([
      { before: { owner: 'One', source: 'name' }, after: { owner: 'Two', source: 'hand' } },
      { before: { owner: 'Two' }, after: { owner: 'One', rule: 'name s*' } },
    ]);
  });

  test('goes with its team, and so do the rules that name it', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'name', pattern: 'shop', team_id: two.id },
      { kind: 'name', pattern: '*', team_id: one.id },
    ]);
    const [shop, bank] = [await scanned('shop'), await scanned('bank')];
    await admin('PUT', `/projects/${bank}/owner`, { team_id: two.id });
    expect((await admin('DELETE', `/teams/${two.id}`)).status).toBe(204);
    expect(await ownerName(shop)).toBe('One by name');
    expect(await ownerName(bank)).toBe('One by name');
    expect((await admin('DELETE', `/teams/${one.id}`)).status).toBe(204);
    expect(await ownerName(bank)).toBeNull();
  });

  test('may be set by members, and not by viewers', async () => {
    const { id } = await team('One');
    const path = `/projects/${await scanned('shop')}/owner`;
    const as = async (role: 'scanner' | 'viewer' | 'member') =>
      (await (await rest.as(organization, role))('PUT', path, { team_id: id })).status;
    expect([await as('scanner'), await as('viewer'), await as('member')]).toEqual([403, 403, 200]);
  });
});

describe('CODEOWNERS', () => {
  const send = (projectId: string, content: string, path?: string) =>
    admin('PUT', `/projects/${projectId}/codeowners`, { content, path });

  test('names the first team that has one of its handles, where a rule says that it counts', async () => {
    await team('One', { handles: ['@acme/one'] });
    const two = await team('Two');
    const shop = await scanned('shop', { imagePath: './services/api/Dockerfile' });
    const file = '* @acme/nobody @acme/two\n/services/api/ @stranger @ACME/one @acme/two\n';
    expect((await send(shop, file)).body).toMatchObject({
      owner: null,
      codeowners: {
        ...{ path: 'services/api/Dockerfile', pattern: '/services/api/', line: 2 },
        handles: ['@stranger', '@acme/one', '@acme/two'],
      },
    });
    await saveRules([{ kind: 'codeowners' }]);
    expect(await ownerName(shop)).toBe('One by codeowners');
    // The rest of the repository is of nobody whom we know, until a team has that handle.
    expect((await send(shop, file, 'web/Dockerfile')).body).toMatchObject({ owner: null });
    await admin('PATCH', `/teams/${two.id}`, { handles: ['@acme/two'] });
    expect(await ownerName(shop)).toBe('Two by codeowners');
    expect(await audited('project.codeowners')).toHaveLength(2);
    await send(shop, file, 'web/Dockerfile');
    expect(await audited('project.codeowners')).toHaveLength(2);
  });

  test('is read for the whole repository where no path is known', async () => {
    await team('One', { handles: ['@acme/one'] });
    await saveRules([{ kind: 'codeowners' }]);
    const shop = await scanned('shop', { imagePath: '/builds/acme/shop/Dockerfile' });
    expect((await send(shop, '* @acme/one\nDockerfile @acme/two')).body).toMatchObject({
      owner: { name: 'One' },
      codeowners: { path: '', pattern: '*', line: 1 },
    });
  });

  test('that is too long, and a project of elsewhere, are refused', async () => {
    const shop = await scanned('shop');
    expect((await send(shop, 'x'.repeat(262_145))).status).toBe(422);
    expect((await send('01890000-0000-7000-8000-0000000000ff', '')).status).toBe(404);
    expect((await send(shop, '\0 @a\n* @b\0')).status).toBe(200);
  });
});

test('who may', async () => {
  const { id } = await team('One');
  const calls = [
    ['GET', '/teams', undefined],
    ['GET', `/teams/${id}`, undefined],
    ['GET', '/owner_rules', undefined],
    ['POST', '/owner_rules/preview', { rules: [] }],
    ['PUT', '/owner_rules', { rules: [] }],
    ['PATCH', `/teams/${id}`, {}],
    ['POST', '/teams', { name: 'Another' }],
  ] as const;
  const statuses = async (call: RestCall) => {
    const found: number[] = [];
    for (const [method, path, body] of calls) found.push((await call(method, path, body)).status);
    return found;
  };
  const of = (role: 'scanner' | 'viewer' | 'member') => rest.as(organization, role).then(statuses);
  expect(await of('scanner')).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect(await of('viewer')).toEqual([200, 200, 200, 403, 403, 403, 403]);
  expect(await of('member')).toEqual([200, 200, 200, 403, 403, 403, 403]);
  expect(await statuses(admin)).toEqual([200, 200, 200, 200, 200, 200, 201]);
});

test('more teams than there may be are refused', async () => {
  await deps.db.query(
    `INSERT INTO team (organization_id, id, name, name_key, search_text, sort_key, handles, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, gen_random_uuid(), n, n, '{}', now(), now() FROM generate_series(1, 1000) AS n`,
    [organization],
  );
  expect(await admin('POST', '/teams', { name: 'One more' })).toEqual({
    status: 409,
    body: { detail: 'An organization has at most 1000 teams' },
  });
});

test('an organization with teams, owners and rules is deleted whole', async () => {
  const { id } = await team('One', { handles: ['@a'] });
  const ada = await makePerson(deps, { organizationId: organization, role: 'viewer' });
  await admin('PUT', `/teams/${id}/members/${ada.id}`);
  await saveRules([{ kind: 'name', pattern: '*', team_id: id }, { kind: 'codeowners' }]);
  const shop = await scanned('shop');
  await admin('PUT', `/projects/${shop}/codeowners`, { content: '* @a' });
  expect((await admin('DELETE', `/organizations/${organization}`)).status).toBe(204);
  const left = await deps.db.query('SELECT FROM team WHERE organization_id = $1', [organization]);
  expect(left).toEqual([]);
});
