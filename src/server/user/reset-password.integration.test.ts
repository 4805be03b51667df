import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makePerson, type TestPerson } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
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
import { requestReset } from './service/reset-password';
import { signIn } from './service/sign-in';

const NEW_PASSWORD = 'seven purple lamps at noon';
const HOUR_MS = 60 * 60_000;

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

const anyone = () => callAnonymously(deps).account;

async function askForLink(email = person.email): Promise<string> {
  await anyone().requestReset({ email });
  await backgroundDone(deps);
  return linkTokenTo(deps, email);
}

describe('a forgotten password', () => {
  it('is replaced with the mailed link, once; all sessions end', async () => {
    const elsewhere = await anotherBrowser(deps, person);
    const token = await askForLink();
    expect(deps.mails()).toHaveLength(1);
    expect(await anyone().previewReset({ token })).toEqual({
      email: person.email,
      name: 'Ada Lovelace',
    });
    await anyone().resetPassword({ token, password: NEW_PASSWORD });
    expect(await elsewhere.caller()).toBeNull();
    const attempt = (password: string) =>
      signIn(deps, { email: person.email, password, remoteAddress: '192.0.2.1', userAgent: '' });
    await expect(attempt(GOOD_PASSWORD)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(attempt(NEW_PASSWORD)).resolves.toHaveProperty('sessionId');
    await expect(anyone().resetPassword({ token, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await backgroundDone(deps);
    expect(deps.mails().at(-1)).toMatchObject({ subject: 'Your password was changed' });
    expect(await accountAudit(deps, person.id)).toMatchObject([
      { action: 'account.password_reset', detail: { ended_sessions: 1 } },
    ]);
  });

  it('is replaced once by a link that is used twice at the same time', async () => {
    const token = await askForLink();
    const outcomes = await Promise.allSettled([
      anyone().resetPassword({ token, password: NEW_PASSWORD }),
      anyone().resetPassword({ token, password: 'nine yellow doors at dusk' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not replaced by a link that is old, or no longer the newest', async () => {
    const first = await askForLink();
    const second = await askForLink();
    expect(second).not.toBe(first);
    await expect(anyone().previewReset({ token: first })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    deps.clock.advance(HOUR_MS);
    for (const token of [second, 'made up', 'x'.repeat(43)]) {
      await expect(anyone().resetPassword({ token, password: NEW_PASSWORD })).rejects.toMatchObject(
        { code: 'NOT_FOUND', message: 'Link not found' },
      );
    }
  });

  it('is replaced by a good one alone; the link stays good for another try', async () => {
    const token = await askForLink();
    await expect(anyone().resetPassword({ token, password: 'password1234' })).rejects.toMatchObject(
      { code: 'UNPROCESSABLE_CONTENT' },
    );
    await expect(
      anyone().resetPassword({ token, password: NEW_PASSWORD }),
    ).resolves.toBeUndefined();
  });

  it('leaves neither token nor password in the log or the database', async () => {
    const token = await askForLink();
    const stored = await db.query('SELECT * FROM account_token');
    expect(JSON.stringify(stored)).not.toContain(token);
    await anyone().resetPassword({ token, password: NEW_PASSWORD });
    await backgroundDone(deps);
    expect(deps.logged()).not.toContain(token);
    expect(deps.logged()).not.toContain(NEW_PASSWORD);
  });

  it('is none where an account signs in elsewhere: the mail says so', async () => {
    const { email } = await makePerson(deps);
    expect(await askForLink(email)).toBe('no link came');
    expect(deps.mails()).toMatchObject([{ to: email, subject: 'Your account has no password' }]);
  });
});

describe('asking for a link', () => {
  it('is limited for each address, also for one without an account', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      for (let n = 0; n < 3; n += 1) await askForLink(email);
      await expect(anyone().requestReset({ email })).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        cause: { retryAfterSeconds: 3600 },
      });
    }
    // A person whose allowance a stranger has used up has a link that holds as long as the wait.
    const token = linkTokenTo(deps, person.email);
    deps.clock.advance(HOUR_MS - 1000);
    await expect(anyone().previewReset({ token })).resolves.toHaveProperty('email');
    deps.clock.advance(1000);
    await expect(anyone().requestReset({ email: person.email })).resolves.toBeUndefined();
  });

  it('is limited for each network', async () => {
    for (let n = 0; n < 20; n += 1)
      await requestReset(deps, `person-${String(n)}@example.com`, `2001:db8::${String(n)}`);
    const one = () => requestReset(deps, 'one-more@example.com', '2001:db8::ff');
    await expect(one()).rejects.toMatchObject({ code: 'too_many_requests' });
    await requestReset(deps, 'one-more@example.com', '192.0.2.7');
  });

  it('is answered before a mail server that does not answer', async () => {
    const send = () => new Promise<void>(() => undefined);
    deps = testDeps(db, {}, { mailer: { send } });
    await expect(anyone().requestReset({ email: person.email })).resolves.toBeUndefined();
  });

  it('says that no mail is sent where none is, and is not there where passwords are not', async () => {
    deps = testDeps(db, {}, { mailer: null });
    await expect(anyone().requestReset({ email: person.email })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This service sends no mail',
    });
    deps = testDeps(db, {
      PASSWORD_LOGIN: 'off',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'eventide',
      OIDC_CLIENT_SECRET: 'a secret',
    });
    const calls = [
      anyone().requestReset({ email: person.email }),
      anyone().previewReset({ token: 'x' }),
      anyone().resetPassword({ token: 'x', password: NEW_PASSWORD }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
