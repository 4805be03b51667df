import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '@/server/user/service/password';
import { makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { goThroughProvider, NextAuthBrowser, signInByBrowser } from '@/test/next-auth-browser';
import { CLIENT, OpenidProvider } from '@/test/openid-provider';
import { findProvider } from './service/discovery';

const PUBLIC_URL = 'http://localhost:3000';
const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
let passwordHash: string;
let provider: OpenidProvider;
let deps: TestDeps;
let person: TestPerson;

beforeAll(async () => {
  [db, provider, passwordHash] = await Promise.all([
    testDatabase(),
    OpenidProvider.start({ publicUrl: PUBLIC_URL }),
    hashPassword(PASSWORD),
  ]);
});
afterAll(() => Promise.all([db.close(), provider.stop()]));
beforeEach(async () => {
  deps = testDeps(db, provider.environment());
  person = await makePerson(deps, undefined, passwordHash);
  provider.has(person.id, { email: person.email, email_verified: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const errorAfter = async (browser: NextAuthBrowser, query: string) =>
  new URL((await browser.call(`callback/oidc${query}`)).location).searchParams.get('error');

/** The cookies of a browser as they are now, in another one. */
function copyOf(browser: NextAuthBrowser): NextAuthBrowser {
  const copy = new NextAuthBrowser(deps);
  for (const [name, cookie] of browser.cookies) copy.cookies.set(name, cookie);
  return copy;
}

describe('the way to the provider', () => {
  it('asks with PKCE, state and nonce, and for nothing that a page chose', async () => {
    const browser = new NextAuthBrowser(deps);
    const { body } = await browser.submit('signin/oidc');
    const { searchParams, origin } = new URL(body.url ?? '');
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT.id,
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/api/auth/callback/oidc`,
      scope: 'openid email profile groups',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  });

  it('is not taken without the token of the form', async () => {
    const { body } = await new NextAuthBrowser(deps).submit('signin/oidc', { csrfToken: 'x' });
    expect(body.url).toBe(`${PUBLIC_URL}/api/auth/signin?csrf=true`);
  });
});

describe('the way back', () => {
  it('holds once: neither the browser nor a copy of its cookies can go it again', async () => {
    const browser = new NextAuthBrowser(deps);
    const back = await goThroughProvider(browser, person.id);
    const copy = copyOf(browser);
    expect(await errorAfter(browser, back.search)).toBeNull();
    expect(await errorAfter(browser, back.search)).toBe('OAuthCallback');
    expect(await errorAfter(copy, back.search)).toBe('OAuthCallback');
    expect(await copy.caller()).toEqual({ result: 'absent' });
  });

  it('does not hold in the browser of somebody else', async () => {
    const attacker = await goThroughProvider(new NextAuthBrowser(deps), person.id);
    const victim = new NextAuthBrowser(deps);
    expect(await errorAfter(victim, attacker.search)).toBe('OAuthCallback');
    await goThroughProvider(victim, person.id);
    expect(await errorAfter(victim, attacker.search)).toBe('OAuthCallback');
    expect(await victim.caller()).toEqual({ result: 'absent' });
  });

  it.each(['state', 'code'])('does not hold with another %s', async (name) => {
    const browser = new NextAuthBrowser(deps);
    const back = await goThroughProvider(browser, person.id);
    back.searchParams.set(name, 'A'.repeat(43));
    expect(await errorAfter(browser, back.search)).toBe('OAuthCallback');
  });

  it.each(['nonce', 'pkce.code_verifier'])(
    'does not hold with the %s of another attempt',
    async (name) => {
      const cookie = `next-auth.${name}`;
      const earlier = new NextAuthBrowser(deps);
      await goThroughProvider(earlier, person.id);
      const browser = new NextAuthBrowser(deps);
      const back = await goThroughProvider(browser, person.id);
      browser.cookies.set(cookie, earlier.cookies.get(cookie) ?? { value: '', attributes: '' });
      expect(await errorAfter(browser, back.search)).toBe('OAuthCallback');
      browser.cookies.delete(cookie);
      expect(await errorAfter(browser, back.search)).toBe('OAuthCallback');
    },
  );

  it('leads to no other site', async () => {
    for (const asked of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const browser = new NextAuthBrowser(deps);
      const back = await goThroughProvider(browser, person.id);
      back.searchParams.set('callbackUrl', asked);
      const { location } = await browser.call(`callback/oidc${back.search}`);
      expect(new URL(location).origin).toBe(PUBLIC_URL);
    }
  });

  it('ends the session that the browser brought along', async () => {
    const planted = await makeSession(deps, person.id);
    const browser = new NextAuthBrowser(deps);
    browser.keep([planted.cookie]);
    await signInByBrowser(deps, person.id, browser);
    const copy = new NextAuthBrowser(deps);
    copy.keep([planted.cookie]);
    expect(await copy.caller()).toEqual({ result: 'refused' });
    expect(await browser.caller()).toMatchObject({ result: 'accepted' });
  });
});

describe('a provider that is down', () => {
  it('is said to be, while passwords still work', async () => {
    const down = await OpenidProvider.start({ publicUrl: PUBLIC_URL });
    await down.stop();
    deps = testDeps(db, down.environment());
    const browser = new NextAuthBrowser(deps);
    const { body } = await browser.submit('signin/oidc', { callbackUrl: '/images' });
    expect(body.url).toBe(`${PUBLIC_URL}/api/auth/error?error=OAuthSignin`);
    expect(deps.logged()).toContain('the OpenID Connect provider cannot be asked');
    const form = { email: person.email, password: PASSWORD };
    expect((await browser.submit('callback/credentials', form)).status).toBe(200);
    expect(await browser.caller()).toMatchObject({ result: 'accepted' });
  });

  it('is asked again soon, also when the clock is set back a day meanwhile', async () => {
    const other = await OpenidProvider.start({ publicUrl: PUBLIC_URL });
    deps = testDeps(db, other.environment());
    await other.pause();
    expect(await findProvider(deps)).toBeNull();
    await other.resume();
    deps.clock.advance(-86_400_000);
    expect(await findProvider(deps)).toMatchObject({ issuer: other.issuer });
    await other.stop();
  });

  it('is not one that describes somebody else', async () => {
    const { issuer } = provider;
    deps = testDeps(
      db,
      provider.environment({ OIDC_ISSUER: issuer.replace('127.0.0.1', 'localhost') }),
    );
    const { body } = await new NextAuthBrowser(deps).submit('signin/oidc');
    expect(body.url).toContain('error=OAuthSignin');
    expect(deps.logged()).toContain('describes another issuer');
  });
});

describe('signing out', () => {
  it('leads to the provider with the ID token, which nobody can read in the database', async () => {
    const { browser, caller } = await signInByBrowser(deps, person.id);
    const [kept] = await db.query<{ sealed_id_token: string }>(
      'SELECT sealed_id_token FROM provider_session WHERE session_id = $1',
      [caller?.sessionId],
    );
    const { visit } = await browser.submit('signout');
    const leaveBy = new URL(visit.leaveBy ?? '');
    expect(leaveBy.origin + leaveBy.pathname).toBe(`${provider.issuer}/session/end`);
    const hint = leaveBy.searchParams.get('id_token_hint') ?? '';
    expect(hint.split('.')).toHaveLength(3);
    expect(kept?.sealed_id_token).not.toContain(hint.split('.')[1]);
    expect(leaveBy.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/sign-in`);
    expect((await fetch(leaveBy)).status).toBe(200);
    expect(
      await db.query('SELECT FROM provider_session WHERE session_id = $1', [caller?.sessionId]),
    ).toEqual([]);
  });

  it('stays here after a sign-in with a password', async () => {
    const browser = new NextAuthBrowser(deps);
    await browser.submit('callback/credentials', { email: person.email, password: PASSWORD });
    const { visit } = await browser.submit('signout', { callbackUrl: '/sign-in' });
    expect(visit.leaveBy).toBeNull();
  });
});

describe('without passwords', () => {
  it('there is no way to sign in with one', async () => {
    deps = testDeps(db, provider.environment({ PASSWORD_LOGIN: 'off' }));
    const browser = new NextAuthBrowser(deps);
    const form = { email: person.email, password: PASSWORD };
    expect((await browser.submit('callback/credentials', form)).status).toBe(400);
    expect(await browser.caller()).toEqual({ result: 'absent' });
    expect((await browser.call('providers')).body).toEqual({
      oidc: expect.objectContaining({ id: 'oidc', name: 'Acme ID' }),
    });
  });
});
