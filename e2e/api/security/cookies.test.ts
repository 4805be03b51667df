import { describe, expect, it } from 'vitest';
import { Browser, makeMember, PASSWORD } from '../harness/browser';
import { clientOf, mounts } from '../harness/mounts';
import { OwnServer } from '../harness/own-server';
import { makeTenant } from '../harness/tenants';

describe.each(mounts)('a browser’s cookies on the $name mount', (mount) => {
  it('can be read by no script, and are not sent along by other sites', async () => {
    const { email } = await makeMember((await makeTenant()).organizationId);
    const browser = new Browser(mount);
    await browser.signIn(email);
    expect([...browser.jar.keys()].sort()).toEqual([
      'next-auth.callback-url',
      'next-auth.csrf-token',
      'next-auth.session-token',
    ]);
    for (const [name, { attributes }] of browser.jar) {
      expect([name, attributes]).toEqual([name, expect.stringMatching(/; HttpOnly/i)]);
      expect([name, attributes]).toEqual([name, expect.stringMatching(/; SameSite=Lax/i)]);
      expect([name, attributes]).toEqual([name, expect.stringMatching(/; Path=\/(;|$)/i)]);
      expect(attributes).not.toMatch(/domain=/i);
    }
    // A session holds nothing that could be read out of it.
    expect(browser.session).toMatch(/^eyJhbGciOiJkaXIi/);
  });

  it('do not keep a session that was planted before the sign-in', async () => {
    const { organizationId } = await makeTenant();
    const [victim, attacker] = [await makeMember(organizationId), await makeMember(organizationId)];
    const theirs = new Browser(mount);
    await theirs.signIn(attacker.email);
    const planted = theirs.session;
    const browser = new Browser(mount).plant('next-auth.session-token', planted);
    await browser.signIn(victim.email);
    expect(browser.session).not.toBe('');
    expect(browser.session).not.toBe(planted);
    // Whoever planted it is not signed in as the victim, and not as themselves any more.
    expect((await theirs.get('/api/projects/images')).status).toBe(401);
    const { text } = await browser.get('/api/auth/session');
    expect(JSON.parse(text)).toMatchObject({ user: { email: victim.email } });
  });

  it('are not signed in by a token of a form that was planted', async () => {
    const { email } = await makeMember((await makeTenant()).organizationId);
    const madeUp = `${'a'.repeat(64)}|${'b'.repeat(64)}`;
    const browser = new Browser(mount).plant('next-auth.csrf-token', madeUp);
    const fields = { csrfToken: 'a'.repeat(64), email, password: PASSWORD, json: 'true' };
    await browser.form('/api/auth/callback/credentials', fields);
    expect(browser.session).toBe('');
    // A pair that this service gave to somebody else fits, but a page elsewhere cannot send it.
    const other = new Browser(mount);
    const csrfToken = await other.csrfToken();
    const pair = other.jar.get('next-auth.csrf-token')?.value ?? '';
    browser.plant('next-auth.csrf-token', pair);
    const foreign = { origin: 'https://evil.example' };
    const answer = await browser.form(
      '/api/auth/callback/credentials',
      { ...fields, csrfToken },
      foreign,
    );
    expect([answer.status, browser.session]).toEqual([403, '']);
  });
});

it('are sent over TLS alone where the service is reached over it', async () => {
  const account = { email: 'ada@example.com', password: PASSWORD };
  const publicUrl = 'https://eol.example.com';
  const server = await OwnServer.create({
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: 'true',
    AUTH_SECRET: 'a secret for one test, and for it alone',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  });
  const { origin } = await server.start();
  const proxied = { host: 'eol.example.com', 'x-forwarded-proto': 'https', origin: publicUrl };
  const browser = new Browser({ origin }, proxied);
  await browser.signIn(account.email, {}, { origin: publicUrl });
  expect([...browser.jar.keys()].sort()).toEqual([
    '__Host-next-auth.csrf-token',
    '__Secure-next-auth.callback-url',
    '__Secure-next-auth.session-token',
  ]);
  for (const [name, { attributes }] of browser.jar) {
    expect([name, attributes]).toEqual([
      name,
      expect.stringMatching(/(?=.*; HttpOnly)(?=.*; Secure)(?=.*; SameSite=Lax)/i),
    ]);
  }
  const rename = (from: string) =>
    browser.mutate('session.switchOrganization', {}, { origin: from }).then(({ status }) => status);
  // 422 or 400 for the input: it came past the look at where it is from.
  expect(await rename(publicUrl)).not.toBe(403);
  expect(await rename('http://eol.example.com')).toBe(403);
  expect((await clientOf({ origin }).get('/projects/images')).status).toBe(401);
});
