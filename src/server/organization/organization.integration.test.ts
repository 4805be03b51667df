import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient, type RestCall } from '@/test/rest-client';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { organizationRecord } from './dto';

let deps: TestDeps;
let rest: RestClient;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());

const withKey =
  (key: string): RestCall =>
  (method, path, body) =>
    rest.call({ 'x-api-key': key }, method, path, body);

/** Creates an organization and gives its record. */
async function create(call: RestCall, name = 'New') {
  const answer = await call('POST', '/organizations/', { name, idp_id: `org_${uuidv7()}` });
  expect(answer.status).toBe(201);
  return organizationRecord.strict().parse(answer.body);
}

const NOT_FOUND = { status: 404, body: { detail: 'Organization not found' } };
const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };

describe('creating an organization', () => {
  test('makes a person its admin, whatever they are elsewhere', async () => {
    const organizationId = await makeOrganization(deps);
    for (const membership of [undefined, { organizationId, role: 'viewer' } as const]) {
      const person = await signedIn(deps, rest, membership);
      const created = await create(person.rest, ' Bolt & Co ');
      expect(created).toMatchObject({ name: 'Bolt & Co', created_at: '2026-11-21T12:00:00.000Z' });
      expect(await person.rest('GET', `/idp/${created.idp_id}/members`)).toMatchObject({
        status: 200,
        body: [{ user_id: person.id, role: 'admin' }],
      });
    }
  });

  test('by an admin key makes the person behind it admin, and the key keeps access', async () => {
    const home = await makeOrganization(deps);
    const maker = await signedIn(deps, rest, { organizationId: home, role: 'admin' });
    const made = await maker.rest('POST', '/api_key', { name: 'Terraform', role: 'admin' });
    const call = withKey((made.body as { key: string }).key); // the answer that the keys' own tests parse
    const created = await create(call);
    expect(await call('GET', `/organizations/${created.id}`)).toEqual({
      status: 200,
      body: created,
    });
    expect(await call('PATCH', `/organizations/${created.id}`, { name: 'Other' })).toMatchObject({
      status: 200,
    });
    expect(await call('GET', `/idp/${created.idp_id}/members`)).toMatchObject({
      body: [{ user_id: maker.id, role: 'admin' }],
    });
    expect(await maker.rest('GET', `/organizations/${created.id}`)).toMatchObject({ status: 200 });
    const sibling = await rest.as(home, 'admin');
    expect(await sibling('GET', `/organizations/${created.id}`)).toEqual(NOT_FOUND);
    expect(await call('DELETE', `/organizations/${created.id}`)).toMatchObject({ status: 204 });
  });

  test('by the key of somebody who is no member any more makes nobody admin', async () => {
    const home = await makeOrganization(deps);
    const maker = await signedIn(deps, rest, { organizationId: home, role: 'admin' });
    const boss = await signedIn(deps, rest, { organizationId: home, role: 'admin' });
    const made = await maker.rest('POST', '/api_key', { name: 'Terraform', role: 'admin' });
    const call = withKey((made.body as { key: string }).key); // the answer that the keys' own tests parse
    await boss.rest('DELETE', `/idp/${home}/members/${maker.id}`);
    const created = await create(call);
    expect(await call('GET', `/idp/${created.idp_id}/members`)).toEqual({ status: 200, body: [] });
    expect(await call('GET', `/organizations/${created.id}`)).toMatchObject({ status: 200 });
    expect(await maker.caller()).toBeNull();
    expect(
      await deps.db.query('SELECT organization_id FROM membership WHERE user_id = $1', [maker.id]),
    ).toEqual([]);
  });

  test('is not for other keys, nor for nobody', async () => {
    const organizationId = await makeOrganization(deps);
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const call = await rest.as(organizationId, role);
      expect(await call('POST', '/organizations/', '{')).toEqual(FORBIDDEN);
    }
    expect(await rest.anonymously('POST', '/organizations', {})).toMatchObject({ status: 401 });
    const { cookie } = await signedIn(deps, rest);
    const elsewhere = { cookie, origin: 'https://evil.example' };
    expect(await rest.call(elsewhere, 'POST', '/organizations/', {})).toEqual(FORBIDDEN);
  });

  test('with an idp_id that is taken is a 409, also at the same time', async () => {
    const [one, two] = [await signedIn(deps, rest), await signedIn(deps, rest)];
    const body = { name: 'Same', idp_id: `same-${uuidv7()}` };
    const answers = await Promise.all([
      one.rest('POST', '/organizations/', body),
      two.rest('POST', '/organizations', body),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: 'An organization with this idp_id already exists',
    });
  });

  test('lists every fault', async () => {
    const person = await signedIn(deps, rest);
    const faultsOf = async (body: unknown) => {
      const answer = await person.rest('POST', '/organizations/', body);
      expect(answer.status).toBe(422);
      return answer.body;
    };
    expect(await faultsOf({ name: '', idp_id: 'a\0' })).toMatchObject({
      detail: [
        { loc: ['body', 'name'], type: 'string_too_short' },
        { loc: ['body', 'idp_id'], type: 'value_error' },
      ],
    });
    expect(await faultsOf({ idp_id: 'x'.repeat(256) })).toMatchObject({
      detail: [
        { loc: ['body', 'name'], type: 'missing' },
        { loc: ['body', 'idp_id'], type: 'string_too_long' },
      ],
    });
    expect(await faultsOf('{')).toMatchObject({
      detail: [{ loc: ['body'], type: 'json_invalid' }],
    });
  });
});

describe('with an external identity provider', () => {
  test('creating needs its word, and no key can', async () => {
    const external = {
      ...deps,
      identityProvider: {
        ...builtInDirectory,
        administers: (_: unknown, { email }: { email: string }, idpId: string) =>
          Promise.resolve(idpId === `of-${email}`),
      },
    };
    const provided = new RestClient(external);
    const person = await signedIn(external, provided);
    const own = { name: 'Own', idp_id: `of-${person.email}` };
    const refused = {
      status: 403,
      body: { detail: expect.stringContaining('does not say that you administer') as string },
    };
    const others = { ...own, idp_id: 'other' };
    expect(await person.rest('POST', '/organizations/', others)).toEqual(refused);
    expect(await person.rest('POST', '/organizations/', own)).toMatchObject({ status: 201 });
    const call = await provided.as(await makeOrganization(deps), 'admin');
    expect(await call('POST', '/organizations/', own)).toEqual(refused);
  });
});

describe('an organization', () => {
  test('is read by either id, and renamed', async () => {
    const person = await signedIn(deps, rest);
    const slashed = { name: 'Slash', idp_id: `a/b c?${uuidv7()}` };
    const { body } = await person.rest('POST', '/organizations/', slashed);
    const created = organizationRecord.parse(body);
    const byIdp = `/organizations/idp/${encodeURIComponent(created.idp_id)}`;
    expect(await person.rest('GET', byIdp)).toEqual({ status: 200, body: created });
    deps.clock.advance(1_000);
    const renamed = await person.rest('PATCH', `/organizations/${created.id}`, { name: 'Renamed' });
    const expected = { ...created, name: 'Renamed', updated_at: deps.clock.now().toISOString() };
    expect(renamed).toEqual({ status: 200, body: expected });
    expect(await person.rest('GET', `/organizations/${created.id}`)).toEqual({
      status: 200,
      body: expected,
    });
    expect(
      await deps.db.query(
        'SELECT action, before, after FROM audit_event WHERE organization_id = $1 ORDER BY id',
        [created.id],
      ),
    ).toMatchObject([
      { action: 'organization.create', after: { name: 'Slash' } },
      { action: 'organization.rename', before: { name: 'Slash' }, after: { name: 'Renamed' } },
    ]);
  });

  test('is read by its members and keys, and managed by admins', async () => {
    const organizationId = await makeOrganization(deps);
    const path = `/organizations/${organizationId}`;
    const calls: [RestCall, number, number][] = [
      [await rest.as(organizationId, 'scanner'), 403, 403],
      [await rest.as(organizationId, 'viewer'), 200, 403],
      [await rest.as(organizationId, 'admin'), 200, 200],
      [(await signedIn(deps, rest, { organizationId, role: 'viewer' })).rest, 200, 403],
      [(await signedIn(deps, rest, { organizationId, role: 'member' })).rest, 200, 403],
      [(await signedIn(deps, rest, { organizationId, role: 'admin' })).rest, 200, 200],
    ];
    for (const [call, reads, renames] of calls) {
      expect((await call('GET', path)).status).toBe(reads);
      expect((await call('GET', `/organizations/idp/${organizationId}`)).status).toBe(reads);
      expect((await call('PATCH', path, { name: 'Acme' })).status).toBe(renames);
      if (renames === 403) expect(await call('DELETE', path)).toEqual(FORBIDDEN);
    }
  });

  test('answers in each of a person’s organizations with the role there', async () => {
    const [first, second] = [await makeOrganization(deps), await makeOrganization(deps)];
    const person = await signedIn(deps, rest, { organizationId: first, role: 'admin' });
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
      [second, person.id],
    );
    expect(await person.caller()).toMatchObject({ active: { organizationId: first } });
    expect(await person.rest('GET', `/organizations/${second}`)).toMatchObject({ status: 200 });
    expect(await person.rest('PATCH', `/organizations/${second}`, { name: 'x' })).toEqual(
      FORBIDDEN,
    );
    expect(await person.rest('PATCH', `/organizations/${first}`, { name: 'x' })).toMatchObject({
      status: 200,
    });
  });

  test('looks to strangers as if it did not exist: 401, 422, 404, then 403', async () => {
    const organizationId = await makeOrganization(deps);
    const stranger = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'viewer',
    });
    const foreignKey = await rest.as(await makeOrganization(deps), 'admin');
    for (const id of [organizationId, uuidv7()]) {
      for (const call of [stranger.rest, foreignKey]) {
        expect(await call('GET', `/organizations/${id}`)).toEqual(NOT_FOUND);
        expect(await call('PATCH', `/organizations/${id}`, { name: 'x' })).toEqual(NOT_FOUND);
        expect(await call('DELETE', `/organizations/${id}`)).toEqual(NOT_FOUND);
        expect(await call('GET', `/organizations/idp/${id}`)).toEqual(NOT_FOUND);
        expect(await call('PATCH', `/organizations/${id}`, {})).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'name'], type: 'missing' }] },
        });
      }
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        expect(await rest.anonymously(method, `/organizations/${id}`)).toMatchObject({
          status: 401,
        });
      }
    }
    for (const path of ['/organizations/1', '/organizations/idp']) {
      expect(await stranger.rest('GET', path)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['path', 'id'], type: 'uuid_parsing' }] },
      });
    }
    expect(await stranger.rest('GET', '/organizations/idp/%00')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'id'], type: 'value_error' }] },
    });
    expect(await stranger.rest('GET', '/organizations/')).toMatchObject({ status: 405 });
  });

  test('has keys that end with it', async () => {
    const organizationId = await makeOrganization(deps);
    const { key } = await makeApiKey(deps, organizationId);
    const call = withKey(key);
    expect(await call('DELETE', `/organizations/${organizationId}`)).toEqual({
      status: 204,
      body: null,
    });
    expect(await call('GET', `/organizations/${organizationId}`)).toMatchObject({ status: 401 });
  });
});
