import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v4 as uuidv4 } from 'uuid';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { storeInvitation } from '@/server/invitation/service/invite';
import { insertMembership, insertOrganization } from '@/server/organization/repository';
import { insertIdentity } from '@/server/single-sign-on/repository';
import { signInByProvider } from '@/server/single-sign-on/service/sign-in';
import { makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { keycloakDirectory } from './keycloak-directory';
import { KeycloakFailure } from './admin-client';
import type { KeycloakMember, KeycloakOrganizations } from './organizations';

const ISSUER = 'https://id.example.com/realms/company';
const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const UNAVAILABLE = {
  status: 503,
  body: { detail: 'The identity provider does not answer' },
};

const silent = () => Promise.reject(new KeycloakFailure('timeout'));
/** Answers of a server that is down; tests put in single answers of one that is up. */
const DOWN: KeycloakOrganizations = {
  organization: silent,
  member: silent,
  members: silent,
  organizationsOf: silent,
  invite: silent,
  invitationLifetimeMs: silent,
  remove: silent,
};

let deps: TestDeps;
let rest: RestClient;
let organizations: KeycloakOrganizations;
let organizationId: OrganizationId;
let idpId: string;
let admin: SignedIn;

beforeAll(async () => {
  const plain = testDeps(await testDatabase());
  // Each test says what Keycloak does.
  const context = {
    issuer: ISSUER,
    get organizations() {
      return organizations;
    },
  };
  deps = { ...plain, identityProvider: keycloakDirectory(context) };
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organizations = DOWN;
  organizationId = newOrganizationId();
  idpId = uuidv4();
  const at = deps.clock.now();
  const row = { id: organizationId, name: 'Acme', idpId, createdByApiKeyId: null };
  await insertOrganization(deps.db, { ...row, createdAt: at, updatedAt: at });
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
});

async function link(userId: string): Promise<string> {
  const subject = uuidv4();
  await insertIdentity(deps.db, { issuer: ISSUER, subject }, userId, deps.clock.now());
  return subject;
}

const bringAll = () =>
  deps.identityProvider.memberships?.bringAllUpToDate(deps, new AbortController().signal);

function personThere(id: string, email: string): KeycloakMember {
  const standing = { isEnabled: true, userStore: null };
  return {
    ...standing,
    ...{ id, name: 'Grace Hopper', email, isEmailVerified: true, createdAt: new Date(0) },
  };
}

describe('while Keycloak does not answer', () => {
  test('members, invitations and new organizations are a 503 that says when to try again', async () => {
    expect(await admin.rest('GET', `/idp/${idpId}/members`)).toMatchObject(UNAVAILABLE);
    const body = { email: 'grace@example.com', role: 'viewer' };
    expect(await admin.rest('POST', `/idp/${idpId}/invitations`, body)).toMatchObject(UNAVAILABLE);
    expect(await admin.rest('GET', `/idp/${idpId}/invitations`)).toMatchObject({ body: [] });
    await link(admin.id);
    const wanted = { name: 'Mine', idp_id: uuidv4() };
    expect(await admin.rest('POST', '/organizations/', wanted)).toMatchObject(UNAVAILABLE);
  });

  test('everything else goes on, and so does signing in', async () => {
    expect(await admin.rest('GET', '/software')).toMatchObject({ status: 200 });
    const subject = await link(admin.id);
    const claims = { iss: ISSUER, sub: subject, email: admin.email, email_verified: true };
    const visit = { claims, idToken: '', userAgent: 'test', origin: ORIGIN };
    expect(await signInByProvider(deps, visit)).toMatchObject({ refused: null });
    expect(await admin.caller()).toMatchObject({ active: { organizationId, role: 'admin' } });
    const stranger = { ...visit, claims: { ...claims, sub: uuidv4(), email: 'x@example.com' } };
    expect(await signInByProvider(deps, stranger)).toMatchObject({ refused: 'no_account' });
    expect((await bringAll())?.failed).toBeGreaterThan(0);
    expect(await admin.caller()).toMatchObject({ active: { organizationId } });
  });

  test('an organization of an id that none can have is passed over when somebody signs in', async () => {
    const subject = await link(admin.id);
    const ids = ['x\0', '\ud800', idpId];
    organizations = { ...DOWN, organizationsOf: () => Promise.resolve(ids) };
    const claims = { iss: ISSUER, sub: subject, email: admin.email, email_verified: true };
    const visit = { claims, idToken: '', userAgent: 'test', origin: ORIGIN };
    expect(await signInByProvider(deps, visit)).toMatchObject({ refused: null });
  });

  test('a member loses access at once, and the rest is done by trying again', async () => {
    const member = await signedIn(deps, rest, { organizationId, role: 'member' });
    const subject = await link(member.id);
    const remove = () => admin.rest('DELETE', `/idp/${idpId}/members/${member.id}`);
    expect(await remove()).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('has no access here any more') as string },
    });
    expect(await member.caller()).toBeNull();
    const people = new Map([[subject, personThere(subject, member.email)]]);
    organizations = {
      ...DOWN,
      members: () => Promise.resolve({ people: [...people.values()], isComplete: true }),
      organizationsOf: () => Promise.resolve([]),
      remove: (_id, userId) => Promise.resolve(void people.delete(userId)),
    };
    expect(await admin.rest('GET', `/idp/${idpId}/members`)).toMatchObject({
      body: [{ user_id: admin.id }, { user_id: member.id, role: 'viewer' }],
    });
    expect(await remove()).toMatchObject({ status: 200, body: { user_id: member.id } });
    expect(people.size).toBe(0);
    expect(await remove()).toMatchObject({ status: 404 });
  });
});

test('an organization whose memberships fail here keeps no other from its turn', async () => {
  await deps.db.query('UPDATE organization SET idp_id = id::text');
  await deps.db.query('UPDATE organization SET idp_id = $2 WHERE id = $1', [organizationId, idpId]);
  const laterIdpId = uuidv4();
  const at = deps.clock.now();
  const row = {
    id: newOrganizationId(),
    name: 'Later',
    idpId: laterIdpId,
    createdByApiKeyId: null,
  };
  await insertOrganization(deps.db, { ...row, createdAt: at, updatedAt: at });
  const asked: string[] = [];
  organizations = {
    ...DOWN,
    organization: (id) => {
      asked.push(id);
      if (id === idpId) return Promise.reject(new Error('a row that cannot be read'));
      return Promise.resolve({ isEnabled: true, adminIds: new Set() });
    },
    members: () => Promise.resolve({ people: [], isComplete: true }),
  };
  expect(await bringAll()).toEqual({ failed: 1 });
  expect(asked).toEqual([idpId, laterIdpId]);
});

describe('somebody whom Keycloak counts among the members no more, or who never came here', () => {
  /** Invites an address as admin, before its person becomes a member in another way. */
  async function invited(email: string): Promise<string> {
    const { record } = await storeInvitation(
      deps,
      { kind: 'person', id: admin.id, name: 'Ada', organizationId, role: 'admin', origin: ORIGIN },
      { email, role: 'admin' },
      { tokenHash: randomBytes(32), mailedTokenHash: null, lifetimeMs: 1_000 },
    );
    return record.id;
  }
  const revoked = () =>
    deps.db.query(
      'SELECT id FROM invitation WHERE revoked_at IS NOT NULL AND organization_id = $1',
      [organizationId],
    );
  const former = () =>
    deps.db.query('SELECT user_id FROM former_member WHERE organization_id = $1', [organizationId]);

  test('has no invitation from before, and is remembered until they are a member again', async () => {
    const person = await makePerson(deps);
    const subject = await link(person.id);
    const invitationId = await invited(person.email);
    await insertMembership(organizationId, deps.db, {
      ...{ userId: person.id, role: 'viewer', joinedAt: deps.clock.now() },
    });
    const there = { isEnabled: true, adminIds: new Set<string>() };
    let people: KeycloakMember[] = [];
    organizations = {
      ...DOWN,
      organization: (id) => Promise.resolve(id === idpId ? there : null),
      member: (_id, userId) => Promise.resolve(people.find(({ id }) => id === userId) ?? null),
      members: () => Promise.resolve({ people, isComplete: true }),
      organizationsOf: () => Promise.resolve([]),
    };
    await bringAll();
    expect(await revoked()).toEqual([{ id: invitationId }]);
    expect(await former()).toEqual([{ user_id: person.id }]);
    people = [personThere(subject, person.email)];
    await bringAll();
    expect(await former()).toEqual([]);
    expect(
      await deps.db.query('SELECT role FROM membership WHERE user_id = $1', [person.id]),
    ).toEqual([{ role: 'viewer' }]);
  });

  test('loses the role that awaits them when they are removed before they came', async () => {
    const subject = uuidv4();
    const email = `${subject}@example.com`;
    const invitationId = await invited(email);
    organizations = {
      ...DOWN,
      members: () => Promise.resolve({ people: [personThere(subject, email)], isComplete: true }),
      organizationsOf: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
    };
    expect(await admin.rest('DELETE', `/idp/${idpId}/members/${subject}`)).toMatchObject({
      status: 200,
      body: { user_id: subject, role: 'admin' },
    });
    expect(await revoked()).toEqual([{ id: invitationId }]);
    expect(await former()).toEqual([{ user_id: subject }]);
  });
});

describe('somebody who comes from Keycloak', () => {
  test('gets an account and the membership by signing in', async () => {
    const subject = uuidv4();
    const email = `${subject}@example.com`;
    organizations = {
      ...DOWN,
      organizationsOf: () => Promise.resolve([idpId]),
      organization: () => Promise.resolve({ isEnabled: true, adminIds: new Set() }),
      member: () => Promise.resolve(personThere(subject, email)),
    };
    const claims = { iss: ISSUER, sub: subject, email, email_verified: true, name: 'Grace Hopper' };
    const visit = { claims, idToken: '', userAgent: 'test', origin: ORIGIN };
    const { sessionId } = await signInByProvider(deps, visit);
    expect(
      await deps.db.query(
        `SELECT u.name, m.role, s.active_organization_id AS active
           FROM user_session s JOIN app_user u ON u.id = s.user_id JOIN membership m ON m.user_id = u.id
          WHERE s.id = $1`,
        [sessionId],
      ),
    ).toEqual([{ name: 'Grace Hopper', role: 'viewer', active: organizationId }]);
  });

  test('is told from somebody here by the address alone, and listed once', async () => {
    const { id, email } = await makePerson(deps);
    const joinedAt = deps.clock.now();
    await insertMembership(organizationId, deps.db, { userId: id, role: 'member', joinedAt });
    const there = personThere(uuidv4(), email);
    organizations = {
      ...DOWN,
      members: () => Promise.resolve({ people: [there], isComplete: true }),
    };
    const listed = await deps.identityProvider.members(deps, {
      ...{ kind: 'person', id: admin.id, name: '', organizationId, role: 'admin' },
    });
    expect(listed.map(({ user_id: one, role }) => [one, role])).toEqual(
      expect.arrayContaining([
        [admin.id, 'admin'],
        [id, 'member'],
      ]),
    );
    expect(listed).toHaveLength(2);
  });
});
