import { beforeEach, describe, expect, it, vi } from 'vitest';
import { faultsIn, type ApiAnswer, type ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';

const SOURCES = '/own_catalog/sources';
/** Nobody listens there, and the server may not be led into the network around it. */
const URL_INSIDE = 'http://10.0.0.1:1/catalog.yaml';
const KEY = 'evt_a_key_that_is_never_shown';
const NOT_ALLOWED =
  'The source cannot be read: only public hosts are asked, by https at port 443, and what OUTGOING_ALLOW names';

describe.each(mounts)('catalogs of others on the $name mount', (mount) => {
  let tenant: Tenant;
  let admin: ApiClient;
  beforeEach(async () => {
    tenant = await makeTenant();
    admin = clientOf(mount).withKey(tenant.keys.admin);
  });

  const ok = ({ status, json, text }: ApiAnswer, expected = 200): unknown => {
    expect(status, text).toBe(expected);
    expect(text).not.toContain(KEY);
    return json;
  };
  const source = { name: 'Group', url: URL_INSIDE, api_key: KEY, rhythm: 'daily' };
  const created = async (more: object = {}) =>
    ok(await admin.post(SOURCES, { ...source, ...more }), 201) as { id: string };

  it('are set, shown without keys, changed and removed, with a trace of each', async () => {
    const { id } = await created();
    expect(ok(await admin.get(SOURCES))).toMatchObject([
      { id, name: 'Group', url: URL_INSIDE, has_key: true, key_readable: true, products: 0 },
    ]);
    const changed = { name: 'The group', url: URL_INSIDE, rhythm: 'weekly' };
    expect(ok(await admin.put(`${SOURCES}/${id}`, changed))).toMatchObject({
      ...{ name: 'The group', rhythm: 'weekly', has_key: true },
    });
    ok(await admin.post(`${SOURCES}/${id}/read`));
    expect((await admin.delete(`${SOURCES}/${id}`)).status).toBe(204);
    expect(ok(await admin.get(SOURCES))).toEqual([]);
    const trail = await admin.get('/audit_events', { query: { action: 'catalog_source' } });
    const { items } = ok(trail) as { items: { action: string; after: object }[] };
    expect(items.map(({ action }) => action)).toEqual([
      ...['catalog_source.delete', 'catalog_source.request_reading'],
      ...['catalog_source.update', 'catalog_source.create'],
    ]);
    expect(items.at(-1)?.after).toEqual({
      ...{ name: 'Group', url: URL_INSIDE, rhythm: 'daily', key: 'entered' },
    });
  });

  it('are not read inside the network, and say so', async () => {
    const preview = await admin.post(`${SOURCES}/preview`, { url: URL_INSIDE, api_key: KEY });
    expect(ok(preview)).toEqual({ fault: NOT_ALLOWED, changes: [], same: 0, conflicts: [] });
    await created();
    await vi.waitFor(
      async () => {
        expect(ok(await admin.get(SOURCES))).toMatchObject([
          { failing: true, last_fault: NOT_ALLOWED, last_success_at: null },
        ]);
      },
      { timeout: 20_000, interval: 250 },
    );
  }, 30_000);

  it('tell all that is wrong with what is sent, and repeat no key', async () => {
    const wrong = await admin.post(SOURCES, {
      ...{ name: ' ', url: `https://a:${KEY}@example.com`, api_key: `${KEY} ${KEY}`, rhythm: 'x' },
    });
    expect(faultsIn(wrong)).toEqual([
      'enum at body.rhythm',
      'string_too_short at body.name',
      'value_error at body.api_key',
      'value_error at body.url',
    ]);
    expect(wrong.text).not.toContain(KEY);
    const { id } = await created();
    const elsewhere = { name: 'Group', url: 'https://example.com/', rhythm: 'daily' };
    for (const answer of [
      await admin.put(`${SOURCES}/${id}`, elsewhere),
      await admin.post(`${SOURCES}/preview`, { id, url: elsewhere.url }),
    ]) {
      expect(faultsIn(answer)).toEqual(['missing at body.api_key']);
    }
    expect((await admin.post(SOURCES, source)).status).toBe(409);
  });

  it('are for admins, and of one organization', async () => {
    const { id } = await created();
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const client = clientOf(mount).withKey(tenant.keys[role]);
      expect((await client.get(SOURCES)).status).toBe(403);
      expect((await client.post(`${SOURCES}/${id}/read`)).status).toBe(403);
    }
    const other = await makeTenant();
    const stranger = clientOf(mount).withKey(other.keys.admin);
    expect(ok(await stranger.get(SOURCES))).toEqual([]);
    expect((await stranger.delete(`${SOURCES}/${id}`)).status).toBe(404);
    expect((await stranger.post(`${SOURCES}/preview`, { id, url: URL_INSIDE })).status).toBe(404);
  });
});
