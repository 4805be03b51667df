import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits } from '@/test/limits';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { storedText } from '@/test/stored';
import { createInvitationOutput } from './create-invitation';
import { invitationRecord } from './dto';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let path: string;
let admin: SignedIn;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
  path = `/idp/${organizationId}/invitations`;
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
});

const DAY_MS = 86_400_000;

async function invite(email: string, role = 'member') {
  const answer = await admin.rest('POST', path, { email, role });
  expect(answer.status).toBe(201);
  return createInvitationOutput.strict().parse(answer.body);
}

async function list() {
  const answer = await admin.rest('GET', path);
  expect(answer.status).toBe(200);
  return invitationRecord.strict().array().parse(answer.body);
}

describe('inviting', () => {
  test('gives the link once, and stores no token', async () => {
    const { accept_url: link, mail, ...record } = await invite(' Grace@Example.COM ');
    expect(mail).toBe('sent');
    expect(record).toEqual({
      id: record.id,
      email: 'grace@example.com',
      role: 'member',
      status: 'pending',
      expires_at: '2026-11-28T12:00:00.000Z',
      invited_by: 'Ada Lovelace',
      created_at: '2026-11-21T12:00:00.000Z',
    });
    expect(link).toMatch(/^https:\/\/eventide\.example\.com\/invitations\/[\w-]{43}$/);
    expect(await list()).toEqual([record]);
    const token = link?.slice(-43);
    expect(await storedText(deps.db)).not.toContain(token);
    expect(deps.logged()).not.toContain(token);
    expect(
      await deps.db.query('SELECT action, after FROM audit_event WHERE organization_id = $1', [
        organizationId,
      ]),
    ).toEqual([{ action: 'invitation.create', after: record }]);
  });

  test('an address that has not answered renews its invitation, also after the end', async () => {
    const first = await invite('grace@example.com', 'viewer');
    deps.clock.advance(DAY_MS);
    const second = await invite('grace@example.com', 'admin');
    expect(second).toMatchObject({
      id: first.id,
      role: 'admin',
      created_at: first.created_at,
      expires_at: '2026-11-29T12:00:00.000Z',
    });
    expect(second.accept_url).not.toBe(first.accept_url);
    deps.clock.advance(8 * DAY_MS);
    expect(await list()).toMatchObject([{ id: first.id, status: 'expired' }]);
    expect(await invite('grace@example.com')).toMatchObject({ id: first.id, status: 'pending' });
    const atOnce = await Promise.all([invite('x@example.com'), invite('x@example.com')]);
    expect(new Set(atOnce.map(({ id }) => id)).size).toBe(1);
    expect(await list()).toHaveLength(2);
  });

  test('a member is a 409, in this organization alone', async () => {
    const member = await signedIn(deps, rest, { organizationId, role: 'viewer' });
    const body = { email: member.email.toUpperCase(), role: 'admin' };
    expect(await admin.rest('POST', path, body)).toEqual({
      status: 409,
      body: { detail: 'This person is already a member' },
    });
    const other = await makeOrganization(deps);
    const call = await rest.as(other, 'admin');
    expect(await call('POST', `/idp/${other}/invitations`, body)).toMatchObject({
      status: 201,
      body: { invited_by: 'CI' },
    });
    expect(await list()).toEqual([]);
  });

  test.each([
    [{ email: 'grace', role: 'member' }, 'email', 'value_error'],
    [{ email: 'a\0@example.com', role: 'member' }, 'email', 'value_error'],
    [{ email: `${'a'.repeat(60)}@${'b'.repeat(200)}.com`, role: 'member' }, 'email', undefined],
    [{ email: 1, role: 'member' }, 'email', 'string_type'],
    [{ role: 'member' }, 'email', 'missing'],
    [{ email: 'grace@example.com' }, 'role', 'missing'],
    [{ email: 'grace@example.com', role: 'scanner' }, 'role', 'enum'],
    [{ email: 'grace@example.com', role: 'owner' }, 'role', 'enum'],
  ])('refuses %j', async (body, field, type) => {
    expect(await admin.rest('POST', path, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field], ...(type !== undefined && { type }) }] },
    });
  });
});

test('is for admins, reading for everybody but scanners, and nothing for strangers', async () => {
  const body = { email: 'grace@example.com', role: 'viewer' };
  for (const role of ['scanner', 'viewer', 'member', 'admin'] as const) {
    const call = await rest.as(organizationId, role);
    expect((await call('POST', path, body)).status).toBe(role === 'admin' ? 201 : 403);
    expect((await call('GET', path)).status).toBe(role === 'scanner' ? 403 : 200);
  }
  const viewer = await signedIn(deps, rest, { organizationId, role: 'viewer' });
  expect(await viewer.rest('POST', path, body)).toMatchObject({ status: 403 });
  const stranger = await rest.as(await makeOrganization(deps), 'admin');
  for (const id of [organizationId, 'unknown']) {
    const foreign = `/idp/${id}/invitations`;
    expect(await stranger('GET', foreign)).toMatchObject({ status: 404 });
    expect(await stranger('POST', foreign, body)).toMatchObject({ status: 404 });
    expect(await stranger('POST', foreign, {})).toMatchObject({ status: 422 });
  }
  expect(await rest.anonymously('GET', path)).toMatchObject({ status: 401 });
  expect(await rest.anonymously('POST', path, body)).toMatchObject({ status: 401 });
});

describe('revoking', () => {
  test('voids an invitation, once, and frees the address for a new one', async () => {
    const first = await invite('grace@example.com');
    const dashboard = await admin.dashboard();
    expect(await dashboard.invitation.revoke({ id: first.id })).toMatchObject({
      id: first.id,
      status: 'revoked',
    });
    await expect(dashboard.invitation.revoke({ id: first.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invitation has been revoked already',
    });
    deps.clock.advance(1);
    const second = await invite('grace@example.com');
    expect(await list()).toMatchObject([
      { id: second.id, status: 'pending' },
      { id: first.id, status: 'revoked' },
    ]);
  });

  test('is for admins of the organization', async () => {
    const { id } = await invite('grace@example.com');
    const member = await signedIn(deps, rest, { organizationId, role: 'member' });
    await expect((await member.dashboard()).invitation.revoke({ id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const stranger = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'admin',
    });
    await expect((await stranger.dashboard()).invitation.revoke({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Invitation not found',
    });
  });
});
