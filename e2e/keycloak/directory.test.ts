import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, PersonCaller } from '@/server/platform/auth/principal';
import { makePerson, makeSession } from '@/test/accounts';
import { actorOf } from '@/test/directory/bench';
import { browserOf } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { keycloakBench, type KeycloakBench, type LinkedPerson } from './keycloak-bench';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const newAddress = () => `${randomBytes(6).toString('hex')}@example.com`;

let bench: KeycloakBench;
let organizationId: OrganizationId;
let idpId: string;
let admin: Actor;

beforeAll(async () => {
  bench = await keycloakBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  organizationId = await bench.organization();
  idpId = await bench.idAt(organizationId);
  admin = actorOf(await bench.member(organizationId, 'admin'), organizationId);
});

const directory = () => bench.deps.identityProvider;
const members = () => directory().members(bench.deps, admin);
const roleOf = async (email: string) =>
  (await members()).find((one) => one.email === email)?.role ?? null;

/** A caller with a session. */
async function callerOf({ id, email }: LinkedPerson): Promise<PersonCaller> {
  const { sessionId } = await makeSession(bench.deps, id);
  return { kind: 'person', id, name: 'Ada Lovelace', email, sessionId, active: null };
}

describe('somebody whom Keycloak counts among the members', () => {
  test('is listed before they have come here, and becomes a viewer by signing in', async () => {
    const person = await bench.person({ firstName: 'Grace', lastName: 'Hopper' });
    await bench.keycloak.join(idpId, person.subject);
    expect(await members()).toContainEqual(
      expect.objectContaining({ user_id: person.id, name: 'Grace Hopper', role: 'viewer' }),
    );
    await bench.signIn(person);
    expect(await roleOf(person.email)).toBe('viewer');
    const rest = new RestClient(bench.deps);
    const browser = await browserOf(bench.deps, rest, person);
    expect(await browser.caller()).toMatchObject({ active: { organizationId, role: 'viewer' } });
  });

  test('is listed by their id there until they have an account, and can be removed by it', async () => {
    const user = await bench.keycloak.createUser({ email: newAddress() });
    await bench.keycloak.join(idpId, user.id);
    expect(await members()).toContainEqual(
      expect.objectContaining({ user_id: user.id, email: user.email, role: 'viewer' }),
    );
    await expect(
      directory().changeRole(bench.deps, admin, { userId: user.id, role: 'admin' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await directory().removeMember(bench.deps, admin, user.id);
    expect(await bench.keycloak.members(idpId)).toHaveLength(1);
    expect(await members()).toHaveLength(1);
  });

  test('is an admin where an attribute of the organization names them', async () => {
    const person = await bench.person();
    await bench.keycloak.join(idpId, person.subject);
    await bench.signIn(person);
    expect(await roleOf(person.email)).toBe('viewer');
    const attributes = { eventide_admins: [person.subject] };
    await bench.keycloak.changeOrganization(idpId, { attributes });
    await bench.signIn(person);
    expect(await roleOf(person.email)).toBe('admin');
  });

  test('gets the role of an invitation only with an address that Keycloak has verified', async () => {
    const email = newAddress();
    await directory().invite(bench.deps, admin, { email, role: 'admin' });
    const person = await bench.person({ email, isEmailVerified: false });
    await bench.keycloak.join(idpId, person.subject);
    await bench.signIn(person);
    expect(await roleOf(email)).toBe('viewer');
  });

  test('may sign in without an invitation; whoever is a member of nothing may not', async () => {
    const [one, other] = [await bench.person(), await bench.person()];
    await bench.keycloak.join(idpId, one.subject);
    const isMember = (subject: string) => directory().memberships?.isMember(bench.deps, subject);
    expect(await isMember(one.subject)).toBe(true);
    expect(await isMember(other.subject)).toBe(false);
    for (const subject of ['', '..', '../../users', 'a/b'])
      expect(await isMember(subject)).toBe(false);
  });

  test('in an organization that is switched off is one no longer', async () => {
    const person = await bench.person();
    await bench.keycloak.join(idpId, person.subject);
    await bench.signIn(person);
    await bench.keycloak.changeOrganization(idpId, { enabled: false });
    await bench.signIn(person);
    await bench.keycloak.changeOrganization(idpId, { enabled: true });
    expect(
      await bench.deps.db.query('SELECT FROM membership WHERE user_id = $1', [person.id]),
    ).toEqual([]);
  });
});

describe('somebody who was taken out at Keycloak itself', () => {
  test('loses access and sessions by the next round, and others nothing', async () => {
    const [leaver, stayer] = [
      await bench.member(organizationId, 'member'),
      await bench.member(organizationId, 'viewer'),
    ];
    // Here alone: not for Keycloak to judge.
    const local = await makePerson(bench.deps, { organizationId, role: 'viewer' });
    const rest = new RestClient(bench.deps);
    const browser = await browserOf(bench.deps, rest, leaver);
    const subjects = await bench.keycloak.members(idpId);
    const subject = subjects.find(({ email }) => email === leaver.email)?.id ?? '';
    await bench.keycloak.leave(idpId, subject);
    await directory().memberships?.bringAllUpToDate(bench.deps, new AbortController().signal);
    expect(await browser.caller()).toBeNull();
    const left = (await members()).map(({ user_id: id }) => id).toSorted();
    expect(left).toEqual([admin.id, stayer.id, local.id].toSorted());
  });

  test('so does who was switched off there, until they are switched on again', async () => {
    const person = await bench.person();
    await bench.keycloak.join(idpId, person.subject);
    await bench.signIn(person);
    const round = () =>
      directory().memberships?.bringAllUpToDate(bench.deps, new AbortController().signal);
    const browser = await browserOf(bench.deps, new RestClient(bench.deps), person);
    expect(await browser.caller()).toMatchObject({ active: { organizationId } });
    await bench.keycloak.changeUser(person.subject, { enabled: false });
    await round();
    expect(await browser.caller()).toBeNull();
    expect(await roleOf(person.email)).toBeNull();
    await bench.keycloak.changeUser(person.subject, { enabled: true });
    await round();
    expect(await roleOf(person.email)).toBe('viewer');
  });

  test('a whole organization that Keycloak does not have leaves its members alone', async () => {
    await bench.keycloak.deleteOrganization(idpId);
    await directory().memberships?.bringAllUpToDate(bench.deps, new AbortController().signal);
    expect(await members()).toMatchObject([{ role: 'admin' }]);
    await expect(
      directory().invite(bench.deps, admin, { email: newAddress(), role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('removing', () => {
  test('somebody whose account Keycloak made for an invitation lets them be invited again', async () => {
    const email = newAddress();
    const invitation = await directory().invite(bench.deps, admin, { email, role: 'member' });
    await bench.accept(organizationId, invitation);
    const member = (await members()).find((one) => one.email === email);
    await directory().removeMember(bench.deps, admin, member?.user_id ?? '');
    expect(await bench.keycloak.members(idpId)).toHaveLength(1);
    expect(
      await bench.deps.db.query('SELECT FROM user_identity WHERE user_id = $1', [
        member?.user_id ?? '',
      ]),
    ).toEqual([]);
  });
});

describe('creating an organization', () => {
  const create = async (person: LinkedPerson, id: string) =>
    createOrganization(bench.deps, await callerOf(person), { name: 'Mine', idpId: id }, ORIGIN);
  const forbidden = { code: 'forbidden' };

  test('needs Keycloak to name the caller among its admins and its members', async () => {
    const id = await bench.keycloak.createOrganization('Mine');
    const person = await bench.person();
    await expect(create(person, id)).rejects.toMatchObject(forbidden);
    await bench.keycloak.join(id, person.subject);
    await expect(create(person, id)).rejects.toMatchObject(forbidden);
    await bench.keycloak.changeOrganization(id, {
      attributes: { eventide_admins: [person.subject] },
    });
    await bench.keycloak.leave(id, person.subject);
    await expect(create(person, id)).rejects.toMatchObject(forbidden);
    await bench.keycloak.join(id, person.subject);
    expect(await create(person, id)).toMatchObject({ idp_id: id });
    await expect(create(person, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is refused for whatever is no id of an organization there', async () => {
    const person = await bench.person();
    for (const id of ['acme', '..', `${idpId}/members`, `${idpId}/..`, idpId.toUpperCase(), '']) {
      await expect(create(person, id)).rejects.toMatchObject(forbidden);
    }
  });

  test('is not for people who never signed in through Keycloak', async () => {
    const { id, email } = await makePerson(bench.deps);
    await expect(create({ id, email, subject: '' }, idpId)).rejects.toMatchObject(forbidden);
  });
});

describe('a Keycloak that cannot do its part', () => {
  test('mail that it cannot send is a 503, and no invitation', async () => {
    await bench.keycloak.changeRealm({
      smtpServer: { host: '127.0.0.1', port: '1', from: 'keycloak@example.com' },
    });
    await expect(
      directory().invite(bench.deps, admin, { email: newAddress(), role: 'viewer' }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The identity provider could not send the invitation',
      retryAfterSeconds: 30,
    });
    expect(await directory().invitations(bench.deps, admin)).toEqual([]);
    const smtpServer = { host: '127.0.0.1', port: String(bench.mail.port), from: 'k@example.com' };
    await bench.keycloak.changeRealm({ smtpServer });
  });

  test('no secret is in the log', () => {
    expect(bench.deps.logged()).not.toMatch(/a secret of|access_token|Bearer/);
  });
});
