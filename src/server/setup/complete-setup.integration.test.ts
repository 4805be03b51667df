import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '@/server/user/service/sign-in';
import { saveSetting } from '@/server/platform/db/settings';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { limitsFollow } from '@/test/limits';
import { storedText } from '@/test/stored';
import { completeSetup, isSetupPending } from './service/set-up';
import { prepareInstallation } from './service/prepare-installation';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.close());

async function started(environment: Record<string, string> = {}, afterMs = 0) {
  const deps = testDeps(db, environment);
  deps.clock.advance(afterMs);
  let said = '';
  await prepareInstallation(deps, (text) => (said += text));
  const token = /token=([\w-]{43})/.exec(said)?.[1] ?? '';
  const account = {
    token,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: PASSWORD,
    organizationName: 'Analytical Engines',
  };
  return { deps, account };
}

describe('set-up', () => {
  it('creates the first admin with an organization, who can sign in', async () => {
    const { deps, account } = await started();
    expect(await isSetupPending(deps)).toBe(true);
    await completeSetup(deps, account, ORIGIN);
    expect(await isSetupPending(deps)).toBe(false);
    expect(
      await db.query(
        `SELECT o.name, m.role, u.email FROM membership m
           JOIN organization o ON o.id = m.organization_id JOIN app_user u ON u.id = m.user_id`,
      ),
    ).toEqual([{ name: 'Analytical Engines', role: 'admin', email: 'ada@example.com' }]);
    expect(await db.query('SELECT action, actor_name, remote_address FROM audit_event')).toEqual([
      { action: 'organization.create', actor_name: 'Ada Lovelace', remote_address: '192.0.2.1' },
    ]);
    expect(
      await db.query(`SELECT u.email, a.action, a.actor_name FROM operator o
                        JOIN app_user u ON u.id = o.user_id
                        JOIN installation_audit_event a ON a.subject_id = u.id::text`),
    ).toEqual([{ email: account.email, action: 'operator.add', actor_name: 'Ada Lovelace' }]);
    const attempt = { email: account.email, password: PASSWORD, remoteAddress: '', userAgent: '' };
    await expect(signIn(deps, attempt)).resolves.toHaveProperty('sessionId');
    const stored = await storedText(db);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(account.token);
  });

  it('happens once, however many try at once', async () => {
    const { deps, account } = await started();
    const attempts = ['a', 'b', 'c', 'd'].map((name) =>
      completeSetup(deps, { ...account, email: `${name}@example.com` }, ORIGIN),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    }
    expect(await db.query('SELECT count(*) AS n FROM app_user')).toEqual([{ n: 1 }]);
    expect(await db.query('SELECT count(*) AS n FROM organization')).toEqual([{ n: 1 }]);
    await expect(completeSetup(deps, account, ORIGIN)).rejects.toMatchObject({ code: 'conflict' });
  });

  const HOUR_MS = 60 * 60_000;

  it('takes the link of each process that started within the hour, until one was used', async () => {
    const pods = [await started(), await started({}, HOUR_MS - 1), await started({}, 1)];
    const [first, second] = pods;
    if (!first || !second) throw new Error('Nothing was started');
    // One of another time is the last to start: its clock is behind.
    const { deps } = second;
    await completeSetup(deps, first.account, ORIGIN);
    for (const { account } of pods)
      await expect(completeSetup(deps, account, ORIGIN)).rejects.toMatchObject({
        code: 'conflict',
      });
    expect(await db.query(`SELECT FROM installation_setting WHERE name = 'setup_token'`)).toEqual(
      [],
    );
  });

  it('takes the link of an earlier start for an hour, and the newest until the next one', async () => {
    const earlier = await started();
    const { deps, account } = await started();
    deps.clock.advance(HOUR_MS);
    const late = completeSetup(deps, earlier.account, ORIGIN);
    await expect(late).rejects.toMatchObject({ code: 'forbidden' });
    deps.clock.advance(1000 * HOUR_MS);
    await completeSetup(deps, account, ORIGIN);
  });

  it('holds what a start of the release before left, and voids it as that did', async () => {
    const token = 'of-the-release-before';
    const sha256 = createHash('sha256').update(token).digest('hex');
    const deps = testDeps(db);
    await saveSetting(db, 'setup_token', { sha256 }, deps.clock.now());
    const short = { name: 'Ada', email: 'ada@example.com', password: 'x', organizationName: 'A' };
    // That the token holds is seen before the password is.
    const held = completeSetup(deps, { ...short, token }, ORIGIN);
    await expect(held).rejects.toMatchObject({ code: 'invalid' });
    await started();
    const voided = completeSetup(deps, { ...short, token }, ORIGIN);
    await expect(voided).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refuses any token that does not hold, and slows down whoever tries', async () => {
    const earlier = await started();
    const { deps, account } = await started({}, HOUR_MS);
    limitsFollow(deps.clock);
    for (const token of ['', 'wrong', earlier.account.token]) {
      await expect(completeSetup(deps, { ...account, token }, ORIGIN)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    for (let attempt = 4; attempt <= 10; attempt += 1) {
      await completeSetup(deps, { ...account, token: 'wrong' }, ORIGIN).catch(() => null);
    }
    await expect(completeSetup(deps, account, ORIGIN)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    });
    deps.clock.advance(1000);
    await completeSetup(deps, account, ORIGIN);
  });

  it('gives the organization that the environment names to the first admin', async () => {
    const { deps, account } = await started({ BOOTSTRAP_ORGANIZATION: 'Acme' });
    await completeSetup(deps, account, ORIGIN);
    expect(await db.query('SELECT name FROM organization')).toEqual([{ name: 'Acme' }]);
    expect(await db.query('SELECT role FROM membership')).toEqual([{ role: 'admin' }]);
  });
});
