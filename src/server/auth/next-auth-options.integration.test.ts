import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announcePublicUrl } from '@/env';
import type { Database } from '@/server/db';
import { hashPassword } from '@/server/user/password';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { makeOrganization, makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { authenticate } from './authenticate';
import { nextAuthOptions } from './next-auth-options';

const PASSWORD = 'correct horse battery staple';

let db: Database;
let passwordHash: string;
let deps: TestDeps;
let person: TestPerson;

beforeAll(async () => {
  db = await testDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  const organizationId = await makeOrganization(deps);
  person = await makePerson(deps, { organizationId, role: 'member' }, passwordHash);
});

/** A browser's cookies by name, with what came along when they were set. */
type Jar = Map<string, { readonly value: string; readonly attributes: string }>;

const cookieHeader = (jar: Jar) =>
  [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');

interface Answer {
  readonly status: number;
  readonly body: { readonly url?: string; readonly csrfToken?: string; readonly user?: unknown };
}

/** Calls one of next-auth's endpoints with and into a jar, by the form of its handler that needs no Next server. */
async function call(jar: Jar, path: string, form?: Record<string, string>): Promise<Answer> {
  announcePublicUrl(deps.env);
  const answer: { status: number; body: unknown } = { status: 200, body: {} };
  const headers = new Map<string, unknown>();
  const response = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: unknown) => headers.set(name, value) && response,
    status: (status: number) => Object.assign(answer, { status }) && response,
    json: (body: unknown) => Object.assign(answer, { body }),
    send: (body: unknown) => Object.assign(answer, { body }),
    end: () => undefined,
  };
  const request = {
    method: form ? 'POST' : 'GET',
    query: { nextauth: path.split('/') },
    cookies: Object.fromEntries([...jar].map(([name, { value }]) => [name, value])),
    headers: {
      cookie: cookieHeader(jar),
      'user-agent': 'Browser/1.0',
      [REMOTE_ADDRESS_HEADER]: '192.0.2.1',
    },
    body: form && { ...form, json: 'true' },
  };
  // Stand-ins with the members that next-auth uses.
  const handler = NextAuth as (q: NextApiRequest, r: NextApiResponse, o: object) => Promise<void>;
  await handler(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    nextAuthOptions(deps),
  );
  // Set by next-auth as an array of whole cookies.
  keep(jar, (headers.get('Set-Cookie') ?? []) as string[]);
  return answer as Answer; // the endpoints called here answer with these fields
}

function keep(jar: Jar, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, { value: decodeURIComponent(value), attributes });
  }
}

async function signIn(jar: Jar, form: Record<string, string> = {}): Promise<Answer> {
  const { body } = await call(jar, 'csrf');
  return call(jar, 'callback/credentials', {
    csrfToken: body.csrfToken ?? '',
    email: person.email,
    password: PASSWORD,
    ...form,
  });
}

const callerIn = (jar: Jar) => authenticate(new Headers({ cookie: cookieHeader(jar) }), deps);

describe('signing in through next-auth', () => {
  it('gives a cookie that authenticates, and that no script can read', async () => {
    const jar: Jar = new Map();
    expect((await signIn(jar)).status).toBe(200);
    expect(await callerIn(jar)).toMatchObject({
      result: 'accepted',
      caller: { id: person.id, active: { role: 'member' } },
    });
    const { attributes } = jar.get('next-auth.session-token') ?? { attributes: '' };
    expect(attributes).toMatch(/HttpOnly/);
    expect(attributes).toMatch(/SameSite=Lax/);
    expect(attributes).not.toMatch(/Secure/);
  });

  it('gives a secure cookie when the service is reached over https', async () => {
    deps = testDeps(db, { PUBLIC_URL: 'https://eol.example.com' });
    const jar: Jar = new Map();
    await signIn(jar);
    expect(jar.get('__Secure-next-auth.session-token')?.attributes).toMatch(
      /HttpOnly; Secure; SameSite=Lax/,
    );
    expect(await callerIn(jar)).toMatchObject({ result: 'accepted' });
  });

  it('ends the session that the browser brought along', async () => {
    const jar: Jar = new Map();
    const planted = await makeSession(deps, person.id);
    keep(jar, [planted.cookie]);
    await signIn(jar);
    expect(await authenticate(new Headers({ cookie: planted.cookie }), deps)).toEqual({
      result: 'refused',
    });
    expect(await callerIn(jar)).toMatchObject({ result: 'accepted' });
  });

  it('leads to no other site', async () => {
    for (const callbackUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const { body } = await signIn(new Map(), { callbackUrl });
      expect(new URL(body.url ?? '').origin).toBe('http://localhost:3000');
    }
    expect((await signIn(new Map(), { callbackUrl: '/images?page=2' })).body.url).toBe(
      'http://localhost:3000/images?page=2',
    );
  });

  it('says why it failed in a word, and nothing more', async () => {
    const jar: Jar = new Map();
    const errorOf = (answer: Answer) => new URL(answer.body.url ?? '').searchParams.get('error');
    for (let n = 0; n < 5; n += 1)
      expect(errorOf(await signIn(jar, { password: 'wrong' }))).toBe('wrong');
    expect(errorOf(await signIn(jar))).toBe('too_many-1');
    expect(jar.has('next-auth.session-token')).toBe(false);
    deps = testDeps({ ...db, query: () => Promise.reject(new Error('secret detail')) });
    expect(errorOf(await signIn(jar))).toBe('unavailable');
  });

  it('needs the token of its own form', async () => {
    const jar: Jar = new Map();
    const { body } = await signIn(jar, { csrfToken: 'made up' });
    expect(body.url).toContain('csrf=true');
    expect(await callerIn(jar)).toEqual({ result: 'absent' });
  });
});

describe('a session', () => {
  it('is told to its browser while it lasts', async () => {
    const jar: Jar = new Map();
    await signIn(jar);
    expect((await call(jar, 'session')).body).toEqual({
      user: { name: 'Ada Lovelace', email: person.email },
      expires: '2026-12-21T12:00:00.000Z',
    });
    await db.query('UPDATE user_session SET revoked_at = now() WHERE user_id = $1', [person.id]);
    expect((await call(jar, 'session')).body).toEqual({});
    expect(jar.has('next-auth.session-token')).toBe(false);
  });

  it('ends on the server when its person signs out', async () => {
    const jar: Jar = new Map();
    await signIn(jar);
    const before = cookieHeader(jar);
    const { body } = await call(jar, 'csrf');
    await call(jar, 'signout', { csrfToken: body.csrfToken ?? '' });
    expect(jar.has('next-auth.session-token')).toBe(false);
    expect(await authenticate(new Headers({ cookie: before }), deps)).toEqual({
      result: 'refused',
    });
  });
});
