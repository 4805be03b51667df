import { describe, expect, inject, it } from 'vitest';
import { Browser } from './harness/browser';
import { sendHttp, type HttpAnswer } from './harness/http';
import { clientOf, mounts, type Mount } from './harness/mounts';
import { imageScan } from './harness/payloads';

const { admin } = inject('startedServers');

/** Where next-auth remembers the place to go to. */
const COOKIE = 'next-auth.callback-url';

/** The `name=value` pairs of the cookies that an answer sets. */
const cookiesOf = ({ headers }: HttpAnswer) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');

interface Form {
  readonly type: string;
  readonly write: (fields: Record<string, string>) => string;
}
const AS_FORM: Form = {
  type: 'application/x-www-form-urlencoded',
  write: (fields) => new URLSearchParams(fields).toString(),
};
const AS_JSON: Form = { type: 'application/json', write: (fields) => JSON.stringify(fields) };

/** Signs in as a browser does: next-auth's CSRF token, then the credentials; gives the cookies. */
async function signIn(mount: Mount, password: string, form: Form = AS_FORM): Promise<string[]> {
  const { headers } = clientOf(mount);
  const csrf = await sendHttp(mount.origin, { method: 'GET', target: '/api/auth/csrf', headers });
  // next-auth's answer is `{csrfToken}`.
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const fields = { csrfToken, email: admin.email, password, json: 'true' };
  const answer = await sendHttp(mount.origin, {
    method: 'POST',
    target: '/api/auth/callback/credentials',
    headers: {
      ...headers,
      cookie: cookiesOf(csrf).join('; '),
      'content-type': form.type,
    },
    body: form.write(fields),
  });
  return cookiesOf(answer).filter((cookie) => cookie.startsWith('next-auth.session-token='));
}

describe.each(mounts)('a person signed in on the $name mount', (mount) => {
  it('calls the API with the cookie, and changes state from the same origin alone', async () => {
    const [cookie] = await signIn(mount, admin.password);
    expect(cookie).toBeDefined();
    const browser = clientOf(mount).with({ cookie: cookie ?? '' });
    expect((await browser.get('/projects/images')).status).toBe(200);
    const scan = imageScan({ project: 'browser', image: 'browser:1' });
    expect((await browser.put('/v2/scan', scan)).status).toBe(403);
    const headers = { origin: mount.origin };
    expect((await browser.put('/v2/scan', scan, { headers })).status).toBe(200);
  });

  it('may send the form as JSON', async () => {
    expect(await signIn(mount, admin.password, AS_JSON)).toHaveLength(1);
  });

  it.each(['x', '%', 'http://[', 'javascript:alert(1)', 'blob:http://a.example/x'])(
    'goes on where the place to go to is none: %s',
    async (place) => {
      const browser = new Browser(mount);
      const odd = encodeURIComponent(place);
      const query = `callbackUrl=${odd}`;
      for (const path of ['session', 'csrf', 'providers', `session?${query}`, `csrf?${query}`]) {
        const { status } = await browser.plant(COOKIE, odd).get(`/api/auth/${path}`);
        expect([path, status]).toEqual([path, 200]);
      }
      // Forgotten, and what is remembered in its place is an address.
      expect(browser.jar.get(COOKIE)?.value ?? '').toMatch(/^(?:http.*)?$/);
      await browser.signIn(admin.email, { password: admin.password });
      expect(browser.session).not.toBe('');
      const fields = { csrfToken: await browser.csrfToken(), json: 'true' };
      const left = await browser.form(`/api/auth/signout?${query}`, fields);
      expect([left.status, browser.session]).toEqual([200, '']);
    },
  );

  it('is nobody with a wrong password', async () => {
    expect(await signIn(mount, 'not the password')).toEqual([]);
    expect(await signIn(mount, 'not the password', AS_JSON)).toEqual([]);
  });
});
