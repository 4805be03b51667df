import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordRefusedUpload } from './service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let deps: TestDeps;
let organization: OrganizationId;

const missing = (name: string) => ({
  loc: ['body', 'Matches', 0, name],
  msg: 'Field required',
  type: 'missing',
});

async function refuse(at: string, detail: Parameters<typeof recordRefusedUpload>[2]['detail']) {
  deps.clock.set(at);
  const actor = await makeActor(deps, organization);
  const where = { path: '/v2/scan', remoteAddress: '192.0.2.1', requestId: at, status: 422 };
  await recordRefusedUpload(deps, actor, { ...where, detail });
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  await refuse('2026-11-14T23:59:59Z', 'Request body is larger than 10 bytes');
  await refuse('2026-11-15T00:00:00Z', ['a', 'b', 'c', 'd', 'e', 'f'].map(missing));
  await refuse('2026-11-21T12:00:00Z', [{ loc: ['body'], msg: 'JSON decode error', type: 'x' }]);
});
afterAll(() => deps.db.close());

test('lists what was refused, newest first, with the first faults in words', async () => {
  const { items, total } = await callAs(deps, organization, 'admin').refusedUpload.list({});
  expect(total).toBe(3);
  expect(items).toMatchObject([
    { refusedDate: '2026-11-21T12:00:00.000Z', status: 422, callerName: 'Ada Lovelace' },
    { faultCount: 6, faults: { length: 5 } },
    { faultCount: 1, faults: [{ where: '', message: 'Request body is larger than 10 bytes' }] },
  ]);
  expect(items[0]?.faults).toEqual([{ where: '', message: 'JSON decode error' }]);
  expect(items[1]?.faults[0]).toEqual({ where: 'Matches.0.a', message: 'Field required' });
});

test('of the last days alone, today included, page by page', async () => {
  const admin = callAs(deps, organization, 'admin');
  expect(await admin.refusedUpload.list({ days: 7 })).toMatchObject({ total: 2 });
  expect(await admin.refusedUpload.list({ days: 1 })).toMatchObject({ total: 1 });
  const past = await admin.refusedUpload.list({ days: 7, page: 2, size: 2 });
  expect(past).toMatchObject({ total: 2, items: [] });
});

test('only admins see it, and only their own organization’s', async () => {
  const other = callAs(deps, await makeOrganization(deps), 'admin');
  expect(await other.refusedUpload.list({})).toMatchObject({ total: 0 });
  for (const role of ['scanner', 'viewer', 'member'] as const) {
    const caller = callAs(deps, organization, role);
    await expect(caller.refusedUpload.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
