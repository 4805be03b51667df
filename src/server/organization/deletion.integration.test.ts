import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { makeCertificate } from '@/test/certificates';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { deleteOrganization } from './service';

let deps: TestDeps;
let rest: RestClient;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());

const software = [{ product: 'Redis', eol: '2020-01-01', packages: ['redis@1'] }];

/** Makes an organization with a record of nearly every kind that one can own. */
async function furnish(): Promise<OrganizationId> {
  const organizationId = await makeOrganization(deps);
  const admin = await rest.as(organizationId, 'admin');
  await scanImage(deps, organizationId, { image: 'a', software, packages: ['curl@8'] });
  await scanImage(deps, organizationId, { image: 'a', software: [] });
  await scanImage(deps, organizationId, { image: 'b', software, project: 'other' });
  await admin('POST', '/certificate/upsert', { certificate: await makeCertificate() });
  await admin('POST', `/idp/${organizationId}/invitations`, {
    email: `new-${organizationId}@example.com`,
    role: 'viewer',
  });
  return organizationId;
}

/** Counts the rows that each table holds of an organization; tables without any are left out. */
async function rowsOf(organizationId: OrganizationId): Promise<Record<string, number>> {
  const tables = await deps.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE column_name = 'organization_id' AND table_schema = 'public' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE organization_id = $1`,
      [organizationId],
    );
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

test('removes everything, touches nothing else, and leaves one row behind', async () => {
  const [gone, kept] = [await furnish(), await furnish()];
  const before = await rowsOf(kept);
  for (const table of ['api_key_secret', 'finding_interval', 'inventory', 'invitation', 'scan']) {
    expect(before).toHaveProperty(table);
  }
  const actor = await makeActor(deps, gone);
  await deleteOrganization(deps, actor);
  expect(await rowsOf(gone)).toEqual({});
  expect(await rowsOf(kept)).toEqual(before);
  expect(
    await deps.db.query('SELECT * FROM installation_audit_event WHERE subject_id = $1', [gone]),
  ).toMatchObject([
    {
      action: 'organization.delete',
      actor_kind: 'person',
      actor_id: actor.id,
      remote_address: '192.0.2.1',
      request_id: 'test-request',
      detail: { id: gone, name: 'Acme', idp_id: gone },
    },
  ]);
  await expect(deleteOrganization(deps, actor)).rejects.toMatchObject({ code: 'not_found' });
});

test('moves sessions to where their people still belong', async () => {
  const [gone, other] = [await makeOrganization(deps), await makeOrganization(deps)];
  const membership = { organizationId: gone, role: 'admin' } as const;
  const [alone, both] = [
    await signedIn(deps, rest, membership),
    await signedIn(deps, rest, membership),
  ];
  await deps.db.query(
    `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
    [other, both.id],
  );
  expect(await both.rest('DELETE', `/organizations/${gone}`)).toMatchObject({ status: 204 });
  expect(await both.caller()).toMatchObject({ active: { organizationId: other, role: 'viewer' } });
  expect(await alone.caller()).toMatchObject({ id: alone.id, active: null });
  expect(await both.rest('GET', '/software')).toMatchObject({ status: 200 });
});

test('waits for uploads that are under way, and none of them leaves anything', async () => {
  for (let round = 0; round < 3; round += 1) {
    const organizationId = await furnish();
    const actor = await makeActor(deps, organizationId);
    const uploads = ['a', 'b', 'c', 'd'].map((image) =>
      scanImage(deps, organizationId, { image, software, project: `project of ${image}` }),
    );
    const [deletion, ...uploaded] = await Promise.allSettled([
      deleteOrganization(deps, actor),
      ...uploads,
    ]);
    expect(deletion.status).toBe('fulfilled');
    for (const upload of uploaded) {
      if (upload.status === 'rejected') {
        expect(upload.reason).toMatchObject({ code: 'not_found' });
      }
    }
    expect(await rowsOf(organizationId)).toEqual({});
  }
});

test('a change that comes too late is told that there is no such organization', async () => {
  const organizationId = await makeOrganization(deps);
  const actor = await makeActor(deps, organizationId);
  await deleteOrganization(deps, actor);
  const late = rest.as(organizationId, 'admin');
  await expect(late).rejects.toMatchObject({ code: 'not_found' });
  await expect(makeApiKey(deps, organizationId)).rejects.toMatchObject({ code: 'not_found' });
});
