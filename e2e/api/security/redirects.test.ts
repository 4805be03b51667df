import { beforeAll, describe, expect, it } from 'vitest';
import { Browser, makeMember } from '../harness/browser';
import type { HttpAnswer } from '../harness/http';
import { hostileUrls, staysHere } from '../harness/hostile';
import { mounts } from '../harness/mounts';
import { makeTenant } from '../harness/tenants';

const SIGN_INS_EVERY = 3;

/** Everywhere that an answer could send a browser: its header, and what next-auth's client goes to. */
function placesIn(answer: HttpAnswer): string[] {
  const { location } = answer.headers;
  const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
  const { url } = (isJson ? JSON.parse(answer.text) : {}) as { url?: string }; // next-auth's answer
  return [location, url].filter((place) => place !== undefined);
}

describe.each(mounts)('where a browser is sent to by the $name mount', (mount) => {
  const { origin } = mount;
  let email: string;
  beforeAll(async () => {
    email = (await makeMember((await makeTenant()).organizationId)).email;
  });

  const expectHere = (what: string, answer: HttpAnswer) => {
    for (const place of placesIn(answer)) {
      expect([what, place, staysHere(place, `${origin}/`)]).toEqual([what, place, true]);
      // A place that is handed on is looked at where it is used: it must not be there as a place of its own.
      const { pathname } = new URL(place, origin);
      expect(pathname.startsWith('//')).toBe(false);
    }
  };

  it('is here after signing in, and at the start when something else was asked for', async () => {
    const browser = new Browser(mount);
    await browser.signIn(email);
    for (const [index, callbackUrl] of hostileUrls(origin).entries()) {
      const what = JSON.stringify(callbackUrl);
      const query = `callbackUrl=${encodeURIComponent(callbackUrl)}`;
      const page = await browser.get(`/sign-in?${query}`);
      expect([307, 303, 302]).toContain(page.status);
      expectHere(`sign-in page ${what}`, page);
      expectHere(`next-auth’s page ${what}`, await browser.get(`/api/auth/signin?${query}`));
      expectHere(
        `next-auth’s error ${what}`,
        await browser.get(`/api/auth/error?error=x&${query}`),
      );
      const other = new Browser(mount);
      if (index % SIGN_INS_EVERY === 0) {
        expectHere(`sign-in ${what}`, await other.signIn(email, { callbackUrl }));
        expect(other.session).not.toBe('');
      }
      const fields = { csrfToken: await other.csrfToken(), callbackUrl, json: 'true' };
      expectHere(`begin ${what}`, await other.form('/api/auth/signin/credentials', fields));
      expectHere(`sign-out ${what}`, await other.form('/api/auth/signout', fields));
    }
  }, 120_000);

  it.each(['%00', 'a%0d%0ax:%20y', '%C3%28&error=b', 'x%26callbackUrl=%2F%2Fevil.example'])(
    'is here, without the code, from a failure whose code is none: %s',
    async (code) => {
      const answer = await new Browser(mount).get(`/api/auth/error?error=${code}`);
      expect(answer.status).toBe(302);
      expectHere(code, answer);
      expect(answer.headers.location).toMatch(/\/sign-in\?error=(?:undefined|null)$/);
    },
  );

  it('is here whatever was planted as the place to go to', async () => {
    for (const [index, planted] of hostileUrls(origin).entries()) {
      const browser = new Browser(mount).plant(
        'next-auth.callback-url',
        encodeURIComponent(planted),
      );
      const what = `planted ${JSON.stringify(planted)}`;
      // Passwords are slow to check, by intent: for some of them.
      if (index % SIGN_INS_EVERY === 0) expectHere(what, await browser.signIn(email));
      const csrfToken = await browser.csrfToken();
      expectHere(what, await browser.form('/api/auth/signout', { csrfToken, json: 'true' }));
    }
  }, 120_000);

  it('is here from the pages that send a stranger to sign in first', async () => {
    for (const path of [
      '/images?search=%2F%2Fevil.example',
      '//evil.example/images',
      '/%5Cevil.example',
      '/%2F%2Fevil.example',
      '/%0d%0aLocation:%20https://evil.example',
      '/set-up?token=x&callbackUrl=https%3A%2F%2Fevil.example',
      '/invitations/none?callbackUrl=https%3A%2F%2Fevil.example',
      '/no-organization?callbackUrl=https%3A%2F%2Fevil.example',
    ]) {
      const answer = await new Browser(mount).get(path);
      expectHere(path, answer);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is what was asked for when that is a page of ours', async () => {
    const browser = new Browser(mount);
    const answer = await browser.signIn(email, { callbackUrl: '/images?page=2' });
    expect(placesIn(answer)).toEqual([`${origin}/images?page=2`]);
    const page = await browser.get('/sign-in?callbackUrl=%2Fimages%3Fpage%3D2');
    expect(page.headers.location).toMatch(/\/images\?page=2$/);
  });
});
