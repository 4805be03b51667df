import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v4 as uuidv4 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { insertMembership, insertOrganization } from '@/server/organization/repository';
import { insertIdentity } from '@/server/single-sign-on/repository';
import { makePerson, type TestPerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { KeycloakInMemory, silent } from '@/test/directory/keycloak-in-memory';
import { browserOf, signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { keycloakDirectory } from './keycloak-directory';
import type { KeycloakMember } from './organizations';

const ISSUER = 'https://id.example.com/realms/company';
const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const LDAP = 'component-of-ldap';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let idpId: string;
let admin: SignedIn;
let keycloak: KeycloakInMemory;

beforeAll(async () => {
  const plain = testDeps(await testDatabase());
  const context = {
    issuer: ISSUER,
    get organizations() {
      return keycloak.organizations;
    },
  };
  deps = { ...plain, identityProvider: keycloakDirectory(context) };
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  await deps.db.query('UPDATE organization SET idp_id = id::text');
  organizationId = newOrganizationId();
  idpId = uuidv4();
  keycloak = new KeycloakInMemory(idpId);
  const at = deps.clock.now();
  const row = { id: organizationId, name: 'Acme', idpId, createdByApiKeyId: null };
  await insertOrganization(deps.db, { ...row, createdAt: at, updatedAt: at });
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
});

/** Somebody who has signed in by Keycloak. */
interface Linked extends TestPerson {
  readonly subject: string;
}

/** Makes somebody a member at both places, or at Keycloak alone. */
async function linked(role: PersonRole | null, about?: Partial<KeycloakMember>): Promise<Linked> {
  const person = await makePerson(deps, role === null ? undefined : { organizationId, role });
  const subject = uuidv4();
  await insertIdentity(deps.db, { issuer: ISSUER, subject }, person.id, deps.clock.now());
  keycloak.count({ ...person, subject }, about);
  return { ...person, subject };
}

const round = () =>
  deps.identityProvider.memberships?.bringAllUpToDate(deps, new AbortController().signal);
const signIn = ({ id: userId, subject }: Linked) =>
  deps.identityProvider.memberships?.bringUpToDate(deps, { userId, subject }, ORIGIN);
const remove = (id: string) => admin.rest('DELETE', `/idp/${idpId}/members/${id}`);

async function roleOf({ id }: TestPerson): Promise<string | null> {
  const where = 'WHERE organization_id = $1 AND user_id = $2';
  const sql = `SELECT role::text FROM membership ${where}`;
  const [row] = await deps.db.query<{ role: string }>(sql, [organizationId, id]);
  return row?.role ?? null;
}

async function listed(): Promise<string[]> {
  const { body } = await admin.rest('GET', `/idp/${idpId}/members`);
  return (body as { user_id: string }[]).map(({ user_id: id }) => id).toSorted(); // As documented.
}

const unfinished = () =>
  deps.db.query('SELECT user_id FROM unfinished_removal WHERE organization_id = $1', [
    organizationId,
  ]);

/** Removes somebody here while Keycloak gives no answer. */
async function halfRemoved(about: Partial<KeycloakMember> = {}): Promise<Linked> {
  const person = await linked('admin', about);
  keycloak.adminIds.add(person.subject);
  const answerAgain = keycloak.answer({ remove: silent });
  expect(await remove(person.id)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('has no access here any more') as string },
  });
  answerAgain();
  return person;
}

describe('somebody who is switched off at Keycloak', () => {
  test('loses access by the next round as who left, and is a member again once switched on', async () => {
    const off = await linked('member');
    const named = await linked('admin');
    const stayer = await linked('member');
    keycloak.adminIds.add(named.subject);
    const browser = await browserOf(deps, rest, off);
    expect(await browser.caller()).toMatchObject({ active: { organizationId } });
    for (const one of [off, named]) keycloak.count(one, { isEnabled: false });
    expect(await round()).toEqual({ failed: 0 });
    expect(await browser.caller()).toBeNull();
    expect(await listed()).toEqual([admin.id, stayer.id].toSorted());
    for (const one of [off, named]) keycloak.count(one);
    await round();
    expect([await roleOf(off), await roleOf(named), await roleOf(stayer)]).toEqual([
      ...['viewer', 'admin', 'member'],
    ]);
  });

  test('is no member by signing in either, and creates no organization that names them', async () => {
    const person = await linked('member');
    const wanted = uuidv4();
    const { adminIds } = keycloak;
    keycloak.answer({ organization: () => Promise.resolve({ isEnabled: true, adminIds }) });
    keycloak.adminIds.add(person.subject);
    const browser = await browserOf(deps, rest, person);
    keycloak.count(person, { isEnabled: false });
    expect(
      await browser.rest('POST', '/organizations/', { name: 'Mine', idp_id: wanted }),
    ).toMatchObject({ status: 403 });
    await signIn(person);
    expect(await roleOf(person)).toBeNull();
  });

  test('can be removed there all the same', async () => {
    const person = await linked(null, { isEnabled: false });
    expect(await remove(person.id)).toMatchObject({ status: 200, body: { user_id: person.id } });
    expect(keycloak.removed).toEqual([person.subject]);
  });

  // Keycloak 26.4 and later says "disabled" of whoever it could not ask the store for, whatever it says of others.
  test('is signed out, and keeps the membership, where a user store says it: it may be away', async () => {
    const off = { isEnabled: false, userStore: LDAP };
    const [one, other] = [await linked('admin', off), await linked('member', { userStore: LDAP })];
    const browsers = [await browserOf(deps, rest, one), await browserOf(deps, rest, other)];
    const callers = () => Promise.all(browsers.map((browser) => browser.caller()));
    const local = await linked('member', { isEnabled: false });
    await round();
    expect(await callers()).toMatchObject([null, { active: { organizationId } }]);
    await round();
    await signIn(one);
    expect([await roleOf(one), await roleOf(other), await roleOf(local)]).toEqual([
      ...['admin', 'member', null],
    ]);
    keycloak.count(one, { userStore: LDAP });
    const again = await browserOf(deps, rest, one);
    await round();
    expect(await again.caller()).toMatchObject({ active: { organizationId, role: 'admin' } });
    keycloak.members.delete(one.subject);
    await round();
    expect(await roleOf(one)).toBeNull();
  });

  test('keeps access where Keycloak says otherwise when it is asked for them alone', async () => {
    const person = await linked('member');
    const off = () => [...keycloak.members.values()].map((one) => ({ ...one, isEnabled: false }));
    keycloak.answer({ members: () => Promise.resolve({ people: off(), isComplete: true }) });
    expect(await round()).toEqual({ failed: 0 });
    expect(await roleOf(person)).toBe('member');
  });
});

describe('somebody who was removed here while Keycloak gave no answer', () => {
  test('stays without access, and is removed there by the next round', async () => {
    const person = await halfRemoved();
    const browser = await browserOf(deps, rest, person);
    await signIn(person);
    expect(await roleOf(person)).toBeNull();
    await round();
    expect(await browser.caller()).toMatchObject({ active: null });
    expect(keycloak.removed).toEqual([person.subject]);
    expect(await unfinished()).toEqual([]);
    // Who puts them back there knows of it: it counts again.
    keycloak.count(person);
    await round();
    expect(await roleOf(person)).toBe('admin');
  });

  test('stays so while it goes on, and everything else of a round is done', async () => {
    const person = await halfRemoved();
    const leaver = await linked('member');
    keycloak.members.delete(leaver.subject);
    const answerAgain = keycloak.answer({ remove: silent });
    expect(await round()).toEqual({ failed: 1 });
    expect([await roleOf(person), await roleOf(leaver)]).toEqual([null, null]);
    expect(await unfinished()).toEqual([{ user_id: person.id }]);
    answerAgain();
    expect(await round()).toEqual({ failed: 0 });
    expect(keycloak.removed).toEqual([person.subject]);
  });

  test('is removed there although Keycloak has no answer on another', async () => {
    const people = [await halfRemoved(), await halfRemoved()];
    const [stuck, other] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const { remove: removeThere } = keycloak.organizations;
    keycloak.answer({
      remove: (id, userId) => (userId === stuck?.subject ? silent() : removeThere(id, userId)),
    });
    expect(await round()).toEqual({ failed: 1 });
    expect(keycloak.removed).toEqual([other?.subject]);
  });

  test('is removed there by trying again', async () => {
    const person = await halfRemoved();
    expect(await remove(person.id)).toMatchObject({ status: 200 });
    expect(keycloak.removed).toEqual([person.subject]);
    expect(await unfinished()).toEqual([]);
  });

  test('is a member again by the invitation that is given after', async () => {
    const person = await halfRemoved();
    const asked: string[][] = [];
    keycloak.answer({
      invite: () => {
        asked.push([...keycloak.removed]);
        return Promise.resolve(keycloak.members.has(person.subject) ? 'is-member' : 'sent');
      },
    });
    const invitation = { email: person.email, role: 'member' };
    expect(await admin.rest('POST', `/idp/${idpId}/invitations`, invitation)).toMatchObject({
      status: 201,
    });
    // Only once they are no member there: it would take away again what is offered.
    expect(asked).toEqual([[person.subject]]);
    keycloak.adminIds.clear();
    keycloak.count(person);
    await signIn(person);
    expect(await roleOf(person)).toBe('member');
    await round();
    expect(await roleOf(person)).toBe('member');
    expect(keycloak.removed).toHaveLength(1);
  });

  test('is known by the address who never signed in there, and by no other', async () => {
    const person = await makePerson(deps, { organizationId, role: 'member' });
    const subject = uuidv4();
    keycloak.count({ ...person, subject });
    const bystander = await linked('viewer');
    const answerAgain = keycloak.answer({ remove: silent });
    expect(await remove(person.id)).toMatchObject({ status: 503 });
    answerAgain();
    await insertIdentity(deps.db, { issuer: ISSUER, subject }, person.id, deps.clock.now());
    await signIn({ ...person, subject });
    expect(await roleOf(person)).toBeNull();
    await deps.db.query('DELETE FROM user_identity WHERE subject = $1', [subject]);
    await round();
    expect(keycloak.removed).toEqual([subject]);
    expect(await roleOf(bystander)).toBe('viewer');
    expect(await unfinished()).toEqual([]);
  });

  test('is left alone there where they are a member here again in another way', async () => {
    const person = await halfRemoved();
    const joinedAt = deps.clock.now();
    const membership = { userId: person.id, role: 'member', joinedAt } as const;
    await insertMembership(organizationId, deps.db, membership);
    await round();
    expect(keycloak.removed).toEqual([]);
    expect(await unfinished()).toEqual([]);
    expect(await roleOf(person)).toBe('admin');
  });

  test('a removal that Keycloak hears leaves nothing to be done', async () => {
    const person = await linked('member');
    expect(await remove(person.id)).toMatchObject({ status: 200 });
    expect(keycloak.removed).toEqual([person.subject]);
    expect(await unfinished()).toEqual([]);
  });
});

describe('a round whose list is older than what happened meanwhile', () => {
  /** Has something happen once the list was read, before anything is made of it. */
  function afterTheList(happens: () => Promise<unknown>): void {
    const { members: list } = keycloak.organizations;
    keycloak.answer({
      members: async (id) => {
        const read = await list(id);
        await happens();
        return read;
      },
    });
  }

  test('leaves whoever has joined since, with their role', async () => {
    const newcomer = await linked(null);
    keycloak.members.delete(newcomer.subject);
    afterTheList(async () => {
      keycloak.count(newcomer);
      const joinedAt = deps.clock.now();
      const membership = { userId: newcomer.id, role: 'member', joinedAt } as const;
      await insertMembership(organizationId, deps.db, membership);
    });
    expect(await round()).toEqual({ failed: 0 });
    expect(await roleOf(newcomer)).toBe('member');
  });

  test('does not make a member again of whoever was removed since', async () => {
    const person = await linked('member');
    keycloak.adminIds.add(person.subject);
    afterTheList(async () => {
      expect(await remove(person.id)).toMatchObject({ status: 200 });
    });
    expect(await round()).toEqual({ failed: 0 });
    expect(await roleOf(person)).toBeNull();
  });

  test('nor of whoever is being removed, of whom Keycloak has not heard yet', async () => {
    const person = await linked('member');
    const { remove: removeThere } = keycloak.organizations;
    let between: string | null = 'no round yet';
    keycloak.answer({
      remove: async (id, userId) => {
        keycloak.answer({ remove: silent });
        await round();
        between = await roleOf(person);
        await removeThere(id, userId);
      },
    });
    expect(await remove(person.id)).toMatchObject({ status: 200 });
    expect([between, await roleOf(person)]).toEqual([null, null]);
  });

  test('gives the role of an admin to nobody who is named no more', async () => {
    const person = await linked('member');
    keycloak.adminIds.add(person.subject);
    const { organization } = keycloak.organizations;
    let asked = 0;
    keycloak.answer({
      organization: async (id) => {
        const there = await organization(id);
        asked += 1;
        return there && asked > 1 ? { ...there, adminIds: new Set() } : there;
      },
    });
    expect(await round()).toEqual({ failed: 0 });
    expect(await roleOf(person)).toBe('member');
  });

  test('leaves a member whom the pages of the list have missed', async () => {
    const [here, there] = [await linked('member'), await linked(null)];
    keycloak.answer({ members: () => Promise.resolve({ people: [], isComplete: true }) });
    expect(await round()).toEqual({ failed: 0 });
    expect([await roleOf(here), await roleOf(there)]).toEqual(['member', null]);
  });

  test('asks for nobody alone of whom nothing changes', async () => {
    await linked('member');
    keycloak.adminIds.add((await linked('admin')).subject);
    keycloak.answer({ member: silent });
    expect(await round()).toEqual({ failed: 0 });
  });

  test('nor for an id that nobody there can have, who is none', async () => {
    const person = await makePerson(deps, { organizationId, role: 'member' });
    const identity = { issuer: ISSUER, subject: `../${uuidv4()}` };
    await insertIdentity(deps.db, identity, person.id, deps.clock.now());
    keycloak.answer({ member: silent });
    expect(await round()).toEqual({ failed: 0 });
    expect(await roleOf(person)).toBeNull();
  });

  test('does the rest where Keycloak has no answer on somebody alone, and counts that', async () => {
    const [unknown, leaver] = [await linked('member'), await linked('member')];
    for (const { subject } of [unknown, leaver]) keycloak.members.delete(subject);
    const { member } = keycloak.organizations;
    keycloak.answer({
      member: (id, userId) => (userId === unknown.subject ? silent() : member(id, userId)),
    });
    expect(await round()).toEqual({ failed: 1 });
    expect([await roleOf(unknown), await roleOf(leaver)]).toEqual(['member', null]);
  });

  test('gives an organization up to the next round when answer after answer fails', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => linked('member')));
    for (const { subject } of people) keycloak.members.delete(subject);
    const removed = await halfRemoved();
    let asked = 0;
    keycloak.answer({
      member: () => {
        asked += 1;
        return silent();
      },
    });
    expect(await round()).toEqual({ failed: 1 });
    expect(asked).toBe(3);
    // Who was removed here is removed there all the same.
    expect(keycloak.removed).toEqual([removed.subject]);
  });
});
