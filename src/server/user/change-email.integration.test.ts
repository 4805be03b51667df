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
import { signIn } from './service/sign-in';

let db: TestDatabase;
let deps: TestDeps;
let person: TestPerson;
let newEmail: string;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  limitsFollow(deps.clock);
  await forgetLimits(db);
  person = await personWithPassword(deps);
  newEmail = `new-${person.email}`;
});

/** Subjects of the mails, by address: nobody waits for one mail before the other. */
const subjects = () => Object.fromEntries(deps.mails().map(({ to, subject }) => [to, subject]));

/** Makes the account procedures as a person in a new browser calls them. */
async function as(somebody: TestPerson) {
  return (await (await anotherBrowser(deps, somebody)).dashboard()).account;
}

async function ask(email = newEmail): Promise<string> {
  await (await as(person)).requestEmailChange({ email, currentPassword: GOOD_PASSWORD });
  await backgroundDone(deps);
  return linkTokenTo(deps, email);
}

describe('changing the address', () => {
  it('waits for the new one to be confirmed, tells the one so far, and is remembered', async () => {
    const token = await ask(newEmail.toUpperCase());
    expect(token).toBe('no link came');
    const confirmed = linkTokenTo(deps, newEmail);
    const account = await as(person);
    expect(await account.get()).toMatchObject({
      email: person.email,
      pendingEmail: { email: newEmail, expiresAt: '2026-11-21T13:00:00.000Z' },
    });
    expect(subjects()).toEqual({
      [person.email]: 'Your e-mail address is to change',
      [newEmail]: 'Confirm your new e-mail address',
    });
    expect(await account.previewEmail({ token: confirmed })).toEqual({ email: newEmail });
    expect(await account.confirmEmail({ token: confirmed })).toEqual({ email: newEmail });
    expect(await (await as(person)).get()).toMatchObject({ email: newEmail, pendingEmail: null });
    await backgroundDone(deps);
    expect(deps.mails().at(-1)).toMatchObject({
      to: person.email,
      subject: 'Your e-mail address was changed',
    });
    const attempt = { password: GOOD_PASSWORD, remoteAddress: '192.0.2.1', userAgent: '' };
    await expect(signIn(deps, { ...attempt, email: newEmail })).resolves.toHaveProperty('userId');
    await expect(signIn(deps, { ...attempt, email: person.email })).rejects.toHaveProperty('code');
    expect((await accountAudit(deps, person.id)).map(({ action }) => action)).toEqual([
      'account.email_change_request',
      'account.email_change',
    ]);
    expect(deps.logged()).not.toContain(confirmed);
  });

  it('is confirmed by the person alone: a mistyped address gives nobody the account', async () => {
    const token = await ask();
    const stranger = await as(await personWithPassword(deps));
    await expect(stranger.previewEmail({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.confirmEmail({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(callAnonymously(deps).account.confirmEmail({ token })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect((await as(person)).confirmEmail({ token })).resolves.toEqual({ email: newEmail });
  });

  it('holds for an hour, once, with the newest link, until it is taken back', async () => {
    const first = await ask();
    const second = await ask();
    const account = await as(person);
    await expect(account.confirmEmail({ token: first })).rejects.toHaveProperty('code');
    await account.cancelEmailChange();
    await account.cancelEmailChange();
    expect((await account.get()).pendingEmail).toBeNull();
    await expect(account.confirmEmail({ token: second })).rejects.toHaveProperty('code');
    const third = await ask();
    deps.clock.advance(60 * 60_000);
    await expect(account.confirmEmail({ token: third })).rejects.toHaveProperty('code');
    expect((await account.get()).pendingEmail).toBeNull();
    expect((await accountAudit(deps, person.id)).map(({ action }) => action)).toEqual([
      'account.email_change_request',
      'account.email_change_request',
      'account.email_change_cancel',
      'account.email_change_request',
    ]);
  });

  it('looks the same for an address that is taken: the mail to it says so', async () => {
    const { email: taken } = await makePerson(deps);
    expect(await ask(taken)).toBe('no link came');
    expect((await (await as(person)).get()).pendingEmail).toMatchObject({ email: taken });
    expect(subjects()).toEqual({
      [person.email]: 'Your e-mail address is to change',
      [taken]: 'This address has an account already',
    });
  });

  it('fails when the address has become somebody’s meanwhile', async () => {
    const token = await ask();
    await db.query('UPDATE app_user SET email = $2 WHERE id = $1', [
      (await makePerson(deps)).id,
      newEmail,
    ]);
    await expect((await as(person)).confirmEmail({ token })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('voids a link for a new password that went to the address so far', async () => {
    const token = await ask();
    await callAnonymously(deps).account.requestReset({ email: person.email });
    await backgroundDone(deps);
    const reset = linkTokenTo(deps, person.email);
    await (await as(person)).confirmEmail({ token });
    await expect(
      callAnonymously(deps).account.previewReset({ token: reset }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is stopped by another password', async () => {
    const token = await ask();
    const account = await as(person);
    await account.changePassword({
      currentPassword: GOOD_PASSWORD,
      newPassword: 'seven purple lamps at noon',
    });
    await expect((await as(person)).confirmEmail({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('needs the password, another address and a mailer, and is limited', async () => {
    const account = await as(person);
    const change = { email: newEmail, currentPassword: GOOD_PASSWORD };
    await expect(
      account.requestEmailChange({ ...change, currentPassword: 'a guess' }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    await expect(
      account.requestEmailChange({ ...change, email: person.email }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    for (let n = 0; n < 3; n += 1) await account.requestEmailChange(change);
    await expect(account.requestEmailChange(change)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    deps = testDeps(db, {}, { mailer: null });
    const silent = await as(person);
    expect(await silent.get()).toMatchObject({ sendsMail: false });
    await expect(silent.requestEmailChange(change)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This service sends no mail',
    });
  });
});

describe('the name', () => {
  it('is changed and remembered', async () => {
    await (await as(person)).rename({ name: ' Augusta Ada King ' });
    expect(await (await as(person)).get()).toMatchObject({ name: 'Augusta Ada King' });
    expect(await accountAudit(deps, person.id)).toMatchObject([
      { action: 'account.rename', detail: { from: 'Ada Lovelace', to: 'Augusta Ada King' } },
    ]);
  });
});
