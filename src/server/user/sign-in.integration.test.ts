import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rememberNetwork } from '@/server/session/service/sessions';
import { makeOrganization, makePerson, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { hashPassword } from './service/password';
import { signIn } from './service/sign-in';

const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
let passwordHash: string;
let deps: TestDeps;
let person: TestPerson;

beforeAll(async () => {
  db = await testDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  limitsFollow(deps.clock);
  await forgetLimits(db);
  const organizationId = await makeOrganization(deps);
  person = await makePerson(deps, { organizationId, role: 'viewer' }, passwordHash);
});

const attempt = (changes: { email?: string; password?: string; remoteAddress?: string } = {}) =>
  signIn(deps, {
    email: person.email,
    password: PASSWORD,
    remoteAddress: '192.0.2.1',
    userAgent: 'Browser/1.0',
    ...changes,
  });
const fail = (changes: { email?: string; password?: string; remoteAddress?: string } = {}) =>
  attempt({ password: 'wrong', ...changes }).then(
    () => 'signed in',
    (error: { code: string; retryAfterSeconds: number | null }) =>
      error.retryAfterSeconds ?? error.code,
  );

describe('signing in', () => {
  it('opens a new session each time, in the organization last used', async () => {
    const second = await makeOrganization(deps, 'Second');
    await db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
      [second, person.id],
    );
    const one = await attempt();
    await db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
      one.sessionId,
      second,
    ]);
    const two = await attempt({ email: ` ${person.email.toUpperCase()} ` });
    expect(two.sessionId).not.toBe(one.sessionId);
    const [row] = await db.query('SELECT * FROM user_session WHERE id = $1', [two.sessionId]);
    expect(row).toMatchObject({
      user_id: person.id,
      active_organization_id: second,
      user_agent: 'Browser/1.0',
      remote_address: '192.0.2.1',
      revoked_at: null,
    });
  });

  it('answers a wrong password, an unknown person and a person without a password alike', async () => {
    const withoutPassword = await makePerson(deps);
    const answers = await Promise.allSettled([
      attempt({ password: 'wrong' }),
      attempt({ email: 'nobody@example.com' }),
      attempt({ email: 'not an address' }),
      attempt({ email: withoutPassword.email }),
      attempt({ email: withoutPassword.email, password: '' }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { code: 'unauthorized', message: 'The e-mail address or the password is wrong' },
      });
    }
    expect(deps.logged()).not.toContain('nobody@example.com');
  });
});

describe('failed sign-ins', () => {
  it('slow down one account from one address, and nobody else', async () => {
    for (let n = 0; n < 5; n += 1) expect(await fail()).toBe('unauthorized');
    expect(await fail()).toBe(1);
    await expect(attempt()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(attempt({ remoteAddress: '198.51.100.7' })).resolves.toHaveProperty('sessionId');
    deps.clock.advance(1000);
    expect(await fail()).toBe('unauthorized');
    expect(await fail()).toBe(2);
    deps.clock.advance(2000);
    await expect(attempt()).resolves.toHaveProperty('sessionId');
    expect(await fail()).toBe('unauthorized');
  });

  it('slow down an address that tries many accounts', async () => {
    for (let n = 0; n < 30; n += 1) {
      // Too long to be anybody's password, so it is not hashed and costs no time here.
      const password = 'x'.repeat(1001);
      expect(await fail({ email: `person-${String(n)}@example.com`, password })).toBe(
        'unauthorized',
      );
    }
    await expect(attempt()).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    });
    await expect(attempt({ remoteAddress: '198.51.100.7' })).resolves.toHaveProperty('sessionId');
  });

  it('made from many networks slow down strangers, and not a person where they were before', async () => {
    const from = (remoteAddress: string) => ({ remoteAddress, password: 'x'.repeat(1001) });
    await attempt({ remoteAddress: '2001:db8:0:7::1' });
    for (let n = 0; n < 50; n += 1) {
      expect(await fail(from(`198.51.100.${String(n)}`))).toBe('unauthorized');
    }
    expect(await fail(from('198.51.100.200'))).toBe(1);
    const elsewhere = { remoteAddress: '203.0.113.9' };
    await expect(attempt(elsewhere)).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(attempt({ remoteAddress: '2001:db8:0:7::2' })).resolves.toHaveProperty('userId');
    await rememberNetwork(deps, person.id, elsewhere.remoteAddress);
    await expect(attempt(elsewhere)).resolves.toHaveProperty('userId');
  });

  it('count when they are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => fail()));
    expect(answers.filter((answer) => answer === 'unauthorized')).toHaveLength(5);
  });
});
