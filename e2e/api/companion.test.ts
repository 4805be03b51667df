import { beforeEach, describe, expect, it, vi } from 'vitest';
import { faultsIn, type ApiAnswer, type ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';

const COMPANION = '/settings/dependency_track/companion';
/** Nobody listens there, and the server may not be led into the network around it. */
const URL_INSIDE = 'http://10.0.0.1:1';
const KEY = 'odt_a_key_that_is_never_shown';
const NOT_ALLOWED =
  'Only public hosts are asked, by https at port 443, and what OUTGOING_ALLOW names';

describe.each(mounts)('the companion on the $name mount', (mount) => {
  let tenant: Tenant;
  let admin: ApiClient;
  beforeEach(async () => {
    tenant = await makeTenant();
    admin = clientOf(mount).withKey(tenant.keys.admin);
  });

  const ok = ({ status, json, text }: ApiAnswer): unknown => {
    expect(status, text).toBe(200);
    expect(text).not.toContain(KEY);
    return json;
  };
  const set = (values: object = {}) =>
    admin.put(COMPANION, { url: URL_INSIDE, api_key: KEY, ...values });

  it('is none at first', async () => {
    const answers = [
      await admin.get(COMPANION),
      await admin.delete(COMPANION),
      await admin.post(`${COMPANION}/pull`),
      await admin.get(`${COMPANION}/projects`),
      await admin.post(`${COMPANION}/test`, {}),
    ];
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([404, { detail: 'Companion not found' }]);
    }
  });

  it('is set, shown without its key, changed and removed, with a trace of each', async () => {
    const shown = { url: URL_INSIDE, key_readable: true, interval_hours: 6, server_version: null };
    expect(ok(await set({ url: `${URL_INSIDE}/api/` }))).toMatchObject({
      ...shown,
      last_pull: null,
    });
    expect(ok(await admin.get(COMPANION))).toMatchObject(shown);
    const changed = await admin.put(COMPANION, { url: URL_INSIDE, interval_hours: 24 });
    expect(ok(changed)).toMatchObject({ ...shown, interval_hours: 24 });
    ok(await admin.put(COMPANION, { url: URL_INSIDE, interval_hours: 24 }));
    ok(await admin.post(`${COMPANION}/pull`));
    expect((await admin.delete(COMPANION)).status).toBe(204);
    expect((await admin.get(COMPANION)).status).toBe(404);
    const trail = await admin.get('/audit_events', { query: { action: 'companion' } });
    const events = ok(trail) as { items: { action: string; before: object; after: object }[] };
    expect(events.items.map(({ action }) => action)).toEqual([
      ...['companion.delete', 'companion.request_pull', 'companion.update', 'companion.create'],
    ]);
    expect(events.items.at(-1)?.after).toEqual({
      url: URL_INSIDE,
      interval_hours: 6,
      key: 'entered',
    });
    expect(events.items[2]).toMatchObject({
      ...{ before: { url: URL_INSIDE, interval_hours: 6 }, after: { interval_hours: 24 } },
    });
  });

  it('asks for the key again when the address changes', async () => {
    expect(faultsIn(await admin.put(COMPANION, { url: URL_INSIDE }))).toEqual([
      'missing at body.api_key',
    ]);
    ok(await set());
    const other = { url: 'http://127.0.0.1:2' };
    expect(faultsIn(await admin.put(COMPANION, other))).toEqual(['missing at body.api_key']);
    expect(faultsIn(await admin.post(`${COMPANION}/test`, other))).toEqual([
      'missing at body.api_key',
    ]);
    expect(ok(await admin.get(COMPANION))).toMatchObject({ url: URL_INSIDE });
  });

  it('tells all that is wrong with what is sent, and repeats no key', async () => {
    const wrong = await admin.put(COMPANION, {
      ...{ url: `https://user:${KEY}@example.com`, api_key: `${KEY}\n${KEY}`, interval_hours: 0 },
    });
    expect(faultsIn(wrong)).toEqual([
      'greater_than_equal at body.interval_hours',
      'value_error at body.api_key',
      'value_error at body.url',
    ]);
    expect(wrong.text).not.toContain(KEY);
    const types = await admin.put(COMPANION, {
      url: 1,
      api_key: 'x'.repeat(513),
      interval_hours: 1e9,
    });
    expect(faultsIn(types)).toEqual([
      'less_than_equal at body.interval_hours',
      'string_too_long at body.api_key',
      'string_type at body.url',
    ]);
    const query = { state: 'unknown', size: 0 };
    expect(faultsIn(await admin.get(`${COMPANION}/projects`, { query }))).toEqual([
      'enum at query.state',
      'greater_than_equal at query.size',
    ]);
  });

  it('is not led into the network of the server, and says so', async () => {
    const tried = await admin.post(`${COMPANION}/test`, { url: URL_INSIDE, api_key: KEY });
    const refused = { reachable: false, server_version: null, projects: null, fault: NOT_ALLOWED };
    expect(ok(tried)).toEqual(refused);
    ok(await set());
    expect(ok(await admin.post(`${COMPANION}/test`, {}))).toEqual(refused);
    await vi.waitFor(
      async () => {
        expect(ok(await admin.get(COMPANION))).toMatchObject({
          ...{ running_since: null, last_pull: { outcome: 'failed', fault: NOT_ALLOWED } },
        });
      },
      { timeout: 20_000, interval: 250 },
    );
    expect(ok(await admin.get(`${COMPANION}/projects`))).toMatchObject({ items: [], total: 0 });
  }, 30_000);

  it('is for admins, and of one organization', async () => {
    ok(await set());
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const client = clientOf(mount).withKey(tenant.keys[role]);
      expect((await client.get(COMPANION)).status).toBe(403);
      expect((await client.post(`${COMPANION}/test`, {})).status).toBe(403);
    }
    const stranger = clientOf(mount).withKey((await makeTenant()).keys.admin);
    expect((await stranger.get(COMPANION)).status).toBe(404);
    expect((await stranger.delete(COMPANION)).status).toBe(404);
    expect((await admin.get(COMPANION)).status).toBe(200);
  });
});
