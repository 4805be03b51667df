import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import type { OrganizationId } from './organization-id';
import { createExportHandler } from '@/server/listener/export-handler';
import type { ExportRoute } from '@/server/export/export-route';
import { createRestHandler } from '@/server/listener/rest-handler';
import { publicRouter } from '@/server/app-router';
import { REMOTE_ADDRESS_HEADER } from '@/server/platform/http/mount';
import { createDashboardHandler } from '@/server/listener/dashboard-handler';
import { createFeedHandler } from '@/server/listener/feed-handler';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organization: OrganizationId;
let handle: ReturnType<typeof createRestHandler>;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  handle = createRestHandler(publicRouter, deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  // Beyond what the throttle and the notes of other tests remember.
  deps.clock.advance(7_200_000);
  organization = await makeOrganization(deps);
});

const anExport: ExportRoute = {
  path: '/images.csv',
  name: 'images',
  permission: 'inventory:read',
  columns: [],
  records: () => {
    throw new Error('no key that ended gets this far');
  },
};

const scan = (image: string) => ({
  AppConfig: { 'project-name': 'shop' },
  Matches: [],
  EventSource: { Type: 'ImageScheme', ImageName: image, ImageDigest: '' },
});

async function call(key: string, method: string, path: string, body?: object, from = '192.0.2.7') {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  const request = new Request(`http://127.0.0.1/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await handle(request, { path, remoteAddress: from })).status;
}

const keysOf = (of: OrganizationId = organization, days?: number) =>
  callAs(deps, of, 'admin').refusedUpload.keys({ days });

describe('a key that no longer holds', () => {
  test('leaves a trace for admins: which, why, from where, since when and how often', async () => {
    const { id, key } = await makeApiKey(deps, organization, 'scanner');
    const admin = await new RestClient(deps).as(organization, 'admin');
    expect(await admin('PATCH', `/api_key/${id}`)).toMatchObject({ status: 201 });
    const firstDate = deps.clock.now().toISOString();
    expect(await call(key, 'GET', '/v2/policy')).toBe(401);
    await vi.waitFor(async () => expect((await keysOf()).total).toBe(1));
    // Within the minute nothing is written; what came is counted with the next.
    expect(await call(key, 'GET', '/certificate')).toBe(401);
    expect(await call(key, 'PUT', '/v2/scan', scan('a:1'))).toBe(401);
    deps.clock.advance(60_000);
    expect(await call(key, 'PUT', '/v2/scan', scan('a:1'))).toBe(401);
    const lastDate = deps.clock.now().toISOString();
    await vi.waitFor(async () =>
      expect(await keysOf()).toEqual({
        total: 1,
        items: [
          {
            ...{ apiKeyId: id, keyName: 'CI', reason: 'rotated', network: '192.0.2.7' },
            ...{ firstDate, lastDate, count: 4, path: '/v2/scan' },
          },
        ],
      }),
    );
    const stored = await deps.db.query('SELECT * FROM refused_key WHERE api_key_id = $1', [id]);
    expect(JSON.stringify(stored)).not.toContain(key.slice(-43));
  });

  test('is not kept with a path that holds a key', async () => {
    const { id, key } = await makeApiKey(deps, organization, 'scanner');
    const admin = await new RestClient(deps).as(organization, 'admin');
    await admin('DELETE', `/api_key/${id}`);
    const path = `/endoflife/${key}.json`;
    expect(await call(key, 'GET', path)).toBe(401);
    await vi.waitFor(async () => expect((await keysOf()).total).toBe(1));
    const stored = await deps.db.query('SELECT * FROM refused_key WHERE api_key_id = $1', [id]);
    expect(stored).toMatchObject([{ path: `/endoflife/${key.slice(0, 12)}….json` }]);
  });

  test('is told apart by why it ended, and by network', async () => {
    const expiresAt = new Date(deps.clock.now().getTime() + 1_000);
    const expired = await makeApiKey(deps, organization, 'scanner', expiresAt);
    const revoked = await makeApiKey(deps, organization, 'scanner');
    const admin = await new RestClient(deps).as(organization, 'admin');
    await admin('DELETE', `/api_key/${revoked.id}`);
    deps.clock.advance(1_000);
    await call(expired.key, 'GET', '/v2/policy', undefined, '2001:db8:1:2::a');
    await call(expired.key, 'GET', '/v2/policy', undefined, '2001:db8:1:2::b');
    await call(revoked.key, 'GET', '/v1/policy');
    await call(revoked.key, 'GET', '/v1/policy', undefined, '192.0.2.8');
    await vi.waitFor(async () => {
      const { items } = await keysOf();
      const told = items.map(({ reason, network }) => `${reason} ${network}`).sort();
      expect(told).toEqual(['expired 2001:db8:1:2::/64', 'revoked 192.0.2.7', 'revoked 192.0.2.8']);
    });
  });

  test('is told to admins of its own organization alone, and for as many days as asked', async () => {
    const { id, key } = await makeApiKey(deps, organization, 'scanner');
    const admin = await new RestClient(deps).as(organization, 'admin');
    await admin('DELETE', `/api_key/${id}`);
    await call(key, 'GET', '/v2/policy');
    await vi.waitFor(async () => expect((await keysOf()).total).toBe(1));
    expect(await keysOf(await makeOrganization(deps))).toEqual({ total: 0, items: [] });
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const caller = callAs(deps, organization, role);
      await expect(caller.refusedUpload.keys({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    deps.clock.advance(8 * 86_400_000);
    expect(await keysOf(organization, 7)).toMatchObject({ total: 0 });
    expect(await keysOf(organization, 30)).toMatchObject({ total: 1 });
  });

  test.each([
    ['an export', '/export/images.csv', () => createExportHandler(deps, [anExport])],
    ['the dashboard', '/api/trpc/image.listForDashboard', () => createDashboardHandler(deps)],
    ['the feed', '/xeol/databases/listing.json', () => createFeedHandler(deps)],
    ['a public path', '/healthz', () => handle],
  ])('leaves its trace at %s too', async (_, path, handlerOf) => {
    const { id, key } = await makeApiKey(deps, organization, 'viewer');
    const admin = await new RestClient(deps).as(organization, 'admin');
    await admin('DELETE', `/api_key/${id}`);
    const headers = { 'x-api-key': key, [REMOTE_ADDRESS_HEADER]: '192.0.2.9' };
    await handlerOf()(new Request(`http://127.0.0.1${path}`, { headers }));
    await vi.waitFor(async () =>
      expect(await keysOf()).toMatchObject({
        total: 1,
        items: [{ apiKeyId: id, reason: 'revoked', network: '192.0.2.9', path }],
      }),
    );
  });

  test('from ever new networks costs no more than sixty notes a minute', async () => {
    const { id, key } = await makeApiKey(deps, organization, 'scanner');
    const admin = await new RestClient(deps).as(organization, 'admin');
    await admin('DELETE', `/api_key/${id}`);
    for (let host = 0; host < 80; host += 1) {
      await call(key, 'GET', '/v2/policy', undefined, `198.51.100.${String(host)}`);
    }
    await vi.waitFor(async () => expect((await keysOf()).total).toBe(60));
    expect((await keysOf()).total).toBe(60);
  });
});

test('a key that nobody made leaves nothing with anybody', async () => {
  const { key } = await makeApiKey(deps, organization, 'scanner');
  const last = key.endsWith('A') ? 'B' : 'A';
  const before = await deps.db.query('SELECT * FROM refused_key');
  expect(await call(generateApiKey().text, 'GET', '/v2/policy')).toBe(401);
  expect(await call(`${key.slice(0, -1)}${last}`, 'GET', '/v2/policy')).toBe(401);
  expect(await call(key, 'GET', '/v2/policy')).toBe(200);
  expect(await deps.db.query('SELECT * FROM refused_key')).toEqual(before);
});

describe('an upload', () => {
  async function uploaded(prepare: (key: string) => Promise<unknown>): Promise<boolean | null> {
    const { key } = await makeApiKey(deps, organization, 'scanner');
    await prepare(key);
    expect(await call(key, 'PUT', '/v2/scan', scan('shop:1'))).toBe(200);
    const caller = callAs(deps, organization, 'viewer');
    const { items } = await caller.image.listForDashboard({});
    const imageTagId = items[0]?.id ?? '';
    const history = await caller.image.scans({ imageTagId });
    const image = await caller.image.get({ imageTagId });
    expect(image.latestScan.policiesRead).toBe(history.items[0]?.policiesRead);
    return image.latestScan.policiesRead;
  }

  test('without reading the policies before is marked, where there are any', async () => {
    expect(await uploaded(async () => {})).toBeNull();
    await makePolicy(deps, organization, { denyDays: 0 });
    expect(await uploaded(async () => {})).toBe(false);
    expect(await uploaded((key) => call(key, 'GET', '/v2/policy'))).toBe(true);
    expect(await uploaded((key) => call(key, 'GET', '/v1/policy'))).toBe(true);
  });

  test('counts what was read from the same network within the hour, in whichever process', async () => {
    await makePolicy(deps, organization, { denyDays: 0 });
    const elsewhere = (key: string) => call(key, 'GET', '/v2/policy', undefined, '203.0.113.9');
    expect(await uploaded(elsewhere)).toBe(false);
    const read = async (key: string, laterMs: number) => {
      await call(key, 'GET', '/v2/policy');
      const stored = () =>
        deps.db.query('SELECT 1 FROM policy_read WHERE organization_id = $1', [organization]);
      await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(0));
      deps.clock.advance(laterMs);
    };
    expect(await uploaded((key) => read(key, 3_600_000))).toBe(true);
    expect(await uploaded((key) => read(key, 3_600_001))).toBe(false);
  });
});
