import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { TestPerson } from '@/test/accounts';
import { browserOf } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { actorOf, type DirectoryBench } from './bench';

/** Ids that nobody has, and that must not lead a path elsewhere. */
const NOBODY = ['x', '', '.', '..', '../..', '%2e%2e', 'a/b', '?x', '#', "' OR ''='", uuidv7()];

const newAddress = () => `${randomBytes(6).toString('hex')}@example.com`;

/** Tests the rules of members and invitations, wherever they are kept. */
export function directoryContract(start: () => Promise<DirectoryBench>): void {
  let bench: DirectoryBench;
  let organizationId: OrganizationId;
  let person: TestPerson;
  let admin: Actor;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    organizationId = await bench.organization();
    person = await bench.member(organizationId, 'admin');
    admin = actorOf(person, organizationId);
  });

  const directory = () => bench.deps.identityProvider;
  const members = () => directory().members(bench.deps, admin);
  const invitations = () => directory().invitations(bench.deps, admin);
  const remove = (userId: string, by = admin) => directory().removeMember(bench.deps, by, userId);
  const invite = (email: string, role: 'viewer' | 'member' | 'admin' = 'member') =>
    directory().invite(bench.deps, admin, { email, role });
  const actions = () =>
    bench.deps.db.query<{ action: string; subject_id: string }>(
      'SELECT action, subject_id FROM audit_event WHERE organization_id = $1 ORDER BY id',
      [organizationId],
    );

  describe('members', () => {
    test('are listed with their roles, by name, then e-mail', async () => {
      const viewer = await bench.member(organizationId, 'viewer');
      const [one, two] = [person, viewer].toSorted((a, b) => (a.email < b.email ? -1 : 1));
      expect(await members()).toMatchObject([
        { user_id: one?.id, email: one?.email, name: 'Ada Lovelace' },
        { user_id: two?.id, email: two?.email, name: 'Ada Lovelace' },
      ]);
      const roles = new Map((await members()).map(({ user_id, role }) => [user_id, role]));
      expect(roles.get(person.id)).toBe('admin');
      expect(roles.get(viewer.id)).toBe('viewer');
    });

    test('of one organization are not those of another', async () => {
      const other = await bench.organization();
      const stranger = await bench.member(other, 'admin');
      expect((await members()).map(({ user_id: id }) => id)).toEqual([person.id]);
      await expect(remove(stranger.id)).rejects.toMatchObject({ code: 'not_found' });
      const theirs = await directory().members(bench.deps, actorOf(stranger, other));
      expect(theirs).toMatchObject([{ user_id: stranger.id, role: 'admin' }]);
    });

    test('whoever is removed is told, is a member no more, and is signed out at once', async () => {
      const rest = new RestClient(bench.deps);
      const member = await bench.member(organizationId, 'member');
      const browser = await browserOf(bench.deps, rest, member);
      expect(await browser.caller()).toMatchObject({ active: { organizationId } });
      expect(await remove(member.id)).toMatchObject({
        user_id: member.id,
        email: member.email,
        role: 'member',
      });
      expect(await browser.caller()).toBeNull();
      expect((await members()).map(({ user_id: id }) => id)).toEqual([person.id]);
      await expect(remove(member.id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await actions()).toContainEqual({ action: 'member.remove', subject_id: member.id });
    });

    test('whoever leaves stays signed in', async () => {
      const rest = new RestClient(bench.deps);
      const member = await bench.member(organizationId, 'viewer');
      const browser = await browserOf(bench.deps, rest, member);
      await remove(member.id, actorOf(member, organizationId, 'viewer'));
      expect(await browser.caller()).toMatchObject({ id: member.id, active: null });
    });

    test('nobody is removed for an id that is nobody’s, whatever it is made of', async () => {
      for (const id of NOBODY) {
        await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await members()).toHaveLength(1);
    });

    test('the last admin can be neither removed nor demoted', async () => {
      await bench.member(organizationId, 'member');
      await expect(remove(person.id)).rejects.toMatchObject({ code: 'conflict' });
      const change = { userId: person.id, role: 'viewer' as const };
      await expect(directory().changeRole(bench.deps, admin, change)).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await members()).toHaveLength(2);
    });

    test('two admins who remove each other at once leave one', async () => {
      const other = await bench.member(organizationId, 'admin');
      const outcomes = await Promise.allSettled([
        remove(other.id),
        remove(person.id, actorOf(other, organizationId)),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await members()).toMatchObject([{ role: 'admin' }]);
    });

    test('get another role, from an admin here', async () => {
      const viewer = await bench.member(organizationId, 'viewer');
      const change = { userId: viewer.id, role: 'member' as const };
      expect(await directory().changeRole(bench.deps, admin, change)).toMatchObject({
        user_id: viewer.id,
        role: 'member',
      });
      expect(await members()).toContainEqual(
        expect.objectContaining({ user_id: viewer.id, role: 'member' }),
      );
      await expect(
        directory().changeRole(bench.deps, admin, { userId: uuidv7(), role: 'member' }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('invitations', () => {
    test('reach the address, and are listed until they are answered', async () => {
      const email = newAddress();
      const made = await invite(email, 'member');
      expect(made).toMatchObject({
        email,
        role: 'member',
        status: 'pending',
        invited_by: 'Ada Lovelace',
        mail: 'sent',
      });
      expect(await bench.mailsTo(email)).toBe(1);
      const { accept_url: _link, mail: _mail, ...record } = made;
      expect(await invitations()).toEqual([record]);
      expect(await actions()).toContainEqual({ action: 'invitation.create', subject_id: made.id });
      expect((await members()).map(({ email: address }) => address)).toEqual([person.email]);
    });

    test('whoever follows one is a member, with the role of the invitation', async () => {
      const email = newAddress();
      await bench.accept(organizationId, await invite(email, 'member'));
      expect(await members()).toContainEqual(
        expect.objectContaining({ email, role: 'member', name: 'Grace Hopper' }),
      );
      expect(await invitations()).toMatchObject([{ email, status: 'accepted' }]);
      await expect(invite(email)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('of an address that has not answered renew the one that there is', async () => {
      const email = newAddress();
      const first = await invite(email, 'viewer');
      const second = await invite(email, 'admin');
      expect(second).toMatchObject({ id: first.id, role: 'admin', status: 'pending' });
      expect(await invitations()).toHaveLength(1);
      expect(await bench.mailsTo(email)).toBe(2);
    });

    test('are not for members', async () => {
      await expect(invite(person.email)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This person is already a member',
      });
      expect(await invitations()).toEqual([]);
    });

    test('are listed newest first, and those of one organization alone', async () => {
      const emails = [newAddress(), newAddress()];
      for (const email of emails) {
        await invite(email);
        bench.deps.clock.advance(1000);
      }
      expect((await invitations()).map(({ email }) => email)).toEqual(emails.toReversed());
      const other = await bench.organization();
      const stranger = actorOf(await bench.member(other, 'admin'), other);
      expect(await directory().invitations(bench.deps, stranger)).toEqual([]);
    });
  });
}
