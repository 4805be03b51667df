import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OTHER_ORGANIZATION_MESSAGE, SHOWN_ORGANIZATION_HEADER } from '@/domain/organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { insertMembership } from '@/server/organization/repository';
import { REMOTE_ADDRESS_HEADER } from '@/server/platform/http/mount';
import { makeApiKey, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { recordStatements } from '@/test/recordings';
import { testDeps, type TestDeps } from '@/test/deps';
import { createDashboardHandler } from './dashboard-handler';

const HOST = 'http://127.0.0.1:3000';

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;
let handle: (request: Request) => Promise<Response>;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  organizationId = await makeOrganization(deps);
  handle = createDashboardHandler(deps);
});

type Headers = Readonly<Record<string, string>>;

const query = (path: string, headers: Headers = {}) =>
  handle(new Request(`${HOST}/api/trpc/${path}`, { headers }));

const mutate = (path: string, input: object, headers: Headers = {}) =>
  handle(
    new Request(`${HOST}/api/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    }),
  );

async function cookieOf(role: 'viewer' | 'member' | 'admin') {
  const person = await makePerson(deps, { organizationId, role });
  return (await makeSession(deps, person.id)).cookie;
}

const NEW_KEY = { body: { name: 'CI', role: 'scanner' } };

describe("the dashboard's endpoint", () => {
  it('answers a person with what is theirs, and nobody else', async () => {
    const cookie = await cookieOf('viewer');
    const answer = await query('session.current', { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      result: {
        data: {
          person: { name: 'Ada Lovelace' },
          active: { organizationId, organizationName: 'Acme', role: 'viewer' },
        },
      },
    });
    const { key } = await makeApiKey(deps, organizationId);
    expect((await query('session.current', { 'x-api-key': key })).status).toBe(403);
    const anonymous = await query('session.current');
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('takes a change made with a cookie from its own pages alone', async () => {
    const cookie = await cookieOf('admin');
    const attempts: [Headers, number][] = [
      [{ cookie, origin: HOST, host: '127.0.0.1:3000' }, 200],
      [{ cookie, origin: 'http://localhost:3000' }, 200],
      [{ cookie, 'sec-fetch-site': 'same-origin' }, 200],
      [{ cookie, origin: 'https://evil.example' }, 403],
      [{ cookie, origin: 'null' }, 403],
      [{ cookie, 'sec-fetch-site': 'cross-site' }, 403],
      [{ cookie }, 403],
    ];
    for (const [headers, status] of attempts) {
      expect((await mutate('apiKey.create', NEW_KEY, headers)).status).toBe(status);
    }
    const { key } = await makeApiKey(deps, organizationId);
    const byKey = { authorization: `ApiKey ${key}`, origin: 'https://ci.example' };
    expect((await mutate('apiKey.create', NEW_KEY, byKey)).status).toBe(200);
    expect((await query(`apiKey.create?input=${JSON.stringify(NEW_KEY)}`, { cookie })).status).toBe(
      405,
    );
  });

  it('takes no call of a page that shows another organization than the session acts in', async () => {
    const person = await makePerson(deps, { organizationId, role: 'admin' });
    const { cookie } = await makeSession(deps, person.id);
    const other = await makeOrganization(deps, 'Labs');
    await insertMembership(other, db, { userId: person.id, role: 'viewer', joinedAt: new Date(0) });
    const from = (shown: string) => ({
      cookie,
      origin: 'http://localhost:3000',
      [SHOWN_ORGANIZATION_HEADER]: shown,
    });
    expect((await mutate('apiKey.create', NEW_KEY, from(organizationId))).status).toBe(200);
    const { status } = await mutate(
      'session.switchOrganization',
      { organizationId: other },
      from(organizationId),
    );
    expect(status).toBe(200);
    // Not 403 for the role in the other one: that says nothing of what the page shows.
    const refused = await mutate('apiKey.create', NEW_KEY, from(organizationId));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { message: OTHER_ORGANIZATION_MESSAGE, data: { code: 'CONFLICT' } },
    });
    expect((await query('image.labels', from(organizationId))).status).toBe(409);
    expect((await query('image.labels', from(other))).status).toBe(200);
    // A call that names its organization itself, or concerns the session, is what the page is about.
    expect((await query('session.current', from(organizationId))).status).toBe(200);
    const back = { organizationId };
    expect((await mutate('session.switchOrganization', back, from(organizationId))).status).toBe(
      200,
    );
    expect((await mutate('apiKey.create', NEW_KEY, from(organizationId))).status).toBe(200);
  });

  it('lets only admins manage keys', async () => {
    for (const role of ['viewer', 'member'] as const) {
      const headers = { cookie: await cookieOf(role), origin: HOST, host: '127.0.0.1:3000' };
      expect((await query('apiKey.list', headers)).status).toBe(403);
      expect((await mutate('apiKey.create', NEW_KEY, headers)).status).toBe(403);
    }
    const cookie = await cookieOf('admin');
    const own = { cookie, origin: 'http://localhost:3000' };
    const byDefault = await mutate('apiKey.create', {}, own);
    expect(await byDefault.json()).toMatchObject({
      result: { data: { name: 'API key', role: 'member' } },
    });
  });

  it('refuses more than twenty calls at once, and more than a megabyte', async () => {
    const paths = (count: number) =>
      Array.from({ length: count }, () => 'session.current').join(',');
    const cookie = await cookieOf('viewer');
    expect((await query(`${paths(20)}?batch=1&input={}`, { cookie })).status).toBe(200);
    expect((await query(`${paths(21)}?batch=1&input={}`, { cookie })).status).toBe(400);
    const sizes = async (bytes: number, headers: Record<string, string> = {}) =>
      (await mutate('setup.complete', { name: 'x'.repeat(bytes) }, headers)).status;
    expect(await sizes(1_100_000, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(413);
    expect(await sizes(900_000, { cookie, 'sec-fetch-site': 'same-origin' })).not.toBe(413);
    // Nobody knows who it is: a form is all that they may fill in.
    expect(await sizes(20_000)).toBe(413);
    expect(await sizes(15_000)).not.toBe(413);
  });

  it('knows who calls before it reads what they send', async () => {
    let reads = 0;
    const post = async (headers: Record<string, string>, method = 'POST') => {
      reads = 0;
      const pull = () => void (reads += 1);
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
      const asked = new Request(`${HOST}/api/trpc/apiKey.create`, init);
      return (await handle(asked)).status;
    };
    const cookie = await cookieOf('admin');
    const type = { 'content-type': 'application/json' };
    expect([await post({ ...type, cookie, origin: 'https://evil.example' }), reads]).toEqual([
      403, 0,
    ]);
    expect([await post({ ...type, 'content-length': '20000' }), reads]).toEqual([413, 0]);
    expect([await post({ ...type, cookie }, 'PUT'), reads]).toEqual([405, 0]);
  });

  it('answers 429 to an address whose credentials keep failing', async () => {
    const wrong = { 'x-api-key': 'wrong', [REMOTE_ADDRESS_HEADER]: '192.0.2.9' };
    for (let n = 0; n < 100; n += 1)
      expect((await query('session.current', wrong)).status).toBe(401);
    expect((await query('session.current', wrong)).status).toBe(429);
    const cookie = await cookieOf('viewer');
    const right = { cookie, [REMOTE_ADDRESS_HEADER]: '192.0.2.9' };
    expect((await query('session.current', right)).status).toBe(200);
  });

  it('says nothing of an unforeseen error but its request id', async () => {
    const cookie = await cookieOf('admin');
    recordStatements(deps.db, (text) =>
      text.includes('"user_session"') ? Promise.reject(new Error('secret detail')) : null,
    );
    const answer = await query('session.current', { cookie });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).not.toContain('secret detail');
    expect(text).toContain('Internal server error');
    const requestId = answer.headers.get('x-request-id');
    expect(requestId).not.toBeNull();
    expect(deps.logged()).toContain(String(requestId));
    expect(deps.logged()).toContain('secret detail');
  });
});
