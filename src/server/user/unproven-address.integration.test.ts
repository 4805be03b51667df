import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { createApiKey } from '@/server/api-key/service';
import { createFeedToken, findShownToken } from '@/server/feed-token/service';
import { insertMembership } from '@/server/organization/service';
import type { Actor } from '@/server/platform/auth/principal';
import { acceptAsNewPerson } from '@/server/sign-in/service/accept';
import { invite } from '@/server/invitation/service/invite';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { AddressBench, OWNED } from '@/test/address-bench';
import { callAnonymously } from '@/test/callers';
import type { TestDeps } from '@/test/deps';
import { accountAudit, anotherBrowser, GOOD_PASSWORD, linkTokenTo } from '@/test/people';
import { hashPassword } from './service/password';
import { findUserByEmail, lockUser, updatePasswordHash } from './repository/account';
import { makeResetLink, resetPassword } from './service/reset-password';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const ANOTHER_PASSWORD = 'a second horse battery staple';

let bench: AddressBench;
let deps: TestDeps;

beforeEach(async () => {
  bench = await AddressBench.start();
  ({ deps } = bench);
});
afterEach(() => bench.stop());

/** Takes an address that is another's, with the link that the answer to an invitation holds. */
async function squat(role: 'viewer' | 'admin' = 'admin') {
  const evil = await makeOrganization(deps, 'Evil');
  const attacker: Actor = await makeActor(deps, evil);
  const { accept_url: link } = await invite(deps, attacker, { email: OWNED, role });
  const person = { token: link.slice(-43), name: 'Nobody', password: GOOD_PASSWORD };
  await acceptAsNewPerson(deps, person, ORIGIN);
  const { userId } = await bench.passwordSignIn();
  const browser = await anotherBrowser(deps, { id: userId, email: OWNED });
  return { evil, attacker, userId, browser };
}

/** Makes a feed of somebody's. */
async function feedOf(
  actor: Actor,
  label: string,
  scope: 'organization' | 'mine',
): Promise<string> {
  const given = { label, scope, subject: null, expiresAt: null };
  return (await createFeedToken(deps, actor, given)).token;
}

describe('an account that somebody set up with an address that is not theirs', () => {
  it('is worth nothing to them once its owner signs in at the provider', async () => {
    const { evil, userId, browser } = await squat();
    expect(await bench.proofOf()).toEqual({ by: null, at: null });
    const dashboard = await browser.dashboard();
    const actor: Actor = {
      ...{ kind: 'person', id: userId, name: 'Nobody', role: 'admin', organizationId: evil },
      origin: ORIGIN,
    };
    const admin = await createApiKey(deps, actor, { name: 'Back', role: 'admin', expiresAt: null });
    await createApiKey(deps, actor, { name: 'CI', role: 'scanner', expiresAt: null });
    await invite(deps, actor, { email: 'friend@example.com', role: 'admin' });
    await dashboard.account.requestEmailChange({
      email: 'squatter@example.com',
      currentPassword: GOOD_PASSWORD,
    });
    const resetToken = await mailedReset();

    const owner = await bench.ownerSignsIn();
    expect(owner.caller).toMatchObject({
      id: userId,
      email: OWNED,
      active: { organizationId: bench.company, role: 'admin' },
    });
    expect(await bench.proofOf()).toMatchObject({ by: 'provider' });

    expect(await browser.caller()).toBeNull();
    await expect(bench.passwordSignIn()).rejects.toMatchObject({ code: 'unauthorized' });
    const reset = { token: resetToken, password: ANOTHER_PASSWORD };
    await expect(resetPassword(deps, reset, ORIGIN)).rejects.toMatchObject({ code: 'not_found' });
    expect(await deps.db.query('SELECT FROM account_token')).toEqual([]);
    expect(
      await deps.db.query('SELECT name, revoked_at IS NULL AS holds FROM api_key ORDER BY name'),
    ).toEqual([
      { name: 'Back', holds: false },
      { name: 'CI', holds: true },
    ]);
    expect(admin.role).toBe('admin');
    expect(
      await deps.db.query(`SELECT revoked_at FROM invitation WHERE email = 'friend@example.com'`),
    ).toEqual([{ revoked_at: deps.clock.now() }]);

    // In the trails, and told.
    expect(await audited(userId, 'account.link')).toMatchObject({
      detail: {
        address_was_proven: false,
        password: 'removed',
        ended_sessions: 2,
        revoked_keys: 1,
        revoked_invitations: 1,
      },
    });
    const trail = await deps.db.query<{ action: string }>(
      `SELECT action FROM audit_event WHERE organization_id = $1 AND actor_name <> 'Nobody' ORDER BY id`,
      [evil],
    );
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['api_key.revoke', 'invitation.revoke']),
    );
    expect(deps.mails().findLast(({ to }) => to === OWNED)?.subject).toBe(
      'An account with your address is yours now',
    );
    const theirs = await anotherBrowser(deps, { id: userId, email: OWNED });
    const { account } = await theirs.dashboard();
    const [told, ...more] = await account.notices();
    expect(more).toEqual([]);
    expect(told?.notice).toMatchObject({
      kind: 'taken_over',
      organizations: expect.arrayContaining([{ name: 'Evil', role: 'admin' }]),
      revokedKeys: [{ name: 'Back', role: 'admin', organization: 'Evil' }],
      keptKeys: [{ name: 'CI', role: 'scanner', organization: 'Evil' }],
      revokedInvitations: [{ email: 'friend@example.com', organization: 'Evil' }],
    });
    await account.putNoticeAway({ id: told?.id ?? '' });
    expect(await account.notices()).toEqual([]);
    expect(await account.get()).toMatchObject({ emailProven: true, hasPassword: false });
  });

  it('reads no more by the feeds that they made, or that keys of theirs did', async () => {
    const { evil, attacker, userId } = await squat();
    const actor: Actor = {
      ...{ kind: 'person', id: userId, name: 'Nobody', role: 'admin', organizationId: evil },
      origin: ORIGIN,
    };
    const left = await makeOrganization(deps, 'Left');
    const there = { ...(await makeActor(deps, left)), name: 'Somebody else' };
    await insertMembership(left, deps.db, { userId, role: 'admin', joinedAt: deps.clock.now() });
    const { id } = await createApiKey(
      deps,
      { ...actor, organizationId: left },
      { name: 'Wiki', role: 'member', expiresAt: null },
    );
    await deps.db.of(left).membership.deleteMany({ where: { userId } });
    const key: Actor = {
      ...{ kind: 'api_key', id, name: 'Wiki', role: 'member', organizationId: left },
      origin: ORIGIN,
    };
    const squatted = [
      await feedOf(actor, 'All', 'organization'),
      await feedOf(actor, 'Mine', 'mine'),
      await feedOf(key, 'Of a key', 'organization'),
    ];
    const others = [
      await feedOf(attacker, 'Another’s', 'organization'),
      await feedOf(there, 'Another’s', 'organization'),
    ];

    await bench.ownerSignsIn();
    for (const text of squatted) expect(await findShownToken(deps, text)).toBeNull();
    for (const text of others) expect(await findShownToken(deps, text)).not.toBeNull();
    expect(await audited(userId, 'account.link')).toMatchObject({ detail: { revoked_feeds: 3 } });
    const trail = await deps.db.query<{ before: object }>(
      `SELECT before FROM audit_event WHERE organization_id = $1 AND action = 'feed_token.revoke'
        ORDER BY id`,
      [evil],
    );
    expect(trail.map(({ before }) => before)).toMatchObject([
      { label: 'All', scope: 'organization', user_id: userId },
      { label: 'Mine', scope: 'mine', subject: userId, user_id: userId },
    ]);
    const theirs = await anotherBrowser(deps, { id: userId, email: OWNED });
    const [told] = await (await theirs.dashboard()).account.notices();
    expect(told?.notice).toMatchObject({
      revokedFeeds: [
        { label: 'All', organization: 'Evil' },
        { label: 'Mine', organization: 'Evil' },
        { label: 'Of a key', organization: 'Left' },
      ],
    });
  });

  it('that had nothing but a feed was in use all the same', async () => {
    const evil = await makeOrganization(deps, 'Evil');
    const { id } = await makePerson(deps, { organizationId: evil, role: 'member' }, null, null);
    await deps.db.query('UPDATE app_user SET email = $2 WHERE id = $1', [id, OWNED]);
    const actor: Actor = {
      ...{ kind: 'person', id, name: 'Nobody', role: 'member', organizationId: evil },
      origin: ORIGIN,
    };
    await feedOf(actor, 'All', 'organization');
    await bench.ownerSignsIn();
    await backgroundDone(deps);
    expect(deps.mails().findLast(({ to }) => to === OWNED)?.text).toContain('feeds');
  });

  it('gives whoever is in the middle of signing in no session any more', async () => {
    const { userId } = await squat();
    const { late } = await deps.db.transaction(async (tx) => {
      await lockUser(tx, userId);
      // Handed out in an object: the transaction would wait for it, and it waits for the transaction.
      const late = bench.passwordSignIn();
      late.catch(() => null);
      await updatePasswordHash(tx, userId, null, deps.clock.now());
      await expect
        .poll(
          () =>
            tx.query(`
            SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
             WHERE NOT l.granted`),
          { timeout: 15_000 },
        )
        .not.toEqual([]);
      return { late };
    });
    await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('goes to whoever chooses a password with a mailed link', async () => {
    const { userId, browser } = await squat();
    await resetPassword(deps, { token: await mailedReset(), password: ANOTHER_PASSWORD }, ORIGIN);
    expect(await browser.caller()).toBeNull();
    await expect(bench.passwordSignIn()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(bench.passwordSignIn(OWNED, ANOTHER_PASSWORD)).resolves.toMatchObject({ userId });
    expect(await bench.proofOf()).toMatchObject({ by: 'reset' });
    expect(await audited(userId, 'account.password_reset')).toMatchObject({
      detail: { address_was_proven: false, password: 'replaced' },
    });
    // Proven since: the provider's word now keeps the password.
    expect((await bench.ownerSignsIn()).caller).toMatchObject({ id: userId });
    await expect(bench.passwordSignIn(OWNED, ANOTHER_PASSWORD)).resolves.toMatchObject({ userId });
  });

  it('is not proven by a link that the operator printed', async () => {
    await squat();
    const user = await findUserByEmail(deps.db, OWNED);
    if (!user) throw new Error('There is no account');
    const link = { at: deps.clock.now(), publicUrl: '', mailed: false };
    const token = (await makeResetLink(deps.db, user, link)).slice(-43);
    await resetPassword(deps, { token, password: ANOTHER_PASSWORD }, ORIGIN);
    expect(await bench.proofOf()).toEqual({ by: null, at: null });
    await bench.ownerSignsIn();
    await expect(bench.passwordSignIn(OWNED, ANOTHER_PASSWORD)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('is not proven by a link that was shown, nor by one that was mailed to another address', async () => {
    const { browser } = await squat();
    const { account, invitation } = await browser.dashboard();
    await account.requestEmailProof();
    // The mail is in the owner's box. What the squatter can get hold of are links to addresses of their own.
    const mine = await anotherBrowser(deps, await makePerson(deps, undefined, null, null));
    await (await mine.dashboard()).account.requestEmailProof();
    await backgroundDone(deps);
    const foreign = linkTokenTo(deps, mine.email);
    await expect(account.confirmEmail({ token: foreign })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const other = await makeOrganization(deps, 'Other');
    const inviter = await makeActor(deps, other);
    const { accept_url: shown } = await invite(deps, inviter, { email: OWNED, role: 'viewer' });
    await invitation.accept({ token: shown.slice(-43) });
    expect(await bench.proofOf()).toEqual({ by: null, at: null });
    // The owner, who is not signed in as the account, cannot confirm by mistake.
    const token = linkTokenTo(deps, OWNED);
    await expect(callAnonymously(deps).account.confirmEmail({ token })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('that the provider knew already is cleared too, when it has a password of unknown origin', async () => {
    const { userId } = await squat();
    const first = await bench.ownerSignsIn();
    expect(first.caller?.id).toBe(userId);
    // As an installation that was attacked before it knew of proofs.
    await deps.db.query(
      'UPDATE app_user SET email_proven_at = NULL, email_proven_by = NULL, password_hash = $2 WHERE id = $1',
      [userId, await hashPassword(GOOD_PASSWORD)],
    );
    await bench.ownerSignsInAgain();
    await expect(bench.passwordSignIn()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await bench.proofOf()).toMatchObject({ by: 'provider' });
  });
});

/** Finds the newest entry of a kind that the installation's trail has of an account. */
async function audited(userId: string, kind: string) {
  return (await accountAudit(deps, userId)).findLast(({ action }) => action === kind);
}

/** Gives the end of the link for a new password that is mailed to the address. */
async function mailedReset(): Promise<string> {
  await callAnonymously(deps).account.requestReset({ email: OWNED });
  let token = '';
  await expect
    .poll(() => {
      token =
        deps
          .mails()
          .findLast(({ to }) => to === OWNED)
          ?.text.match(/\/reset-password\/([\w-]{43})/)?.[1] ?? '';
      return token;
    })
    .not.toBe('');
  return token;
}
