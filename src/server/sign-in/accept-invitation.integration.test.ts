import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { invite } from '@/server/invitation/service/invite';
import { signIn } from '@/server/user/service/sign-in';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { browserOf, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { storedText } from '@/test/stored';
import type { Actor } from '@/server/platform/auth/principal';

const PASSWORD = 'correct horse battery staple';
const WEEK_MS = 7 * 86_400_000;

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let admin: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organizationId = await makeOrganization(deps);
  admin = await makeActor(deps, organizationId);
});

async function tokenFor(email: string, role: 'viewer' | 'member' | 'admin' = 'member') {
  const { accept_url: link } = await invite(deps, admin, { email, role });
  return link.slice(-43);
}

async function membersWith(email: string) {
  return deps.db.query<{ role: string }>(
    `SELECT m.role FROM membership m JOIN app_user u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND u.email = $2`,
    [organizationId, email],
  );
}

const refusal = (code: string, message: string) => ({ code, message });

describe('the link', () => {
  test('says who invites whom to what, to whoever holds it', async () => {
    const person = await signedIn(deps, rest);
    const anyone = callAnonymously(deps);
    const token = await tokenFor(person.email, 'viewer');
    expect(await anyone.invitation.preview({ token })).toEqual({
      organizationId,
      organizationName: 'Acme',
      email: person.email,
      role: 'viewer',
      invitedBy: 'Ada Lovelace',
      status: 'pending',
      expiresAt: new Date(deps.clock.now().getTime() + WEEK_MS).toISOString(),
    });
    const newcomer = await tokenFor('new@example.com');
    // The same keys for an address without an account: the link does not reveal which.
    expect(Object.keys(await anyone.invitation.preview({ token: newcomer }))).toEqual(
      Object.keys(await anyone.invitation.preview({ token })),
    );
    await tokenFor('new@example.com');
    for (const unknown of [newcomer, 'x'.repeat(43), 'x']) {
      await expect(anyone.invitation.preview({ token: unknown })).rejects.toMatchObject(
        refusal('NOT_FOUND', 'Invitation not found'),
      );
    }
  });
});

describe('accepting', () => {
  test('makes the invited person a member, and their session act there', async () => {
    const person = await signedIn(deps, rest);
    const token = await tokenFor(person.email);
    expect(await (await person.dashboard()).invitation.accept({ token })).toEqual({
      organizationId,
      organizationName: 'Acme',
      email: person.email,
    });
    expect(await person.caller()).toMatchObject({ active: { organizationId, role: 'member' } });
    expect(await callAnonymously(deps).invitation.preview({ token })).toMatchObject({
      status: 'accepted',
    });
    await expect((await person.dashboard()).invitation.accept({ token })).rejects.toMatchObject(
      refusal('CONFLICT', 'This invitation has been used already'),
    );
    expect(
      await deps.db.query(
        `SELECT actor_id, subject_id, after FROM audit_event
          WHERE organization_id = $1 AND action = 'member.join'`,
        [organizationId],
      ),
    ).toMatchObject([
      {
        actor_id: person.id,
        subject_id: person.id,
        after: { email: person.email, role: 'member' },
      },
    ]);
  });

  test('twice at once makes one membership', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await signedIn(deps, rest);
      const other = await browserOf(deps, rest, person);
      const token = await tokenFor(person.email);
      const [one, two] = [await person.dashboard(), await other.dashboard()];
      const answers = await Promise.allSettled([
        one.invitation.accept({ token }),
        two.invitation.accept({ token }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await membersWith(person.email)).toEqual([{ role: 'member' }]);
    }
  });

  test('is for the invited address alone, signed in', async () => {
    const token = await tokenFor('somebody@example.com');
    const person = await signedIn(deps, rest);
    await expect((await person.dashboard()).invitation.accept({ token })).rejects.toMatchObject(
      refusal('FORBIDDEN', 'This invitation is for another e-mail address'),
    );
    await expect(callAnonymously(deps).invitation.accept({ token })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await membersWith(person.email)).toEqual([]);
  });

  test('needs an invitation that still holds', async () => {
    const person = await signedIn(deps, rest);
    const dashboard = await person.dashboard();
    const token = await tokenFor(person.email);
    deps.clock.advance(WEEK_MS);
    await expect(dashboard.invitation.accept({ token })).rejects.toMatchObject(
      refusal('CONFLICT', 'This invitation has expired'),
    );
    const renewed = await tokenFor(person.email);
    await expect(dashboard.invitation.accept({ token })).rejects.toMatchObject(
      refusal('NOT_FOUND', 'Invitation not found'),
    );
    await deps.db.query('UPDATE invitation SET revoked_at = now() WHERE email = $1', [
      person.email,
    ]);
    await expect(dashboard.invitation.accept({ token: renewed })).rejects.toMatchObject(
      refusal('CONFLICT', 'This invitation has been revoked'),
    );
    expect(await membersWith(person.email)).toEqual([]);
  });

  test('leaves the role of somebody who has become a member meanwhile', async () => {
    const person = await signedIn(deps, rest);
    const token = await tokenFor(person.email, 'viewer');
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
      [organizationId, person.id],
    );
    await (await person.dashboard()).invitation.accept({ token });
    expect(await membersWith(person.email)).toEqual([{ role: 'admin' }]);
  });

  test('goes together with a removal and a new invitation', async () => {
    const person = await signedIn(deps, rest);
    const first = await tokenFor(person.email);
    await (await person.dashboard()).invitation.accept({ token: first });
    await deps.db.query('DELETE FROM membership WHERE user_id = $1', [person.id]);
    const second = await tokenFor(person.email, 'viewer');
    await (await person.dashboard()).invitation.accept({ token: second });
    expect(await membersWith(person.email)).toEqual([{ role: 'viewer' }]);
  });
});

describe('accepting with a new account', () => {
  const newcomer = { name: 'Grace Hopper', password: PASSWORD };

  test('creates the account and the membership, once, also at the same time', async () => {
    const email = 'grace@example.com';
    const token = await tokenFor(email, 'viewer');
    const anyone = callAnonymously(deps);
    const answers = await Promise.allSettled([
      anyone.invitation.acceptAsNewPerson({ token, ...newcomer }),
      anyone.invitation.acceptAsNewPerson({ token, ...newcomer }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'fulfilled')).toMatchObject({
      value: { organizationId, email },
    });
    expect(await membersWith(email)).toEqual([{ role: 'viewer' }]);
    const attempt = { email, password: PASSWORD, remoteAddress: '192.0.2.1', userAgent: '' };
    const { userId } = await signIn(deps, attempt);
    const browser = await browserOf(deps, rest, { id: userId, email });
    expect(await browser.caller()).toMatchObject({
      name: 'Grace Hopper',
      active: { organizationId, role: 'viewer' },
    });
    expect(await storedText(deps.db)).not.toContain(PASSWORD);
  });

  test('is not for an address that has one, nor for a link that does not hold', async () => {
    const person = await signedIn(deps, rest);
    const anyone = callAnonymously(deps);
    const token = await tokenFor(person.email);
    await expect(anyone.invitation.acceptAsNewPerson({ token, ...newcomer })).rejects.toMatchObject(
      refusal('CONFLICT', 'This e-mail address is already registered'),
    );
    // Nor does a password that nobody takes tell whether there is an account.
    await expect(
      anyone.invitation.acceptAsNewPerson({ token, ...newcomer, password: 'password12345' }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    const late = await tokenFor('late@example.com');
    deps.clock.advance(WEEK_MS);
    await expect(
      anyone.invitation.acceptAsNewPerson({ token: late, ...newcomer }),
    ).rejects.toMatchObject(refusal('CONFLICT', 'This invitation has expired'));
    await expect(
      anyone.invitation.acceptAsNewPerson({ token: 'x', ...newcomer }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      anyone.invitation.acceptAsNewPerson({ token, ...newcomer, password: 'short' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await membersWith('late@example.com')).toEqual([]);
  });
});
