import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeV1, decodeV2 } from '@/domain/policy/testing/scanner-decoders';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient, type RestCall } from '@/test/rest-client';
import { policyRecord } from './dto';
import { globalPolicy, notaryPolicy, softwarePolicy, trustPolicy } from './testing/policy-bodies';

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

const UNKNOWN_ID = '01890000-0000-7000-8000-0000000000ff';
async function created(body: object) {
  const answer = await admin('POST', '/v1/policy', body);
  expect(answer.status).toBe(201);
  return policyRecord.parse(answer.body);
}

describe('a policy', () => {
  test('is created with every field, what is not set being null', async () => {
    const record = await created(softwarePolicy);
    expect(record).toEqual({
      id: record.id,
      policy_scope: 'software',
      policy_type: 'EOL',
      warn_date: '2026-12-01',
      deny_date: null,
      warn_days: null,
      deny_days: null,
      product_name: 'Redis',
      project_name: null,
      cycle: '7',
      cycle_operator: 'LT',
      notary_policy_json: null,
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
    });
    expect(await admin('GET', `/v1/policy/${record.id}`)).toEqual({ status: 200, body: record });
  });

  test('is patched: null required keys and absent fields stay, null clears', async () => {
    const record = await created({ ...globalPolicy, project_name: 'kept' });
    const path = `/v1/policy/${record.id}`;
    deps.clock.advance(1_000);
    const unchanged = await admin('PATCH', path, { policy_scope: null, policy_type: null });
    const updated_at = deps.clock.now().toISOString();
    expect(unchanged).toEqual({ status: 200, body: { ...record, updated_at } });
    const patch = { policy_scope: 'project', policy_type: null, deny_days: null, warn_days: 30 };
    expect(await admin('PATCH', path, patch)).toEqual({
      status: 200,
      body: { ...record, policy_scope: 'project', deny_days: null, warn_days: 30, updated_at },
    });
  });

  test('is for what runs, or not: left out it stays, null and false clear it', async () => {
    const record = await created({ ...globalPolicy, only_running: true });
    expect(record).toMatchObject({ only_running: true });
    const patched = async (patch: object) => {
      const body = { policy_scope: null, policy_type: null, ...patch };
      const { body: answered } = await admin('PATCH', `/v1/policy/${record.id}`, body);
      return answered;
    };
    expect(await patched({ warn_days: 30 })).toMatchObject({ only_running: true, warn_days: 30 });
    expect(await patched({ only_running: null })).not.toHaveProperty('only_running');
    expect(await patched({ only_running: true })).toMatchObject({ only_running: true });
    expect(await patched({ only_running: false })).not.toHaveProperty('only_running');
    expect(await created(globalPolicy)).not.toHaveProperty('only_running');
  });

  test('denies days after the end: null takes away what its own field says, a number takes the other one’s place', async () => {
    const record = await created({ ...globalPolicy, deny_days: null, deny_days_after: 30 });
    expect(record).toMatchObject({ deny_days: null, deny_days_after: 30 });
    const patched = async (patch: object) => {
      const body = { policy_scope: null, policy_type: null, ...patch };
      return (await admin('PATCH', `/v1/policy/${record.id}`, body)).body;
    };
    // Written back as a client has read it that knows no days after the end.
    expect(await patched({ warn_days: 60, deny_days: null })).toMatchObject({
      deny_days_after: 30,
    });
    const before = await patched({ deny_days: 7 });
    expect(before).toMatchObject({ deny_days: 7 });
    expect(before).not.toHaveProperty('deny_days_after');
    expect(await patched({ deny_days_after: null })).toMatchObject({ deny_days: 7 });
    expect(await patched({ deny_days_after: 14 })).toMatchObject({
      ...{ deny_days: null, deny_days_after: 14 },
    });
    expect(await patched({ deny_days_after: null })).not.toHaveProperty('deny_days_after');
  });

  test('denies from a day on: left out it stays, null clears it', async () => {
    const record = await created({ ...globalPolicy, denies_from: '2027-01-01' });
    expect(record).toMatchObject({ denies_from: '2027-01-01' });
    const patched = async (patch: object) => {
      const body = { policy_scope: null, policy_type: null, ...patch };
      return (await admin('PATCH', `/v1/policy/${record.id}`, body)).body;
    };
    expect(await patched({ warn_days: 100 })).toMatchObject({ denies_from: '2027-01-01' });
    expect(await patched({ denies_from: null })).not.toHaveProperty('denies_from');
  });

  test('is judged whole when patched', async () => {
    const { id } = await created(globalPolicy);
    const faultsOf = async (patch: object) => {
      const body = { policy_scope: null, policy_type: null, ...patch };
      const answer = await admin('PATCH', `/v1/policy/${id}`, body);
      expect(answer.status).toBe(422);
      return answer.body;
    };
    expect(await faultsOf({ warn_days: null, deny_days: null })).toMatchObject({
      detail: [{ loc: ['body'], type: 'value_error' }],
    });
    expect(await faultsOf({ deny_days: 91 })).toMatchObject({
      detail: [{ loc: ['body', 'deny_days'], type: 'value_error' }],
    });
    expect(await faultsOf({ policy_scope: 'project' })).toMatchObject({
      detail: [{ loc: ['body', 'project_name'], type: 'value_error' }],
    });
    expect(await faultsOf({ policy_type: 'NOTARY' })).toMatchObject({
      detail: [
        { loc: ['body', 'notary_policy_json'] },
        { loc: ['body', 'warn_days'] },
        { loc: ['body', 'deny_days'] },
      ],
    });
    expect(await admin('GET', `/v1/policy/${id}`)).toMatchObject({ body: globalPolicy });
  });

  test('is deleted, and leaves its rows in the audit trail', async () => {
    const record = await created(globalPolicy);
    const patch = { policy_scope: null, policy_type: null, warn_days: 30 };
    const patched = await admin('PATCH', `/v1/policy/${record.id}`, patch);
    const path = `/v1/policy/${record.id}`;
    expect(await admin('DELETE', path)).toEqual({ status: 204, body: null });
    expect(await admin('DELETE', path)).toEqual({
      status: 404,
      body: { detail: 'Policy not found' },
    });
    const rows = await deps.db.query(
      `SELECT action, before, after FROM audit_event
        WHERE organization_id = $1 AND subject_id = $2 ORDER BY id`,
      [organization, record.id],
    );
    expect(rows).toEqual([
      { action: 'policy.create', before: null, after: record },
      { action: 'policy.update', before: record, after: patched.body },
      { action: 'policy.delete', before: patched.body, after: null },
    ]);
  });

  test('that is not there is a 404, an id that is none a 422', async () => {
    const patch = { policy_scope: null, policy_type: null };
    expect((await admin('GET', `/v1/policy/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await admin('PATCH', `/v1/policy/${UNKNOWN_ID}`, patch)).status).toBe(404);
    expect((await admin('GET', '/v1/policy/x')).status).toBe(422);
    expect((await admin('DELETE', '/v1/policy/x')).status).toBe(422);
    expect(await admin('PATCH', '/v1/policy/x', {})).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['path', 'id'], type: 'uuid_parsing' },
          { loc: ['body', 'policy_scope'], type: 'missing' },
          { loc: ['body', 'policy_type'], type: 'missing' },
        ],
      },
    });
  });
});

describe('a NOTARY policy', () => {
  test('is one an organization, also when two are created or changed at once', async () => {
    const others = [await created(globalPolicy), await created(globalPolicy)];
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => admin('POST', '/v1/policy', notaryPolicy)),
      ...others.map(({ id }) =>
        admin('PATCH', `/v1/policy/${id}`, { ...notaryPolicy, warn_days: null, deny_days: null }),
      ),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.slice(1)).toEqual([409, 409, 409, 409]);
    const { notary } = decodeV2((await admin('GET', '/v2/policy')).body);
    expect(notary).toEqual([{ WarnDate: '', DenyDate: '2027-01-01', Policy: trustPolicy }]);
  });

  test('may be patched, keeps what it says beyond the known, and frees its place', async () => {
    const document = { ...trustPolicy, comment: { by: ['Ada'] } };
    const { id } = await created({ ...notaryPolicy, notary_policy_json: document });
    const patch = { policy_scope: null, policy_type: null, warn_date: '2026-12-01' };
    expect(await admin('PATCH', `/v1/policy/${id}`, patch)).toMatchObject({
      status: 200,
      body: { warn_date: '2026-12-01', notary_policy_json: document },
    });
    await admin('DELETE', `/v1/policy/${id}`);
    await created(notaryPolicy);
  });

  test('can be made of an EOL policy that keeps a trust policy', async () => {
    const { id } = await created({ ...globalPolicy, notary_policy_json: trustPolicy });
    const patch = { policy_scope: null, policy_type: 'NOTARY', warn_days: null, deny_days: null };
    expect(await admin('PATCH', `/v1/policy/${id}`, patch)).toMatchObject({
      status: 200,
      body: { policy_type: 'NOTARY', notary_policy_json: trustPolicy },
    });
  });

  test('stays readable with a trust store that scanners never fill, until it is written again', async () => {
    const { id } = await created(notaryPolicy);
    const [statement] = trustPolicy.trustPolicies;
    const stored = {
      ...trustPolicy,
      trustPolicies: [{ ...statement, trustStores: ['ca:acme'] }],
    };
    await deps.db
      .of(organization)
      .policy.updateMany({ where: { id }, data: { notaryPolicy: stored } });
    const path = `/v1/policy/${id}`;
    expect(await admin('GET', path)).toMatchObject({ body: { notary_policy_json: stored } });
    expect(decodeV2((await admin('GET', '/v2/policy')).body).notary).toMatchObject([
      { Policy: stored },
    ]);
    const keys = { policy_scope: null, policy_type: null };
    const answer = await admin('PATCH', path, { ...keys, warn_date: '2026-12-01' });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'notary_policy_json', 'trustPolicies', 0, 'trustStores', 0],
            msg: expect.stringContaining('no trust store but ca:xeol.io'),
          },
        ],
      },
    });
    const mended = { ...keys, notary_policy_json: trustPolicy };
    expect(await admin('PATCH', path, mended)).toMatchObject({ status: 200 });
  });

  test('needs no trust store at level skip', async () => {
    const skip = { name: 'a', registryScopes: ['*'], signatureVerification: { level: 'skip' } };
    const document = { version: '1.0', trustPolicies: [skip] };
    await created({ ...notaryPolicy, notary_policy_json: document });
  });
});

describe('the lists', () => {
  test('are read whole by scanners of either API', async () => {
    const ids = [];
    for (const body of [
      globalPolicy,
      { ...globalPolicy, policy_scope: 'project', project_name: 'github//acme/shop' },
      softwarePolicy,
      notaryPolicy,
    ]) {
      ids.push((await created(body)).id);
      deps.clock.advance(1);
    }
    const v1 = decodeV1((await admin('GET', '/v1/policy')).body);
    expect(v1.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(v1[1]?.project_name).toBe('github//acme/shop');
    const { eol, notary } = decodeV2((await admin('GET', '/v2/policy')).body);
    expect(eol.map(({ ID }) => ID)).toEqual(ids.slice(0, 3));
    expect(eol[2]).toMatchObject({ WarnDate: '2026-12-01', WarnDays: null, CycleOperator: 'LT' });
    expect(eol[0]).toMatchObject({ WarnDays: 90, DenyDays: 0, CycleOperator: '' });
    expect(notary).toHaveLength(1);
  });

  test('have no entry of a type that has no policies', async () => {
    await created(notaryPolicy);
    expect((await admin('GET', '/v1/policy')).body).toEqual([]);
    expect((await admin('GET', '/v2/policy')).body).toMatchObject([{ PolicyType: 'NOTARY' }]);
  });
});

test('another organization sees nothing of a policy', async () => {
  const record = await created(globalPolicy);
  const stranger = await rest.as(await makeOrganization(deps), 'admin');
  const path = `/v1/policy/${record.id}`;
  const patch = { policy_scope: null, policy_type: null };
  expect(await stranger('GET', '/v1/policy')).toEqual({ status: 200, body: [] });
  expect(await stranger('GET', '/v2/policy')).toEqual({ status: 200, body: [] });
  expect((await stranger('GET', path)).status).toBe(404);
  expect((await stranger('PATCH', path, patch)).status).toBe(404);
  expect((await stranger('DELETE', path)).status).toBe(404);
  expect(await admin('GET', path)).toEqual({ status: 200, body: record });
});

test('who may', async () => {
  const { id } = await created(globalPolicy);
  const calls = [
    ['GET', '/v1/policy', undefined],
    ['GET', '/v2/policy', undefined],
    ['GET', `/v1/policy/${id}`, undefined],
    ['POST', '/v1/policy', globalPolicy],
    ['PATCH', `/v1/policy/${id}`, { policy_scope: null, policy_type: null }],
    ['DELETE', `/v1/policy/${id}`, undefined],
  ] as const;
  const statuses = async (call: RestCall) => {
    const found: number[] = [];
    for (const [method, path, body] of calls) found.push((await call(method, path, body)).status);
    return found;
  };
  expect(await statuses(rest.anonymously.bind(rest))).toEqual([401, 401, 401, 401, 401, 401]);
  for (const role of ['scanner', 'viewer', 'member'] as const) {
    const call = await rest.as(organization, role);
    expect(await statuses(call)).toEqual([200, 200, 200, 403, 403, 403]);
  }
  expect(await statuses(admin)).toEqual([200, 200, 200, 201, 200, 204]);
});

test('more policies than an upload should read are refused', async () => {
  await deps.db.query(
    `INSERT INTO policy (organization_id, id, type, scope, warn_days, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'EOL', 'global', 1, now(), now() FROM generate_series(1, 1000)`,
    [organization],
  );
  expect(await admin('POST', '/v1/policy', globalPolicy)).toEqual({
    status: 409,
    body: { detail: 'An organization has at most 1000 policies' },
  });
});
