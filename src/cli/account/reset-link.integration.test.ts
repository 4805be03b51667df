import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { accountAudit } from '@/test/own-account';
import { printResetLink } from './reset-link';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

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
