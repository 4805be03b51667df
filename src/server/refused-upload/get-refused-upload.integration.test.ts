import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordRefusedUpload } from './service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let deps: TestDeps;
let organization: OrganizationId;
let id: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  const faults = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
    loc: ['body', 'Matches', 0, name],
    msg: 'Field required',
    type: 'missing',
  }));
  await recordRefusedUpload(deps, await makeActor(deps, organization), {
    path: '/v2/scan',
    remoteAddress: '192.0.2.1',
    requestId: 'r1',
    status: 422,
    detail: faults,
  });
  const { items } = await callAs(deps, organization, 'admin').refusedUpload.list({});
  id = items[0]?.id ?? '';
});
afterAll(() => deps.db.close());

test('gives every fault that was kept', async () => {
  const found = await callAs(deps, organization, 'admin').refusedUpload.get({ id });
  expect(found).toMatchObject({ id, status: 422, path: '/v2/scan', faults: { length: 6 } });
  expect(found.faults[5]).toEqual({ where: 'Matches.0.f', message: 'Field required' });
});

test('to admins of the organization alone', async () => {
  const stranger = callAs(deps, await makeOrganization(deps), 'admin');
  await expect(stranger.refusedUpload.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const admin = callAs(deps, organization, 'admin');
  await expect(admin.refusedUpload.get({ id: uuidv7() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  for (const role of ['scanner', 'viewer', 'member'] as const) {
    const caller = callAs(deps, organization, role);
    await expect(caller.refusedUpload.get({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
