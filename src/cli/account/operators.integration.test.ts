import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOperator } from '@/server/platform/auth/operators';
import { signedIn } from '@/test/people';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';
import { makeOperator, unmakeOperator } from './operators';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

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
