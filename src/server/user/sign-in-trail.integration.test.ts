import { NIL as NIL_UUID } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makePerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { anotherBrowser, GOOD_PASSWORD, personWithPassword } from '@/test/people';
import { signIn, listOwnTrail, recordFailedSignIn } from './service/sign-in';

let db: TestDatabase;
let deps: TestDeps;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  deps = testDeps(db);
});

const attempt = (email: string, password: string) =>
  signIn(deps, { email, password, remoteAddress: '203.0.113.9', userAgent: '' }).catch(() => null);

it('has sign-ins, good and failed, and nothing of what was typed', async () => {
  const person = await personWithPassword(deps);
  await attempt(person.email, 'a wrong password of mine');
  await attempt(person.email, GOOD_PASSWORD);
  await attempt('my secret in the wrong field', 'x');
  expect(await listOwnTrail(deps, person)).toMatchObject([
    { action: 'account.sign_in', by: null, remoteAddress: '203.0.113.9', count: null },
    { action: 'account.sign_in_failed', by: 'Somebody unknown', count: 1 },
  ]);
  expect(await listOwnTrail(deps, { id: NIL_UUID })).toMatchObject([
    { action: 'account.sign_in_failed', count: 1 },
  ]);
  const stored = JSON.stringify([
    await db.query('SELECT * FROM installation_audit_event'),
    await db.query('SELECT * FROM sign_in_failure'),
    deps.logged(),
  ]);
  for (const typed of ['a wrong password of mine', 'my secret in the wrong field'])
    expect(stored).not.toContain(typed);
});

it('counts failures by account, network and hour, so that guessing fills nothing', async () => {
  const person = await makePerson(deps);
  const failFrom = (remoteAddress: string) =>
    recordFailedSignIn(deps, person.id, {
      way: 'password',
      origin: { requestId: '', remoteAddress },
    });
  for (let guess = 0; guess < 300; guess += 1) await failFrom(`198.51.100.${String(guess % 100)}`);
  const within = await listOwnTrail(deps, person);
  // Twenty networks, and one row for all the others.
  expect(within).toHaveLength(21);
  expect(within.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(300);
  deps.clock.advance(3_600_000);
  await failFrom('198.51.100.1');
  expect(await listOwnTrail(deps, person)).toHaveLength(22);
  deps.clock.advance(100 * 86_400_000);
  await failFrom('198.51.100.1');
  expect(
    await db.query('SELECT count(*)::int AS n FROM sign_in_failure WHERE user_id = $1', [
      person.id,
    ]),
  ).toEqual([{ n: 1 }]);
  expect(await listOwnTrail(deps, person)).toHaveLength(23);
});

it('tells of what a limit turned away, once an hour, with the request that was the first', async () => {
  const person = await personWithPassword(deps);
  limitsFollow(deps.clock);
  await forgetLimits(db);
  const guess = (requestId: string) =>
    signIn(deps, {
      ...{ email: person.email, password: 'a guess', userAgent: '', requestId },
      remoteAddress: '203.0.113.77',
    }).catch((error: unknown) => error);
  for (let n = 0; n < 6; n += 1) await guess(`guess-${String(n)}`);
  for (let n = 0; n < 20; n += 1)
    expect(await guess(`refused-${String(n)}`)).toMatchObject({ code: 'too_many_requests' });
  const limited = () =>
    db.query(
      `SELECT request_id, actor_name, remote_address, detail FROM installation_audit_event
        WHERE subject_id = $1 AND action = 'account.sign_in_limited'`,
      [person.id],
    );
  expect(await limited()).toEqual([
    {
      request_id: 'guess-5',
      actor_name: 'Somebody unknown',
      remote_address: '203.0.113.77',
      detail: { way: 'password' },
    },
  ]);
  expect(await listOwnTrail(deps, person)).toMatchObject([
    { action: 'account.sign_in_limited', count: null },
    { action: 'account.sign_in_failed', count: 5 },
  ]);
  deps.clock.advance(3_600_000);
  for (let n = 0; n < 8; n += 1) await guess('an hour later');
  expect(await limited()).toHaveLength(2);
});

it('is read by the person alone', async () => {
  const [one, other] = [await personWithPassword(deps), await personWithPassword(deps)];
  await attempt(one.email, GOOD_PASSWORD);
  const theirs = await (await anotherBrowser(deps, other)).dashboard();
  expect(await theirs.account.trail()).toEqual([]);
  const own = await (await anotherBrowser(deps, one)).dashboard();
  expect(await own.account.trail()).toMatchObject([{ action: 'account.sign_in' }]);
});
