import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import { ticketChannel } from '@/test/ticket-channel';
import { SERVICES, startTicketService } from '@/test/ticket-service';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

interface Channel {
  readonly id: string;
  readonly secret: string;
  readonly state: string;
  readonly signing: { readonly previous: object | null };
}
interface Delivery {
  readonly message_id: string;
  readonly state: string;
  readonly made: { readonly status: number | null; readonly answer: string }[];
}

describe.each(mounts)('channels on the $name mount', (mount) => {
  let tenant: Tenant;
  let admin: ApiClient;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    tenant = await makeTenant();
    admin = clientOf(mount).withKey(tenant.keys.admin);
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  const ok = <T>({ status, json, text }: ApiAnswer, expected = 200): T => {
    expect(status, text).toBe(expected);
    return json as T;
  };
  const draft = (more: object = {}) => ({
    ...{ kind: 'webhook', name: unique('channel') },
    settings: { url: receiver.url },
    ...more,
  });
  const add = async (more: object = {}) =>
    ok<Channel>(await admin.post('/channels', draft(more)), 201);
  const leadDenials = async (client: ApiClient, id: string) => {
    const rule = { name: unique('rule'), kinds: ['build.denied'], tempo: 'at_once' };
    ok(await client.post('/message_rules', { ...rule, channel_ids: [id] }), 201);
  };

  it('are added with a secret that is shown once, listed, changed and removed', async () => {
    const body = draft();
    const { secret, ...channel } = ok<Channel>(await admin.post('/channels', body), 201);
    expect(secret).toMatch(/^whsec_/);
    expect(channel).toMatchObject({ ...body, state: 'active', failing_since: null });
    const listed = await admin.get('/channels');
    expect(listed.json).toContainEqual(channel);
    expect(listed.text).not.toContain(secret);
    const changed = ok<Channel>(await admin.patch(`/channels/${channel.id}`, { name: 'Other' }));
    expect(changed).toMatchObject({
      name: 'Other',
      settings: body.settings,
    });
    expect(ok<Channel>(await admin.get(`/channels/${channel.id}`))).toEqual(changed);
    expect((await admin.delete(`/channels/${channel.id}`)).status).toBe(204);
    expect((await admin.get(`/channels/${channel.id}`)).status).toBe(404);
  });

  it('that are mail channels have addresses, and no secret', async () => {
    const settings = { addresses: ['Ada@example.com', 'ada@example.com', 'eve@example.com'] };
    const channel = await add({ kind: 'mail', settings });
    expect(channel).toMatchObject({
      settings: { addresses: ['ada@example.com', 'eve@example.com'] },
      ...{ secret: null, signing: null },
    });
    expect((await admin.post(`/channels/${channel.id}/keys`)).status).toBe(409);
    expect((await admin.delete(`/channels/${channel.id}/keys/previous`)).status).toBe(409);
  });

  it.each(SERVICES)('of %s keep tickets, and their token is never shown', async (service) => {
    const kept = await startTicketService(service);
    const body = ticketChannel(service, kept.url);
    const made = await admin.post('/channels', { ...body, name: unique('tickets') });
    const { id } = ok<Channel>(made, 201);
    expect(made.text).not.toContain('"token"');
    const tested = ok<Delivery>(await admin.post(`/channels/${id}/test`));
    expect(tested).toMatchObject({ state: 'delivered' });
    expect(tested.made[0]?.answer).toMatch(/^Found the/);
    expect(kept.tickets).toEqual([]);
    const elsewhere = { settings: { ...body.settings, url: 'https://other.example' } };
    expect((await admin.patch(`/channels/${id}`, elsewhere)).status).toBe(422);
    const query = { product_name: 'Debian', cycle: '10' };
    expect(ok(await admin.get('/tickets', { query }))).toEqual([]);
    await admin.delete(`/channels/${id}`);
    await kept.close();
  });

  it.each(['slack', 'teams', 'mattermost'])(
    'of the kind %s have an address that is never shown',
    async (kind) => {
      const credentials = { url: `${receiver.url}/T0/hidden` };
      const channel = await add({ kind, credentials, settings: undefined });
      const { id, ...shown } = channel;
      expect(shown).toMatchObject({ kind, settings: { host: new URL(receiver.url).host } });
      receiver.answer(200);
      const told = await admin.post(`/channels/${id}/test`);
      expect(ok<Delivery>(told).state).toBe('delivered');
      expect(receiver.requests.at(-1)?.path).toBe('/hook/T0/hidden');
      const texts = [JSON.stringify(channel), told.text, (await admin.get('/channels')).text];
      for (const text of [...texts, (await admin.get('/audit_events')).text]) {
        expect(text).not.toContain('hidden');
      }
      const moved = await admin.patch(`/channels/${id}`, { credentials: { url: 'nowhere' } });
      expect(moved.status).toBe(422);
      expect(faultsIn(moved)).toEqual(['value_error at body.credentials.url']);
      const set = await admin.patch(`/channels/${id}`, { settings: { host: 'evil.example' } });
      expect(faultsIn(set)).toEqual(['value_error at body.settings']);
    },
  );

  it('of PagerDuty have a key that is never shown', async () => {
    const [key, settings] = ['a1'.repeat(16), { url: receiver.url }];
    const channel = await add({
      ...{ kind: 'pagerduty', credentials: { routing_key: key }, settings },
    });
    expect(channel).toMatchObject({ settings, secret: null });
    receiver.answer(202);
    const told = await admin.post(`/channels/${channel.id}/test`);
    expect(ok<Delivery>(told).state).toBe('delivered');
    expect(receiver.requests.at(-1)?.body).toContain(key);
    expect(JSON.stringify(channel) + told.text).not.toContain(key);
  });

  it.each([
    [{ kind: 'slack' }, 'body.credentials'],
    [{ kind: 'teams', credentials: { url: 'ftp://x' } }, 'body.credentials.url'],
    [{ kind: 'pagerduty', credentials: { routing_key: 'x' } }, 'body.credentials.routing_key'],
    [{ kind: 'pigeon' }, 'body.kind'],
    [{ name: ' ' }, 'body.name'],
    [{ settings: { url: 'ftp://example.com/' } }, 'body.settings.url'],
    [{ settings: { url: 'https://user:pass@example.com/' } }, 'body.settings.url'],
    [{ settings: {} }, 'body.settings.url'],
    [{ kind: 'mail', settings: { addresses: [] } }, 'body.settings.addresses'],
    [{ kind: 'mail', settings: { addresses: ['ada'] } }, 'body.settings.addresses.0'],
  ])('are refused where they are wrong: %j', async (more, place) => {
    const answer = await admin.post('/channels', draft(more));
    expect(answer.status, answer.text).toBe(422);
    expect(faultsIn(answer).join('\n')).toMatch(
      new RegExp(` at ${place.replaceAll('.', '[.]')}$`, 'm'),
    );
  });

  it('keep the settings that their kind has', async () => {
    const { id } = await add();
    const answer = await admin.patch(`/channels/${id}`, {
      settings: { addresses: ['a@b.example'] },
    });
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)).toEqual(['missing at body.settings.url']);
  });

  it('are tested at once, and say what was answered', async () => {
    const { id, secret } = await add();
    receiver.answer((response) => response.writeHead(200).end('fine'));
    const before = receiver.requests.length;
    const told = ok<Delivery>(await admin.post(`/channels/${id}/test`));
    expect(told).toMatchObject({ state: 'delivered', made: [{ status: 200, answer: 'fine' }] });
    const [request] = receiver.requests.slice(before);
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
      type: 'test',
    });
    expect(headers['webhook-id']).toBe(told.message_id);
  });

  it('pause, resume, and replay what came meanwhile', async () => {
    const { id } = await add();
    expect(ok<Channel>(await admin.post(`/channels/${id}/pause`)).state).toBe('disabled');
    const told = ok<Delivery>(await admin.post(`/channels/${id}/test`));
    const delivery = `/channels/${id}/deliveries/${told.message_id}`;
    expect((await admin.post(`${delivery}/replay`)).status).toBe(409);
    expect(ok<Channel>(await admin.post(`/channels/${id}/resume`)).state).toBe('active');
    const count = receiver.requests.length;
    expect(ok<Delivery>(await admin.post(`${delivery}/replay`))).toMatchObject({
      state: expect.stringMatching(/^(?:pending|delivered)$/),
    });
    await receiver.received(count + 1);
    await expect
      .poll(async () => ok<Delivery>(await admin.get(delivery)).state, { timeout: 10_000 })
      .toBe('delivered');
    expect(receiver.requests.at(-1)?.headers['webhook-id']).toBe(told.message_id);
  });

  it('rotate their keys, and end the ones before', async () => {
    const { id, secret } = await add();
    const rotated = ok<Channel>(await admin.post(`/channels/${id}/keys`, { grace_hours: 1 }), 201);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.signing.previous).not.toBeNull();
    const ended = ok<Channel>(await admin.delete(`/channels/${id}/keys/previous`));
    expect(ended.signing.previous).toBeNull();
    const answer = await admin.post(`/channels/${id}/keys`, { grace_hours: 169 });
    expect(answer.status).toBe(422);
  });

  it('hear that a build was denied, of their own organization alone, and list it', async () => {
    const other = await makeTenant();
    const strangers = clientOf(mount).withKey(other.keys.admin);
    const theirs = ok<Channel>(await strangers.post('/channels', draft()), 201);
    await leadDenials(strangers, theirs.id);
    const { id } = await add();
    await leadDenials(admin, id);
    const image = unique('image');
    const policy = { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 };
    ok(await admin.post('/v1/policy', policy), 201);
    receiver.answer(204);
    const count = receiver.requests.length;
    const scan = () =>
      admin.put(
        '/v2/scan',
        imageScan({
          project: unique('project'),
          image,
          matches: [{ product: 'Redis', cycle: '6' }],
        }),
      );
    expect(ok<{ policy: { action: string } }>(await scan()).policy.action).toBe('DENY');
    await receiver.received(count + 1);
    const listed = await admin.get(`/channels/${id}/deliveries`);
    expect(listed.json).toMatchObject({ total: 1, items: [{ kind: 'build.denied' }] });
    expect(
      (await admin.get(`/channels/${id}/deliveries`, { query: { state: 'failed' } })).json,
    ).toMatchObject({
      ...{ total: 0, items: [] },
    });
    const bodies = receiver.requests.slice(count).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes(image)).length).toBeGreaterThanOrEqual(1);
    expect((await strangers.get(`/channels/${id}/deliveries`)).status).toBe(404);
  });
});
