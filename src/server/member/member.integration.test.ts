import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { invite } from '@/server/invitation/service/invite';
import { makeOrganization } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { browserOf, signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { memberRecord } from './dto';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let members: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organizationId = await makeOrganization(deps);
  members = `/idp/${organizationId}/members`;
});

const join = (role: PersonRole) => signedIn(deps, rest, { organizationId, role });
const remove = (by: SignedIn, whom: SignedIn) => by.rest('DELETE', `${members}/${whom.id}`);

const LAST_ADMIN = {
  status: 409,
  body: { detail: 'The last admin of an organization can be neither removed nor demoted' },
};
const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };

async function rolesNow(): Promise<string[]> {
  const rows = await deps.db.query<{ role: string }>(
    'SELECT role FROM membership WHERE organization_id = $1 ORDER BY role',
    [organizationId],
  );
  return rows.map(({ role }) => role);
}

describe('listing members', () => {
  test('gives each with their role, by name', async () => {
    const [admin, viewer] = [await join('admin'), await join('viewer')];
    await deps.db.query(`UPDATE app_user SET name = 'ada' WHERE id = $1`, [viewer.id]);
    const answer = await viewer.rest('GET', members);
    expect(answer).toEqual({
      status: 200,
      body: [
        {
          user_id: viewer.id,
          email: viewer.email,
          name: 'ada',
          role: 'viewer',
          joined_at: deps.clock.now().toISOString(),
          email_verified: true,
        },
        expect.objectContaining({ user_id: admin.id, name: 'Ada Lovelace', role: 'admin' }),
      ],
    });
    memberRecord.strict().array().parse(answer.body);
  });

  test('is for members and keys of the organization, but for scanners', async () => {
    const scanner = await rest.as(organizationId, 'scanner');
    expect(await scanner('GET', members)).toEqual(FORBIDDEN);
    const viewer = await rest.as(organizationId, 'viewer');
    expect(await viewer('GET', members)).toMatchObject({ status: 200 });
    expect(await rest.anonymously('GET', members)).toMatchObject({ status: 401 });
    const stranger = await rest.as(await makeOrganization(deps), 'admin');
    for (const id of [organizationId, 'unknown']) {
      expect(await stranger('GET', `/idp/${id}/members`)).toEqual({
        status: 404,
        body: { detail: 'Organization not found' },
      });
    }
    expect(await viewer('GET', '/idp/%00/members')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'idp_org_id'], type: 'value_error' }] },
    });
  });
});

describe('removing a member', () => {
  test('answers with them, ends their sessions here and no other', async () => {
    const other = await makeOrganization(deps);
    const [admin, member] = [await join('admin'), await join('member')];
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
      [other, member.id],
    );
    const elsewhere = await browserOf(deps, rest, member);
    await (await elsewhere.dashboard()).session.switchOrganization({ organizationId: other });
    const answer = await remove(admin, member);
    expect(answer).toMatchObject({ status: 200, body: { user_id: member.id, role: 'member' } });
    memberRecord.strict().parse(answer.body);
    expect(await member.rest('GET', '/software')).toMatchObject({ status: 401 });
    expect(await elsewhere.rest('GET', '/software')).toMatchObject({ status: 200 });
    expect(await elsewhere.rest('GET', members)).toMatchObject({ status: 404 });
    expect(await remove(admin, member)).toEqual({
      status: 404,
      body: { detail: 'Member not found' },
    });
    expect(
      await deps.db.query('SELECT * FROM audit_event WHERE organization_id = $1', [organizationId]),
    ).toMatchObject([
      { action: 'member.remove', subject_id: member.id, before: { email: member.email } },
    ]);
  });

  test('is for admins and admin keys; others may only leave', async () => {
    const [viewer, member] = [await join('viewer'), await join('member')];
    await join('admin');
    expect(await remove(viewer, member)).toEqual(FORBIDDEN);
    expect(await remove(member, viewer)).toEqual(FORBIDDEN);
    for (const role of ['scanner', 'viewer', 'member'] as const) {
      const key = await rest.as(organizationId, role);
      expect(await key('DELETE', `${members}/${viewer.id}`)).toEqual(FORBIDDEN);
    }
    const left = await viewer.rest('DELETE', `${members}/${viewer.id.toUpperCase()}`);
    expect(left).toMatchObject({ status: 200, body: { user_id: viewer.id } });
    expect(await viewer.caller()).toMatchObject({ id: viewer.id, active: null });
    const adminKey = await rest.as(organizationId, 'admin');
    expect(await adminKey('DELETE', `${members}/${member.id}`)).toMatchObject({ status: 200 });
    expect(await rest.anonymously('DELETE', `${members}/x`)).toMatchObject({ status: 401 });
  });

  test('of whom there is not: 404, as to whoever is not a member', async () => {
    const admin = await join('admin');
    const stranger = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'admin',
    });
    for (const id of ['x', uuidv7(), stranger.id]) {
      expect(await admin.rest('DELETE', `${members}/${id}`)).toEqual({
        status: 404,
        body: { detail: 'Member not found' },
      });
    }
    expect(await remove(stranger, admin)).toEqual({
      status: 404,
      body: { detail: 'Organization not found' },
    });
    expect(await remove(stranger, stranger)).toMatchObject({ status: 404 });
    expect(await admin.rest('DELETE', `${members}/%00`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'user_id'] }] },
    });
  });

  test('never takes the last admin, not even by themselves', async () => {
    const admin = await join('admin');
    await join('member');
    expect(await remove(admin, admin)).toEqual(LAST_ADMIN);
  });

  test('by each other at once leaves one of two admins', async () => {
    for (let round = 0; round < 5; round += 1) {
      await deps.db.query('DELETE FROM membership WHERE organization_id = $1', [organizationId]);
      const [one, two] = [await join('admin'), await join('admin')];
      const answers = await Promise.all([remove(one, two), remove(two, one)]);
      expect(await rolesNow()).toEqual(['admin']);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});

describe('invitations of a member who is removed', () => {
  const invited = async (by: SignedIn, email: string) => {
    const answer = await by.rest('POST', `/idp/${organizationId}/invitations`, {
      email,
      role: 'admin',
    });
    expect(answer.status).toBe(201);
    const { id, accept_url: link } = answer.body as { id: string; accept_url: string }; // invitations' own tests parse it
    return { id, token: link.slice(-43) };
  };
  const statusOf = async ({ token }: { readonly token: string }) =>
    (await callAnonymously(deps).invitation.preview({ token })).status;

  test('to their own address are void, whoever sent them', async () => {
    const admin = await join('admin');
    const person = await signedIn(deps, rest);
    const own = await invited(admin, person.email);
    const other = await invited(admin, 'grace@example.com');
    // As by the domain of the address: the link stays unused.
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
      [organizationId, person.id],
    );
    await remove(admin, person);
    expect([await statusOf(own), await statusOf(other)]).toEqual(['revoked', 'pending']);
    const dashboard = await (await browserOf(deps, rest, person)).dashboard();
    await expect(dashboard.invitation.accept({ token: own.token })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invitation has been revoked',
    });
    expect(await rolesNow()).toEqual(['admin']);
    expect(
      await deps.db.query(
        `SELECT actor_id, subject_kind, subject_id, before ->> 'status' AS before, after ->> 'status' AS after
           FROM audit_event WHERE organization_id = $1 AND action = 'invitation.revoke'`,
        [organizationId],
      ),
    ).toEqual([
      {
        actor_id: admin.id,
        subject_kind: 'invitation',
        subject_id: own.id,
        before: 'pending',
        after: 'revoked',
      },
    ]);
    // Invited afterwards, they come back.
    const later = await invited(admin, person.email);
    await dashboard.invitation.accept({ token: later.token });
    expect(await rolesNow()).toEqual(['admin', 'admin']);
  });

  test('that they sent last, or a key of theirs did, are void where their keys are revoked', async () => {
    const [boss, kept, gone] = [await join('admin'), await join('admin'), await join('admin')];
    const elsewhere = await makeOrganization(deps);
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
      [elsewhere, gone.id],
    );
    const byKept = await invited(kept, 'kept@example.com');
    const byGone = await invited(gone, 'gone@example.com');
    const key = await gone.rest('POST', '/api_key', { name: 'CI', role: 'admin' });
    const headers = { 'x-api-key': (key.body as { key: string }).key };
    const body = { email: 'key@example.com', role: 'member' };
    const answer = await rest.call(headers, 'POST', `/idp/${organizationId}/invitations`, body);
    const byKey = { token: (answer.body as { accept_url: string }).accept_url.slice(-43) };
    await invited(gone, 'renewed@example.com');
    const renewed = await invited(boss, 'renewed@example.com');
    const there = { email: 'there@example.com', role: 'member' } as const;
    const actor = { kind: 'person', id: gone.id, name: 'Ada', role: 'admin' } as const;
    const origin = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
    const theirs = await invite(deps, { ...actor, organizationId: elsewhere, origin }, there);
    const statuses = () => Promise.all([byKept, byGone, byKey, renewed].map(statusOf));

    await remove(boss, kept);
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending']);
    await boss.rest('DELETE', `${members}/${gone.id}?revoke_keys=true`);
    expect(await statuses()).toEqual(['pending', 'revoked', 'revoked', 'pending']);
    expect(await statusOf({ token: theirs.accept_url.slice(-43) })).toBe('pending');
    expect(
      await deps.db.query(
        `SELECT count(*)::int AS n FROM audit_event WHERE organization_id = $1 AND action = 'invitation.revoke'`,
        [organizationId],
      ),
    ).toEqual([{ n: 2 }]);
  });
});

describe('changing a role', () => {
  const change = async (by: SignedIn, whom: SignedIn, role: PersonRole) =>
    (await by.dashboard()).member.changeRole({ userId: whom.id, role });

  test('holds from the next request on', async () => {
    const [admin, member] = [await join('admin'), await join('viewer')];
    expect(await change(admin, member, 'admin')).toMatchObject({
      user_id: member.id,
      role: 'admin',
    });
    expect(await member.caller()).toMatchObject({ active: { role: 'admin' } });
    await change(member, admin, 'viewer');
    expect(await admin.rest('GET', '/api_key')).toMatchObject({ status: 403 });
    await expect(change(admin, member, 'viewer')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(
      await deps.db.query(
        'SELECT action, before, after FROM audit_event WHERE organization_id = $1 ORDER BY id',
        [organizationId],
      ),
    ).toMatchObject([
      { action: 'member.change_role', before: { role: 'viewer' }, after: { role: 'admin' } },
      { action: 'member.change_role', before: { role: 'admin' }, after: { role: 'viewer' } },
    ]);
  });

  test('never demotes the last admin, also when two demote each other at once', async () => {
    const one = await join('admin');
    await expect(change(one, one, 'member')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await change(one, one, 'admin')).toMatchObject({ role: 'admin' });
    const two = await join('admin');
    await Promise.allSettled([change(one, two, 'viewer'), change(two, one, 'viewer')]);
    expect(await rolesNow()).toEqual(['viewer', 'admin']);
  });

  test('reaches nobody in another organization', async () => {
    const admin = await join('admin');
    const stranger = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'viewer',
    });
    await expect(change(admin, stranger, 'admin')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the keys of a member', () => {
  async function keysOf(admin: SignedIn) {
    const made = new Map<string, string>();
    for (const role of ['scanner', 'viewer', 'member', 'admin'] as const) {
      const answer = await admin.rest('POST', '/api_key', { name: role, role });
      made.set(role, (answer.body as { key: string }).key);
    }
    const resultOf = async (role: string) => {
      const headers = { 'x-api-key': made.get(role) ?? '' };
      return (await authenticate(new Headers(headers), deps)).result;
    };
    const working = async () => {
      const roles = [...made.keys()];
      const results = await Promise.all(roles.map(resultOf));
      return roles.filter((_, index) => results[index] === 'accepted');
    };
    return { working };
  }
  const marked = async (by: SignedIn) =>
    (await (await by.dashboard()).apiKey.list())
      .filter((key) => key.exceeds_creator)
      .map(({ name }) => name)
      .toSorted();

  test('stay when they are demoted, and are marked; or end with what they may no longer', async () => {
    const [boss, admin] = [await join('admin'), await join('admin')];
    const { working } = await keysOf(admin);
    const { member } = await boss.dashboard();
    expect(await marked(boss)).toEqual([]);
    const beyond = await member.keys({ userId: admin.id, role: 'member' });
    expect(beyond.map(({ name }) => name)).toEqual(['admin']);
    await member.changeRole({ userId: admin.id, role: 'member' });
    expect(await working()).toEqual(['scanner', 'viewer', 'member', 'admin']);
    expect(await marked(boss)).toEqual(['admin']);
    await member.changeRole({ userId: admin.id, role: 'viewer', revokeKeys: true });
    expect(await working()).toEqual(['viewer']);
    expect(await marked(boss)).toEqual([]);
  });

  test('stay when they are removed, unless that is asked for', async () => {
    const [boss, one, two] = [await join('admin'), await join('admin'), await join('admin')];
    const [left, gone] = [await keysOf(one), await keysOf(two)];
    await remove(boss, one);
    expect(await left.working()).toHaveLength(4);
    expect(await marked(boss)).toHaveLength(4);
    const answer = await boss.rest('DELETE', `${members}/${two.id}?revoke_keys=true`);
    expect(answer.status).toBe(200);
    expect(await gone.working()).toEqual([]);
    expect(
      await deps.db.query(
        `SELECT count(*)::int AS n FROM audit_event WHERE organization_id = $1 AND action = 'api_key.revoke'`,
        [organizationId],
      ),
    ).toEqual([{ n: 4 }]);
    expect(await boss.rest('DELETE', `${members}/${one.id}?revoke_keys=maybe`)).toMatchObject({
      status: 422,
    });
  });

  test('are revoked by admins alone', async () => {
    await join('admin');
    const viewer = await join('viewer');
    expect(await viewer.rest('DELETE', `${members}/${viewer.id}?revoke_keys=true`)).toMatchObject({
      status: 403,
    });
    expect(await viewer.caller()).not.toBeNull();
    const { member } = await viewer.dashboard();
    await expect(member.keys({ userId: viewer.id, role: null })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
