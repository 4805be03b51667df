import { describe, expect, test } from 'vitest';
import { makeOrganization, makePerson } from '@/test/accounts';
import { scanImage } from '@/test/factories';
import { hearing, ruleFor } from '@/test/messages';
import type { RestCall } from '@/test/rest-client';
import { teamsOf } from './service/members';
import { teamTests } from '@/test/team-tests';

const { here, admin, team, saveRules, scanned, audited } = teamTests();

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

  test('leaves in the trail which rules went with it', async () => {
    const shop = await team('Shop');
    await saveRules([{ kind: 'name', pattern: 'acme/shop*', team_id: shop.id }]);
    const { deps, organization } = here();
    const channel = await hearing(deps, organization, 'date.changed');
    const scope = { scope: 'team', team_id: shop.id } as const;
    const rule = await ruleFor(deps, organization, [channel], ['support.ends'], scope);
    expect((await admin('DELETE', `/teams/${shop.id}`)).status).toBe(204);
    expect(await audited('team.delete')).toMatchObject([
      {
        before: {
          message_rules: [{ id: rule, kinds: ['support.ends'] }],
          owner_rules: [{ kind: 'name', pattern: 'acme/shop*' }],
        },
      },
    ]);
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
    const ada = await makePerson(here().deps, {
      organizationId: here().organization,
      role: 'viewer',
    });
    const stranger = await makePerson(here().deps);
    const member = (id: string) => `/teams/${payments.id}/members/${id}`;
    expect((await admin('PUT', member(ada.id))).status).toBe(204);
    expect((await admin('PUT', member(ada.id))).status).toBe(204);
    expect(await admin('PUT', member(stranger.id))).toEqual({
      status: 404,
      body: { detail: 'Member not found' },
    });
    expect(await teamsOf(here().deps, here().organization, ada.id)).toEqual([
      { id: payments.id, name: 'Payments' },
    ]);
    expect((await admin('GET', `/teams/${payments.id}`)).body).toMatchObject({
      people: 1,
      members: [{ user_id: ada.id, email: ada.email, name: 'Ada Lovelace' }],
    });
    expect(await audited('team.add_member')).toMatchObject([
      { after: { team: 'Payments', user_id: ada.id } },
    ]);
    await admin('DELETE', `/idp/${here().organization}/members/${ada.id}`);
    expect((await admin('GET', `/teams/${payments.id}`)).body).toMatchObject({ members: [] });
    expect((await admin('DELETE', member(ada.id))).status).toBe(404);
  });

  test('is out of sight of other organizations', async () => {
    const payments = await team('Payments');
    const projectId = await scanned('shop');
    const elsewhere = await makeOrganization(here().deps);
    const stranger = await here().rest.as(elsewhere, 'admin');
    const theirs = await scanImage(here().deps, elsewhere, { project: 'shop' });
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
  const of = (role: 'scanner' | 'viewer' | 'member') =>
    here().rest.as(here().organization, role).then(statuses);
  expect(await of('scanner')).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect(await of('viewer')).toEqual([200, 200, 200, 403, 403, 403, 403]);
  expect(await of('member')).toEqual([200, 200, 200, 403, 403, 403, 403]);
  expect(await statuses(admin)).toEqual([200, 200, 200, 200, 200, 200, 201]);
});

test('more teams than there may be are refused', async () => {
  await here().deps.db.query(
    `INSERT INTO team (organization_id, id, name, name_key, search_text, sort_key, handles, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, gen_random_uuid(), n, n, '{}', now(), now() FROM generate_series(1, 1000) AS n`,
    [here().organization],
  );
  expect(await admin('POST', '/teams', { name: 'One more' })).toEqual({
    status: 409,
    body: { detail: 'An organization has at most 1000 teams' },
  });
});

test('an organization with teams, owners and rules is deleted whole', async () => {
  const { id } = await team('One', { handles: ['@a'] });
  const ada = await makePerson(here().deps, {
    organizationId: here().organization,
    role: 'viewer',
  });
  await admin('PUT', `/teams/${id}/members/${ada.id}`);
  await saveRules([{ kind: 'name', pattern: '*', team_id: id }, { kind: 'codeowners' }]);
  const shop = await scanned('shop');
  await admin('PUT', `/projects/${shop}/codeowners`, { content: '* @a' });
  expect((await admin('DELETE', `/organizations/${here().organization}`)).status).toBe(204);
  const left = await here().deps.db.query('SELECT FROM team WHERE organization_id = $1', [
    here().organization,
  ]);
  expect(left).toEqual([]);
});
