import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient, type RestCall } from '@/test/rest-client';
import { storedText } from '@/test/stored';
import { apiKeyRecord, shownApiKey } from './dto';

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
  admin = (await signedIn(deps, rest, { organizationId: organization, role: 'admin' })).rest;
});

const HOUR_MS = 3_600_000;

async function create(body?: object) {
  const answer = await admin('POST', '/api_key', body);
  expect(answer.status).toBe(201);
  return shownApiKey.parse(answer.body);
}

async function rotate(id: string, body?: object) {
  const answer = await admin('PATCH', `/api_key/${id}`, body);
  expect(answer.status).toBe(201);
  return shownApiKey.parse(answer.body);
}

async function list() {
  const answer = await admin('GET', '/api_key');
  expect(answer.status).toBe(200);
  return z.array(apiKeyRecord.strict()).parse(answer.body);
}

/** Gives the status that a request with this key is answered with. */
async function statusWith(key: string): Promise<number> {
  const headers = { authorization: `ApiKey ${key}` };
  return (await rest.call(headers, 'GET', '/v1/policy')).status;
}

describe('creating a key', () => {
  test('without a body, and with one', async () => {
    const { key, ...byDefault } = await create();
    expect(key).toMatch(/^evt_[A-Za-z0-9]{8}_[\w-]{43}$/);
    expect(byDefault).toEqual({
      id: byDefault.id,
      name: 'API key',
      role: 'member',
      prefix: key.slice(0, 12),
      created_by: 'Ada Lovelace',
      created_at: deps.clock.now().toISOString(),
      expires_at: null,
      last_used_at: null,
      rotated_at: null,
      grace_ends_at: null,
      exceeds_creator: false,
    });
    expect(await statusWith(key)).toBe(200);
    const named = await create({
      name: ' CI ',
      role: 'scanner',
      expires_at: '2027-01-01T00:00:00+02:00',
    });
    expect(named).toMatchObject({
      name: 'CI',
      role: 'scanner',
      expires_at: '2026-12-31T22:00:00.000Z',
    });
    expect(await admin('POST', '/api_key', null)).toMatchObject({ status: 201 });
  });

  test.each([
    [{ role: 'owner' }, 'role', 'enum'],
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x'.repeat(256) }, 'name', 'string_too_long'],
    [{ name: 'a\0b' }, 'name', 'value_error'],
    [{ name: 1 }, 'name', 'string_type'],
    [{ expires_at: 'soon' }, 'expires_at', 'date_from_datetime_parsing'],
    [{ expires_at: '2026-11-21T12:00:00Z' }, 'expires_at', 'value_error'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
  ])('refuses %j', async (body, field, type) => {
    deps.clock.set('2026-11-21T12:00:00Z');
    expect(await admin('POST', '/api_key', body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field], type }] },
    });
    expect(await list()).toEqual([]);
  });
});

test('what a key is but for what is asked of the caller, nobody can write', async () => {
  const others = { created_by: 'Eve', created_at: '2000-01-01T00:00:00Z', prefix: 'evt_00000000' };
  const id = '019a0000-0000-7000-8000-000000000000';
  const theirs = await makeOrganization(deps);
  const { key, ...record } = await create({ ...others, id, organization_id: theirs, name: 'CI' });
  expect(record).toMatchObject({
    ...{ name: 'CI', created_by: 'Ada Lovelace', prefix: key.slice(0, 12) },
    created_at: deps.clock.now().toISOString(),
  });
  expect(record.id).not.toBe(id);
  expect((await list()).map((one) => one.id)).toEqual([record.id]);
});

// With its offset, the last day of the calendar ends after it: no list of keys could be written with such a key.
test.each(['9999-12-31T23:59:59-12:00', '+010000-01-01T00:00:00Z'])(
  'a key until %s is refused, and lists go on',
  async (expires_at) => {
    expect((await admin('POST', '/api_key', { expires_at })).status).toBe(422);
    const { id } = await create({ expires_at: '9999-12-31T23:59:59.999Z' });
    expect((await list()).map((key) => key.id)).toEqual([id]);
  },
);

describe('rotating a key', () => {
  test('stops the old one at once, and keeps everything else', async () => {
    const { key, ...record } = await create({ name: 'CI', role: 'scanner' });
    deps.clock.advance(1_000);
    const { key: next, ...rotated } = await rotate(record.id);
    expect(rotated).toEqual({
      ...record,
      prefix: next.slice(0, 12),
      rotated_at: deps.clock.now().toISOString(),
      last_used_at: rotated.last_used_at,
    });
    expect(next).not.toBe(key);
    expect([await statusWith(key), await statusWith(next)]).toEqual([401, 200]);
    expect(await list()).toMatchObject([{ id: record.id, prefix: next.slice(0, 12) }]);
  });

  test('lets the old one work through its grace, and no longer', async () => {
    const first = await create();
    const second = await rotate(first.id, { grace_hours: 24 });
    const endsAt = new Date(deps.clock.now().getTime() + 24 * HOUR_MS);
    expect(second.grace_ends_at).toBe(endsAt.toISOString());
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 200]);
    expect(await list()).toHaveLength(1);
    deps.clock.advance(24 * HOUR_MS - 1);
    expect(await statusWith(first.key)).toBe(200);
    deps.clock.advance(1);
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
    expect(await list()).toMatchObject([{ grace_ends_at: null }]);
  });

  test('never prolongs an earlier grace, and ends it where there is none', async () => {
    const first = await create();
    const second = await rotate(first.id, { grace_hours: 1 });
    await rotate(first.id, { grace_hours: 168 });
    deps.clock.advance(HOUR_MS);
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
    const fourth = await rotate(first.id, { grace_hours: 0 });
    expect([await statusWith(second.key), await statusWith(fourth.key)]).toEqual([401, 200]);
  });

  test('at the same time gives each a key, of which the last is current', async () => {
    const { id } = await create();
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
    const statuses = await Promise.all(atOnce.map(({ key }) => statusWith(key)));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401]);
    const current = atOnce[statuses.indexOf(200)];
    expect(await list()).toMatchObject([{ id, prefix: current?.prefix }]);
    const graced = await Promise.all(
      Array.from({ length: 5 }, () => rotate(id, { grace_hours: 1 })),
    );
    for (const { key } of graced) expect(await statusWith(key)).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('of one that has expired is a 409', async () => {
    const expiresAt = new Date(deps.clock.now().getTime() + HOUR_MS).toISOString();
    const { id } = await create({ expires_at: expiresAt });
    deps.clock.advance(HOUR_MS);
    expect(await admin('PATCH', `/api_key/${id}`)).toEqual({
      status: 409,
      body: { detail: 'This API key has expired' },
    });
  });

  test.each([
    [{ grace_hours: -1 }, ['body', 'grace_hours'], 'greater_than_equal'],
    [{ grace_hours: 169 }, ['body', 'grace_hours'], 'less_than_equal'],
    [{ grace_hours: 1.5 }, ['body', 'grace_hours'], 'int_parsing'],
    [[], ['body'], 'dict_type'],
  ])('refuses %j', async (body, loc, type) => {
    expect(await admin('PATCH', `/api_key/${uuidv7()}`, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc, type }] },
    });
  });
});

test('revoking stops a key at once and for good', async () => {
  const { id, key } = await create();
  expect(await admin('DELETE', `/api_key/${id}`)).toEqual({ status: 204, body: null });
  expect(await statusWith(key)).toBe(401);
  expect(await list()).toEqual([]);
  for (const method of ['DELETE', 'PATCH']) {
    expect(await admin(method, `/api_key/${id}`)).toEqual({
      status: 404,
      body: { detail: 'API key not found' },
    });
  }
});

test('revoking while rotating leaves a key that does not work', async () => {
  const { id, key } = await create();
  const [rotated] = await Promise.all([
    admin('PATCH', `/api_key/${id}`),
    admin('DELETE', `/api_key/${id}`),
  ]);
  expect([201, 404]).toContain(rotated.status);
  expect(await statusWith(key)).toBe(401);
  if (rotated.status === 201) {
    expect(await statusWith(shownApiKey.parse(rotated.body).key)).toBe(401);
  }
});

test('lists the newest first, none of another organization, and touches none of theirs', async () => {
  const first = await create({ name: 'first' });
  deps.clock.advance(1);
  const second = await create({ name: 'second' });
  const foreign = await makeApiKey(deps, await makeOrganization(deps));
  expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
  for (const id of [foreign.id, uuidv7()]) {
    expect(await admin('PATCH', `/api_key/${id}`)).toMatchObject({ status: 404 });
    expect(await admin('DELETE', `/api_key/${id}`)).toMatchObject({ status: 404 });
  }
  expect(await statusWith(foreign.key)).toBe(200);
  expect(await admin('DELETE', '/api_key/1')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['path', 'id'], type: 'uuid_parsing' }] },
  });
});

test('leaves audit rows, and no secret anywhere', async () => {
  const { id, key } = await create();
  const { key: next } = await rotate(id, { grace_hours: 1 });
  await admin('DELETE', `/api_key/${id}`);
  const rows = await deps.db.query('SELECT * FROM audit_event WHERE subject_id = $1 ORDER BY id', [
    id,
  ]);
  expect(rows).toMatchObject([
    { action: 'api_key.create', before: null, after: { id } },
    { action: 'api_key.rotate', before: { id }, after: { id, prefix: next.slice(0, 12) } },
    { action: 'api_key.revoke', before: { prefix: next.slice(0, 12) }, after: null },
  ]);
  const stored = await storedText(deps.db);
  for (const secret of [key, next]) {
    expect(stored).not.toContain(secret.slice(13));
    expect(deps.logged()).not.toContain(secret.slice(13));
  }
});

test('is for admins alone, who must be known first', async () => {
  const requests: [string, string][] = [
    ['GET', '/api_key'],
    ['POST', '/api_key'],
    ['PATCH', `/api_key/${uuidv7()}`],
    ['DELETE', `/api_key/${uuidv7()}`],
  ];
  for (const [method, path] of requests) {
    expect(await rest.anonymously(method, path)).toMatchObject({ status: 401 });
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const call = await rest.as(organization, role);
      expect(await call(method, path)).toMatchObject({ status: 403 });
    }
  }
});
