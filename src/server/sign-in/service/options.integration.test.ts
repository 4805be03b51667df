import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '@/server/user/service/password';
import { makeOrganization, makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { NextAuthBrowser, type NextAuthAnswer } from '@/test/next-auth-browser';
import { authenticate } from '@/server/platform/auth/authenticate';

const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
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
  await forgetLimits(db);
  const organizationId = await makeOrganization(deps);
  person = await makePerson(deps, { organizationId, role: 'member' }, passwordHash);
});

function signIn(browser: NextAuthBrowser, form: Record<string, string> = {}) {
  return browser.submit('callback/credentials', {
    email: person.email,
    password: PASSWORD,
    ...form,
  });
}

describe('signing in through next-auth', () => {
  it('gives a cookie that authenticates, and that no script can read', async () => {
    const browser = new NextAuthBrowser(deps);
    expect((await signIn(browser)).status).toBe(200);
    expect(await browser.caller()).toMatchObject({
      result: 'accepted',
      caller: { id: person.id, active: { role: 'member' } },
    });
    const { attributes } = browser.cookies.get('next-auth.session-token') ?? { attributes: '' };
    expect(attributes).toMatch(/HttpOnly/);
    expect(attributes).toMatch(/SameSite=Lax/);
    expect(attributes).not.toMatch(/Secure/);
  });

  it('is in the trail with the request that brought it', async () => {
    await signIn(new NextAuthBrowser(deps, { 'x-request-id': 'request-of-mine' }));
    expect(
      await db.query(
        'SELECT action, request_id FROM installation_audit_event WHERE subject_id = $1',
        [person.id],
      ),
    ).toEqual([{ action: 'account.sign_in', request_id: 'request-of-mine' }]);
  });

  it('gives a secure cookie when the service is reached over https', async () => {
    deps = testDeps(db, { PUBLIC_URL: 'https://eol.example.com' });
    const browser = new NextAuthBrowser(deps);
    await signIn(browser);
    expect(browser.cookies.get('__Secure-next-auth.session-token')?.attributes).toMatch(
      /HttpOnly; Secure; SameSite=Lax/,
    );
    expect(await browser.caller()).toMatchObject({ result: 'accepted' });
  });

  it('ends the session that the browser brought along', async () => {
    const browser = new NextAuthBrowser(deps);
    const planted = await makeSession(deps, person.id);
    browser.keep([planted.cookie]);
    await signIn(browser);
    expect(await authenticate(new Headers({ cookie: planted.cookie }), deps)).toEqual({
      result: 'refused',
    });
    expect(await browser.caller()).toMatchObject({ result: 'accepted' });
  });

  it('leads to no other site', async () => {
    for (const callbackUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const { body } = await signIn(new NextAuthBrowser(deps), { callbackUrl });
      expect(new URL(body.url ?? '').origin).toBe('http://localhost:3000');
    }
    expect(
      (await signIn(new NextAuthBrowser(deps), { callbackUrl: '/images?page=2' })).body.url,
    ).toBe('http://localhost:3000/images?page=2');
  });

  it('says why it failed in a word, and nothing more', async () => {
    limitsFollow(deps.clock);
    const browser = new NextAuthBrowser(deps);
    const errorOf = (answer: NextAuthAnswer) =>
      new URL(answer.body.url ?? '').searchParams.get('error');
    for (let n = 0; n < 5; n += 1)
      expect(errorOf(await signIn(browser, { password: 'wrong' }))).toBe('wrong');
    expect(errorOf(await signIn(browser))).toBe('too_many-1');
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
    const broken: TestDatabase = {
      ...db,
      get sql(): never {
        throw new Error('secret detail');
      },
    };
    deps = testDeps(broken);
    expect(errorOf(await signIn(new NextAuthBrowser(deps)))).toBe('unavailable');
  });

  it('needs the token of its own form', async () => {
    const browser = new NextAuthBrowser(deps);
    const { body } = await signIn(browser, { csrfToken: 'made up' });
    expect(body.url).toContain('csrf=true');
    expect(await browser.caller()).toEqual({ result: 'absent' });
  });
});

describe('a session', () => {
  it('is told to its browser while it lasts', async () => {
    const browser = new NextAuthBrowser(deps);
    await signIn(browser);
    expect((await browser.call('session')).body).toEqual({
      user: { name: 'Ada Lovelace', email: person.email },
      expires: '2026-12-21T12:00:00.000Z',
    });
    await db.query('UPDATE user_session SET revoked_at = now() WHERE user_id = $1', [person.id]);
    expect((await browser.call('session')).body).toEqual({});
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });

  it('ends on the server when its person signs out', async () => {
    const browser = new NextAuthBrowser(deps);
    await signIn(browser);
    const before = browser.cookieHeader;
    await browser.submit('signout');
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
    expect(await authenticate(new Headers({ cookie: before }), deps)).toEqual({
      result: 'refused',
    });
  });
});
