import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOperator } from '@/server/platform/auth/operators';
import { authenticate } from '@/server/platform/auth/authenticate';
import { makePerson, makeSession } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { accountAudit, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { endSessions, makeOperator, printResetLink, unmakeOperator } from './commands';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.close());

it('prints a link under which a person without a mailbox chooses a password', async () => {
  const deps = testDeps(db, {}, { mailer: null });
  const person = await makePerson(deps);
  const lines: string[] = [];
  const print = (email: string) => printResetLink(deps, email, (line) => lines.push(line));
  expect(await print('nobody@example.com')).toBe(1);
  expect(lines.splice(0)).toEqual(['Nobody signs in with nobody@example.com.']);
  expect(await print(person.email.toUpperCase())).toBe(0);
  const [, link = ''] = lines;
  const [, token = ''] = /^http:\/\/localhost:3000\/reset-password\/([\w-]{43})$/.exec(link) ?? [];
  await callAnonymously(deps).account.resetPassword({
    token,
    password: 'seven purple lamps at noon',
  });
  expect(await accountAudit(deps, person.id)).toMatchObject([
    { action: 'account.reset_link', actor_name: 'Command line' },
    { action: 'account.password_reset' },
  ]);
});

it('signs a person out of every browser', async () => {
  const deps = testDeps(db);
  const person = await makePerson(deps);
  const sessions = [await makeSession(deps, person.id), await makeSession(deps, person.id)];
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  expect(await endSessions(deps, 'nobody@example.com', say)).toBe(1);
  expect(await endSessions(deps, person.email, say)).toBe(0);
  for (const { cookie } of sessions) {
    const outcome = await authenticate(new Headers({ cookie }), deps);
    expect(outcome.result).toBe('refused');
  }
  expect(lines).toEqual([
    'Nobody signs in with nobody@example.com.',
    `${person.email} was signed out of 2 browsers.`,
  ]);
  expect(await accountAudit(deps, person.id)).toMatchObject([
    { action: 'account.sessions_end', detail: { ended_sessions: 2 } },
  ]);
});

it('makes a person an operator and takes it away again, and leaves a trace of both', async () => {
  const deps = testDeps(db);
  const person = await signedIn(deps, new RestClient(deps));
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const holds = async () => isOperator(deps, await person.caller());
  expect(await makeOperator(deps, 'nobody@example.com', say)).toBe(1);
  expect(await holds()).toBe(false);
  expect(await makeOperator(deps, person.email.toUpperCase(), say)).toBe(0);
  await db.query('UPDATE app_user SET email_proven_by = NULL, email_proven_at = NULL');
  expect(await makeOperator(deps, person.email, say)).toBe(0);
  expect(await holds()).toBe(true);
  const configured = testDeps(db, { OPERATORS: person.email });
  expect(await unmakeOperator(configured, person.email, say)).toBe(0);
  expect(await unmakeOperator(deps, person.email, say)).toBe(0);
  expect(await holds()).toBe(false);
  expect(lines).toEqual([
    'Nobody signs in with nobody@example.com.',
    `${person.email} is an operator now.`,
    `${person.email} was an operator already.`,
    'Nobody has proven that this address is theirs: be sure that the account is the right one.',
    `${person.email} is no operator any more.`,
    'OPERATORS still names that address: take it out there as well, and start the service again.',
    `${person.email} was no operator in the database.`,
  ]);
  const trail = await db.query(
    `SELECT action, actor_name, detail ->> 'email' AS email FROM installation_audit_event ORDER BY id`,
  );
  expect(trail).toEqual([
    { action: 'operator.add', actor_name: 'Command line', email: person.email },
    { action: 'operator.remove', actor_name: 'Command line', email: person.email },
  ]);
});
