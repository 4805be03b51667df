import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { invite } from '@/server/invitation/service/invite';
import { removeMember } from '@/server/member/service';
import { removeAuditEvents } from '@/server/retention/repository/records';
import { acceptInvitation } from '@/server/sign-in/service/accept';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { OpenidProvider } from '@/test/openid-provider';
import { signInByBrowser } from '@/test/next-auth-browser';

const PUBLIC_URL = 'http://localhost:3000';

let db: TestDatabase;
let acme: OpenidProvider;
let other: OpenidProvider;

beforeAll(async () => {
  [db, acme, other] = await Promise.all([
    testDatabase(),
    OpenidProvider.start({ publicUrl: PUBLIC_URL }),
    OpenidProvider.start({ publicUrl: PUBLIC_URL }),
  ]);
});
afterAll(() => Promise.all([db.close(), acme.stop(), other.stop()]));

let people = 0;
/** Makes a person at the provider whom nobody knows yet. */
function newcomer(claims: Record<string, unknown> = {}, at = acme) {
  people += 1;
  const account = `subject-${String(people)}`;
  const email = `ada-${String(people)}@example.com`;
  at.has(account, { email, email_verified: true, name: 'Ada Lovelace', ...claims });
  return { account, email };
}

const depsWith = (more: Record<string, string> = {}, at = acme): TestDeps =>
  testDeps(db, at.environment(more));

async function inviteTo(deps: TestDeps, organizationId: OrganizationId, email: string) {
  const admin = await makeActor(deps, organizationId);
  return invite(deps, admin, { email, role: 'member' });
}

const rolesOf = async (organizationId: OrganizationId, userId: string | undefined) =>
  (
    await db.query<{ role: PersonRole }>(
      'SELECT role FROM membership WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    )
  ).map(({ role }) => role);

const auditOf = (organizationId: OrganizationId, userId: string | undefined) =>
  db.query<{ action: string; actor: string; after: Record<string, unknown> }>(
    `SELECT action, actor_name AS actor, after FROM audit_event
      WHERE organization_id = $1 AND subject_id = $2 ORDER BY id`,
    [organizationId, userId],
  );

/** Has a rule of the organization remove all that its trail may lose. */
async function forgetTrail(organizationId: OrganizationId): Promise<void> {
  await db.query('INSERT INTO retention_rules (organization_id, audit_days) VALUES ($1, 365)', [
    organizationId,
  ]);
  const at = new Date();
  await removeAuditEvents(organizationId, db, { before: at, limit: 1_000, id: uuidv7(), at });
}

describe('who signs in at the provider', () => {
  it('is the person with the verified address, and from then on the subject', async () => {
    const deps = depsWith();
    const organizationId = await makeOrganization(deps);
    const person = await makePerson(deps, { organizationId, role: 'member' });
    const { account } = newcomer({ email: person.email.toUpperCase() });
    const first = await signInByBrowser(deps, account);
    expect(first).toMatchObject({ code: null, location: `${PUBLIC_URL}/images?page=2` });
    expect(first.caller).toMatchObject({ id: person.id, active: { organizationId } });
    expect(await auditOf(organizationId, person.id)).toEqual([
      expect.objectContaining({
        action: 'member.link',
        after: {
          user_id: person.id,
          email: person.email,
          issuer: acme.issuer,
          subject: account,
          password: 'none',
        },
      }),
    ]);

    // Another address, and not verified: whom the subject stands for is settled.
    acme.has(account, { email: 'new@example.com', email_verified: false });
    const second = await signInByBrowser(deps, account);
    expect(second.caller).toMatchObject({ id: person.id, email: person.email });
    expect(deps.logged()).not.toContain('id_token');
  });

  it.each([false, 'true', 1, null, undefined])(
    'is nobody while the address is not verified: %j',
    async (email_verified) => {
      const deps = depsWith();
      const { email } = await makePerson(deps);
      const { account } = newcomer({ email, email_verified });
      expect(await signInByBrowser(deps, account)).toMatchObject({
        code: 'provider_unverified',
        caller: null,
      });
    },
  );

  it('is nobody without an account and an invitation', async () => {
    const deps = depsWith();
    const { account, email } = newcomer();
    const refused = await signInByBrowser(deps, account);
    expect(refused).toMatchObject({ code: 'provider_no_account', caller: null });
    expect(await db.query('SELECT FROM app_user WHERE email = $1', [email])).toEqual([]);
  });

  it('gets an account by an open invitation, and becomes a member by accepting it', async () => {
    const deps = depsWith();
    const organizationId = await makeOrganization(deps);
    const { account, email } = newcomer();
    await inviteTo(deps, organizationId, email);
    const { caller } = await signInByBrowser(deps, account);
    expect(caller).toMatchObject({ email, name: 'Ada Lovelace', active: null });
    const [user] = await db.query('SELECT password_hash FROM app_user WHERE email = $1', [email]);
    expect(user).toEqual({ password_hash: null });
  });

  it('gets none by an invitation that has expired', async () => {
    const deps = depsWith();
    const { account, email } = newcomer();
    await inviteTo(deps, await makeOrganization(deps), email);
    await db.query('UPDATE invitation SET expires_at = $2 WHERE email = $1', [
      email,
      deps.clock.now(),
    ]);
    expect((await signInByBrowser(deps, account)).code).toBe('provider_no_account');
  });

  it('is not somebody else who had the address at the same provider before', async () => {
    const deps = depsWith();
    const { email } = await makePerson(deps);
    await signInByBrowser(deps, newcomer({ email }).account);
    const successor = await signInByBrowser(deps, newcomer({ email }).account);
    expect(successor).toMatchObject({ code: 'provider_other_identity', caller: null });
  });

  it('is another person under the same subject of another issuer', async () => {
    const person = await makePerson(depsWith());
    const { account } = newcomer({ email: person.email });
    await signInByBrowser(depsWith(), account);
    other.has(account, { email: 'somebody@example.com', email_verified: true });
    const elsewhere = depsWith({}, other);
    expect((await signInByBrowser(elsewhere, account)).code).toBe('provider_no_account');
    other.has(account, { email: person.email, email_verified: true });
    expect((await signInByBrowser(elsewhere, account)).caller).toMatchObject({ id: person.id });
    expect(
      await db.query('SELECT FROM user_identity WHERE user_id = $1', [person.id]),
    ).toHaveLength(2);
  });
});

describe('joining by the domain of the address', () => {
  const joining = (idpId: string, more: Record<string, string> = {}) =>
    depsWith({
      OIDC_JOIN_DOMAINS: 'Acme.example',
      OIDC_JOIN_ORGANIZATION: idpId,
      OIDC_JOIN_ROLE: 'member',
      ...more,
    });

  it('makes a member, once: who was removed does not come back by it', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId);
    const { account } = newcomer({ email: `J-${String(Date.now())}@ACME.example` });
    const { caller } = await signInByBrowser(deps, account);
    expect(caller?.active).toEqual({ organizationId, role: 'member' });
    expect(await auditOf(organizationId, caller?.id)).toEqual([
      expect.objectContaining({
        action: 'member.join',
        after: expect.objectContaining({ by: 'domain', role: 'member' }),
      }),
    ]);
    await removeMember(deps, await makeActor(deps, organizationId), caller?.id ?? '');
    expect((await signInByBrowser(deps, account)).caller).toMatchObject({ active: null });
  });

  it('is not for who was removed, when the trail knows it no more', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId);
    deps.clock.set('2024-03-01T12:00:00Z');
    const { account } = newcomer({ email: `past-${String(Date.now())}@acme.example` });
    const { caller } = await signInByBrowser(deps, account);
    await removeMember(deps, await makeActor(deps, organizationId), caller?.id ?? '');
    await forgetTrail(organizationId);
    expect(await auditOf(organizationId, caller?.id)).toEqual([]);
    deps.clock.set('2026-11-21T12:00:00Z');
    expect((await signInByBrowser(deps, account)).caller).toMatchObject({ active: null });
  });

  it('is not for who was removed under another id: their address is known', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId);
    const email = `moved-${String(Date.now())}@acme.example`;
    const { account } = newcomer({ email });
    const before = await makePerson(deps, { organizationId, role: 'member' });
    await db.query('UPDATE app_user SET email = $2 WHERE id = $1', [before.id, email]);
    await removeMember(deps, await makeActor(deps, organizationId), before.id);
    await db.query('UPDATE app_user SET email = $2 WHERE id = $1', [before.id, before.email]);
    const { caller } = await signInByBrowser(deps, account);
    expect(caller).toMatchObject({ email, active: null });
    expect(caller?.id).not.toBe(before.id);

    // Somebody else of the domain is none of them.
    const other = newcomer({ email: `other-${email}` });
    expect((await signInByBrowser(deps, other.account)).caller).toMatchObject({
      active: { organizationId },
    });
  });

  it('is not for who was removed by a process of the version before, which tells the trail alone', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId);
    const { account } = newcomer({ email: `older-${String(Date.now())}@acme.example` });
    const { caller } = await signInByBrowser(deps, account);
    await removeMember(deps, await makeActor(deps, organizationId), caller?.id ?? '');
    await db.query('DELETE FROM former_member WHERE organization_id = $1', [organizationId]);
    expect((await signInByBrowser(deps, account)).caller).toMatchObject({ active: null });
  });

  it('counts a person as removed until an invitation makes them a member again', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId);
    const email = `back-${String(Date.now())}@acme.example`;
    const { account } = newcomer({ email });
    const { caller } = await signInByBrowser(deps, account);
    const admin = await makeActor(deps, organizationId);
    const remembered = () =>
      db.query('SELECT user_id, left_at FROM former_member WHERE organization_id = $1', [
        organizationId,
      ]);
    await removeMember(deps, admin, caller?.id ?? '');
    expect(await remembered()).toEqual([{ user_id: caller?.id, left_at: deps.clock.now() }]);
    const { accept_url: link } = await invite(deps, admin, { email, role: 'viewer' });
    const back = (await signInByBrowser(deps, account)).caller;
    if (!back) throw new Error('They have an account');
    await acceptInvitation(deps, back, link.slice(-43), admin.origin);
    expect(await rolesOf(organizationId, back.id)).toEqual(['viewer']);
    expect(await remembered()).toEqual([]);

    await removeMember(deps, admin, back.id);
    expect(await remembered()).toHaveLength(1);
    expect((await signInByBrowser(deps, account)).caller).toMatchObject({ active: null });
  });

  it.each(['acme.example.evil.example', 'sub.acme.example', 'evilacme.example'])(
    'is not for %s',
    async (domain) => {
      const deps = joining(await makeOrganization(depsWith()));
      const { account } = newcomer({ email: `ada@${domain}` });
      expect((await signInByBrowser(deps, account)).code).toBe('provider_no_account');
    },
  );

  it('needs a verified address and an organization that is there', async () => {
    const organizationId = await makeOrganization(depsWith());
    const unverified = newcomer({ email: 'u@acme.example', email_verified: false });
    expect((await signInByBrowser(joining(organizationId), unverified.account)).code).toBe(
      'provider_unverified',
    );
    const { account } = newcomer({ email: 'nowhere@acme.example' });
    expect((await signInByBrowser(joining('nowhere'), account)).code).toBe('provider_no_account');
  });

  it('gives the role of the claim before that of the configuration', async () => {
    const organizationId = await makeOrganization(depsWith());
    const deps = joining(organizationId, { OIDC_ROLE_CLAIM: 'groups' });
    const { account } = newcomer({ email: 'boss@acme.example', groups: ['/eventide-admin'] });
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('admin');
  });
});

describe('the role that the provider names', () => {
  async function memberWithGroups(role: PersonRole, groups: unknown) {
    const deps = depsWith({ OIDC_ROLE_CLAIM: 'groups' });
    const organizationId = await makeOrganization(deps);
    const { id, email } = await makePerson(deps, { organizationId, role });
    const { account } = newcomer({ email, groups });
    return { deps, organizationId, id, email, account };
  }

  it('holds from the sign-in on, and is audited', async () => {
    const { deps, organizationId, id, account, email } = await memberWithGroups('viewer', [
      'staff',
      'eventide-member',
    ]);
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('member');
    expect((await auditOf(organizationId, id)).at(-1)).toMatchObject({
      action: 'member.change_role',
      actor: 'Single sign-on',
    });
    acme.has(account, { email, email_verified: true, groups: ['staff'] });
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('viewer');
  });

  it('changes nothing when the claim is missing', async () => {
    const { deps, account } = await memberWithGroups('member', undefined);
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('member');
    expect(deps.logged()).toContain('role claim missing');
  });

  it('leaves the last admin one', async () => {
    const { deps, organizationId, account } = await memberWithGroups('admin', ['viewer']);
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('admin');
    expect(deps.logged()).toContain('last admin kept');
    await makePerson(deps, { organizationId, role: 'admin' });
    expect((await signInByBrowser(deps, account)).caller?.active?.role).toBe('viewer');
  });

  it('is nobody to somebody of several organizations, unless one of them is named', async () => {
    const { deps, organizationId, id, account } = await memberWithGroups('member', ['admin']);
    const second = await makeOrganization(deps, 'Second');
    await db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
      [second, id],
    );
    await signInByBrowser(deps, account);
    expect(await rolesOf(organizationId, id)).toEqual(['member']);
    expect(await rolesOf(second, id)).toEqual(['viewer']);
  });
});
