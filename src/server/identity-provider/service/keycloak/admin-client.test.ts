import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { startRegistryServer, type RegistryServer, type Route } from '@/test/registry-server';
import { createAdminClient, type AdminClient } from './admin-client';

const TOKEN_PATH = '/realms/a%20realm/protocol/openid-connect/token';
const BASE = '/admin/realms/a%20realm';
const SECRET = 'a secret of the service account';

let server: RegistryServer;
let clock: ManualClock;
let log: string;
let tokens: number;
let client: AdminClient;

const status =
  (code: number, body = '{}'): Route =>
  (_request, response: ServerResponse) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(body);
  };

function newClient(timeoutMs?: number): AdminClient {
  const logger = createLogger('trace', { write: (line) => (log += line) });
  const settings = {
    url: server.url,
    realm: 'a realm',
    clientId: 'eventide-directory',
    clientSecret: SECRET,
  };
  return createAdminClient({ settings, clock, logger, fetch, timeoutMs });
}

beforeEach(async () => {
  log = '';
  tokens = 0;
  clock = manualClock('2026-11-21T12:00:00Z');
  server = await startRegistryServer();
  server.routes.set(TOKEN_PATH, (_request, response) => {
    tokens += 1;
    const access_token = `token-${String(tokens)}`;
    response.end(JSON.stringify({ access_token, expires_in: 300 }));
  });
  client = newClient();
});
afterEach(() => server.close());

const get = (path: readonly string[] = ['x'], answers?: readonly number[]) =>
  client({ method: 'GET', path, ...(answers && { answers }) });
const failure = (reason: string, code: number | null = null) => ({
  name: 'KeycloakFailure',
  reason,
  status: code,
});

describe('the token', () => {
  test('is asked for once, however many calls need it, and again shortly before its end', async () => {
    server.routes.set(`${BASE}/x`, { ok: true });
    await Promise.all([get(), get(), get()]);
    clock.advance(269_000);
    await get();
    expect(tokens).toBe(1);
    clock.advance(2000);
    await get();
    expect(tokens).toBe(2);
  });

  test('that is refused before its time is replaced, once for each call', async () => {
    server.routes.set(`${BASE}/x`, (request, response) => {
      const isNew = request.headers.authorization === 'Bearer token-2';
      response.writeHead(isNew ? 200 : 401).end(isNew ? '{"ok":true}' : '');
    });
    expect(await get()).toEqual({ status: 200, body: { ok: true } });
    server.routes.set(`${BASE}/x`, status(401));
    await expect(get()).rejects.toMatchObject(failure('refused', 401));
    expect(tokens).toBe(3);
  });

  test.each([400, 401, 404])(
    'the server refuses with %s is for the operator to see',
    async (code) => {
      server.routes.set(TOKEN_PATH, status(code));
      await expect(get()).rejects.toMatchObject(failure('refused', code));
      expect(log).toContain('KEYCLOAK_CLIENT_ID');
      // The next call asks again.
      server.routes.set(TOKEN_PATH, { access_token: 'good', expires_in: 300 });
      server.routes.set(`${BASE}/x`, { ok: true });
      expect(await get()).toMatchObject({ status: 200 });
    },
  );

  test('of which the server says nothing is a failure', async () => {
    server.routes.set(TOKEN_PATH, { token_type: 'Bearer' });
    await expect(get()).rejects.toMatchObject(failure('unreadable'));
  });
});

describe('a call', () => {
  test('encodes what it is given, in the path and beyond', async () => {
    const call = { method: 'GET', path: ['a/b', '?c#d', 'é'], query: { q: 'x&y=z' } } as const;
    await expect(client(call)).rejects.toMatchObject(failure('status', 404));
    expect(server.asked.at(-1)).toBe(`${BASE}/a%2Fb/%3Fc%23d/%C3%A9?q=x%26y%3Dz`);
  });

  test('gets the statuses that it takes for answers', async () => {
    expect(await get(['none'], [404])).toMatchObject({ status: 404 });
    server.routes.set(`${BASE}/x`, status(204, ''));
    expect(await get()).toEqual({ status: 204, body: null });
  });

  test.each([
    ['refused', 403, '{}'],
    ['status', 500, '<html>a proxy speaks</html>'],
    ['status', 503, ''],
    ['unreadable', 200, '<html>'],
    ['unreadable', 200, `"${'x'.repeat(5 * 1024 * 1024)}"`],
  ])('is %s by %s', async (reason, code, body) => {
    server.routes.set(`${BASE}/x`, status(code, body));
    await expect(get()).rejects.toMatchObject(failure(reason, code));
    expect(log).not.toContain('proxy speaks');
  });

  test('is not led elsewhere', async () => {
    const elsewhere = await startRegistryServer();
    server.routes.set(`${BASE}/x`, (_request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/x` }).end();
    });
    await expect(get()).rejects.toMatchObject(failure('unreachable'));
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test('that gets no answer ends in time, also in the middle of one', async () => {
    client = newClient(200);
    server.routes.set(`${BASE}/silent`, () => undefined);
    server.routes.set(`${BASE}/half`, (_request, response) => void response.write('{"a":'));
    await expect(get(['silent'])).rejects.toMatchObject(failure('timeout'));
    await expect(get(['half'])).rejects.toMatchObject(failure('timeout'));
  });

  test('of a server that is not there fails, and says nothing secret', async () => {
    await server.close();
    await expect(get()).rejects.toMatchObject(failure('unreachable'));
    expect(log).toContain('"reason":"unreachable"');
    expect(log).not.toMatch(/a secret|127\.0\.0\.1|token-/);
  });
});
