import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { createDashboardHandler } from '@/server/listener/dashboard-handler';
import { makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import {
  accountAudit,
  anotherBrowser,
  GOOD_PASSWORD,
  linkTokenTo,
  personWithPassword,
} from '@/test/people';
import { callAnonymously } from '@/test/callers';
import { signIn } from './service/sign-in';

const NEW_PASSWORD = 'seven purple lamps at noon';
const CHANGE = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };

let db: TestDatabase;
let deps: TestDeps;
let person: TestPerson;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  limitsFollow(deps.clock);
  await forgetLimits(db);
  person = await personWithPassword(deps);
});

const attempt = (password: string) =>
  signIn(deps, { email: person.email, password, remoteAddress: '192.0.2.1', userAgent: '' });

/** Changes the password as a browser with this cookie does; gives the cookie of the answer. */
async function changeBy(cookie: string, publicUrl = 'http://localhost:3000') {
  const request = new Request(`${publicUrl}/api/trpc/account.changePassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: publicUrl },
    body: JSON.stringify(CHANGE),
  });
  const answer = await createDashboardHandler(deps)(request);
  return { status: answer.status, setCookie: answer.headers.get('set-cookie') ?? '' };
}

describe('changing the password', () => {
  it('ends every session and renews the one that asks: one known before is worth nothing', async () => {
    const [here, elsewhere] = await Promise.all([
      anotherBrowser(deps, person),
      anotherBrowser(deps, person),
    ]);
    const { status, setCookie } = await changeBy(here.cookie);
    expect(status).toBe(200);
    expect(setCookie).toMatch(
      /^next-auth\.session-token=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(await here.caller()).toBeNull();
    expect(await elsewhere.caller()).toBeNull();
    const renewed = setCookie.split(';')[0] ?? '';
    expect(renewed).not.toBe(here.cookie);
    const answer = await createDashboardHandler(deps)(
      new Request('http://localhost:3000/api/trpc/session.list', { headers: { cookie: renewed } }),
    );
    expect(await answer.json()).toMatchObject({ result: { data: [{ isCurrent: true }] } });
    await expect(attempt(GOOD_PASSWORD)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(attempt(NEW_PASSWORD)).resolves.toHaveProperty('sessionId');
  });

  it('gives a secure cookie where the service is reached over https', async () => {
    const publicUrl = 'https://eol.example.com';
    deps = testDeps(db, { PUBLIC_URL: publicUrl });
    const { sessionId } = await makeSession(deps, person.id);
    const { encode } = await import('next-auth/jwt');
    const token = await encode({ token: { sessionId }, secret: deps.env.authSecret });
    const { setCookie } = await changeBy(`__Secure-next-auth.session-token=${token}`, publicUrl);
    expect(setCookie).toMatch(/^__Secure-next-auth\.session-token=.*; Secure$/);
  });

  it('keeps the active organization', async () => {
    const here = await anotherBrowser(deps, person);
    const [before] = await db.query(
      'SELECT active_organization_id FROM user_session WHERE user_id = $1',
      [person.id],
    );
    await (await here.dashboard()).account.changePassword(CHANGE);
    const [after] = await db.query(
      'SELECT active_organization_id FROM user_session WHERE user_id = $1 AND revoked_at IS NULL',
      [person.id],
    );
    expect(after).toEqual(before);
  });

  it('voids links that were mailed before, tells by mail and is remembered', async () => {
    const here = await anotherBrowser(deps, person);
    await anotherBrowser(deps, person);
    await callAnonymously(deps).account.requestReset({ email: person.email });
    await backgroundDone(deps);
    const token = linkTokenTo(deps, person.email);
    await (await here.dashboard()).account.changePassword(CHANGE);
    await backgroundDone(deps);
    await expect(callAnonymously(deps).account.previewReset({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(deps.mails().at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your password was changed',
    });
    expect(await accountAudit(deps, person.id)).toEqual([
      {
        action: 'account.password_change',
        detail: { ended_sessions: 2 },
        actor_name: 'Ada Lovelace',
        remote_address: '192.0.2.1',
      },
    ]);
    expect(deps.logged()).not.toContain(NEW_PASSWORD);
  });

  it('needs the current password, and slows down whoever guesses at it', async () => {
    const here = await (await anotherBrowser(deps, person)).dashboard();
    const guess = () => here.account.changePassword({ ...CHANGE, currentPassword: 'a guess' });
    for (let n = 0; n < 5; n += 1) {
      await expect(guess()).rejects.toMatchObject({
        code: 'UNPROCESSABLE_CONTENT',
        cause: { faults: [{ loc: ['body', 'currentPassword'] }] },
      });
    }
    await expect(guess()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      cause: { retryAfterSeconds: 1 },
    });
    const elsewhere = await (await anotherBrowser(deps, person)).dashboard();
    await expect(elsewhere.account.changePassword(CHANGE)).resolves.toBeUndefined();
  });

  it('takes no password that anybody would try, and none where there is none', async () => {
    const here = await (await anotherBrowser(deps, person)).dashboard();
    for (const newPassword of ['password1234', `${person.email}1`, 'too short']) {
      await expect(here.account.changePassword({ ...CHANGE, newPassword })).rejects.toHaveProperty(
        'cause',
      );
    }
    const withoutPassword = await anotherBrowser(deps, await makePerson(deps));
    await expect(
      (await withoutPassword.dashboard()).account.changePassword(CHANGE),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is not there where people sign in without one', async () => {
    deps = testDeps(db, {
      PASSWORD_LOGIN: 'off',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'eventide',
      OIDC_CLIENT_SECRET: 'a secret',
    });
    const { account } = await (await anotherBrowser(deps, person)).dashboard();
    expect(await account.get()).toMatchObject({ passwordsInUse: false });
    await expect(account.changePassword(CHANGE)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      account.requestEmailChange({ email: 'new@example.com', currentPassword: GOOD_PASSWORD }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is one of two that come at once', async () => {
    const browsers = await Promise.all([
      anotherBrowser(deps, person),
      anotherBrowser(deps, person),
    ]);
    const outcomes = await Promise.allSettled(
      browsers.map(async (browser) => (await browser.dashboard()).account.changePassword(CHANGE)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
