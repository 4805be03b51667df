import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRole } from '@/domain/roles/permissions';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { sendMessage } from '@/server/message/service';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-26T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const person = (role: PersonRole, organization = organizationId) =>
  signedIn(deps, new RestClient(deps), { organizationId: organization, role });

async function team(...members: SignedIn[]): Promise<string> {
  const admin = await person('admin');
  const created = await (await admin.dashboard()).team.create({ body: { name: `T ${uuidv7()}` } });
  for (const { id } of members) await join(created.id, id);
  return created.id;
}
async function join(teamId: string, userId: string) {
  await deps.db
    .of(organizationId)
    .teamMember.createMany({ data: [{ teamId, userId, addedAt: deps.clock.now() }] });
}
const leave = (teamId: string, userId: string) =>
  deps.db.of(organizationId).teamMember.deleteMany({ where: { teamId, userId } });

function say(
  kind: MessageContent['kind'],
  items: readonly Partial<MessageItem>[],
  { of = organizationId, causedBy = null as string | null } = {},
) {
  const content: MessageContent = {
    ...{ kind, severity: 'warning', title: 'Something is said', summary: '', links: [] },
    items: items.map((item, at) =>
      itemOf({ key: String(at), what: `Thing ${String(at)}`, ...item }),
    ),
    total: items.length,
  };
  return deps.db.transaction((tx) =>
    sendMessage(tx, of, content, 'listeners', deps.clock.now(), causedBy),
  );
}
const inboxOf = async (who: SignedIn, more: object = {}) =>
  (await who.dashboard()).inbox.list(more);
const titles = async (who: SignedIn) =>
  (await inboxOf(who)).items.map(({ content }) => content.title);
const unread = async (who: SignedIn) => (await (await who.dashboard()).inbox.summary()).unread;

describe('an inbox', () => {
  test('has what concerns its person, the newest first', async () => {
    const [ada, eve] = [await person('member'), await person('viewer')];
    const payments = await team(ada);
    await say('support.ends', [{ teamId: payments }, {}]);
    deps.clock.advance(60_000);
    await say('waiver.decided', [{ personIds: [ada.id] }]);
    expect(await titles(ada)).toEqual(['Something is said', 'Support ends: Thing 0']);
    expect(await titles(eve)).toEqual([]);
    const { items } = await inboxOf(ada, { kind: 'waiver.decided' });
    expect(items.map(({ content }) => content.kind)).toEqual(['waiver.decided']);
  });

  test('has for admins what nobody owns, and what concerns the organization', async () => {
    const [admin, member] = [await person('admin'), await person('member')];
    await say('date.changed', [{}]);
    await say('channel.disabled', []);
    expect(await titles(admin)).toHaveLength(2);
    expect(await titles(member)).toEqual([]);
  });

  test('has for admins what a team owns that nobody is in, until somebody is', async () => {
    const [admin, ada] = [await person('admin'), await person('member')];
    const payments = await team();
    await say('support.ends', [{ teamId: payments }]);
    await join(payments, ada.id);
    await say('support.ends', [{ teamId: payments }]);
    expect([await unread(admin), (await titles(admin)).length]).toEqual([1, 1]);
    // Nobody else was told what was said before she came.
    expect([await unread(ada), (await titles(ada)).length]).toEqual([1, 1]);
    await leave(payments, ada.id);
    await say('support.ends', [{ teamId: payments }, {}]);
    expect(await unread(admin)).toBe(2);
    expect((await inboxOf(admin)).items[0]?.content.total).toBe(2);
  });

  test('has nothing of what its person did', async () => {
    const [admin, other] = [await person('admin'), await person('admin')];
    await say('waiver.asked', [{}], { causedBy: admin.id });
    expect(await unread(admin)).toBe(0);
    expect(await unread(other)).toBe(1);
  });

  test('has nothing of another organization, nor of a person of the same name there', async () => {
    const elsewhere = await makeOrganization(deps, 'Other');
    const [admin, stranger] = [await person('admin'), await person('admin', elsewhere)];
    await say('date.changed', [{}], { of: elsewhere });
    expect(await titles(admin)).toEqual([]);
    expect(await titles(stranger)).toHaveLength(1);
    const [{ id = '' } = {}] = (await inboxOf(stranger)).items;
    await (await admin.dashboard()).inbox.markRead({ ids: [id] });
    expect(await unread(stranger)).toBe(1);
  });

  test('counts what is not read, until it is', async () => {
    const admin = await person('admin');
    for (let count = 0; count < 3; count += 1) await say('date.changed', [{}]);
    expect(await unread(admin)).toBe(3);
    const { items } = await inboxOf(admin);
    const { inbox } = await admin.dashboard();
    await inbox.markRead({ ids: [items[0]?.id ?? ''] });
    expect(await unread(admin)).toBe(2);
    expect((await inboxOf(admin, { unread: true })).total).toBe(2);
    await inbox.markRead({ ids: null });
    expect(await unread(admin)).toBe(0);
    expect((await inboxOf(admin)).items.map(({ is_read }) => is_read)).toEqual([true, true, true]);
  });
});

describe('all at once', () => {
  test('is what was shown: of its kind, and nothing that has come since', async () => {
    const admin = await person('admin');
    await say('date.changed', [{}]);
    await say('waiver.asked', [{}]);
    const { items } = await inboxOf(admin);
    const until = items[0]?.id ?? '';
    await say('date.changed', [{}]);
    const { inbox } = await admin.dashboard();
    await inbox.markRead({ ids: null, kind: 'date.changed', until });
    expect(await unread(admin)).toBe(2);
    await inbox.markRead({ ids: null, until });
    const left = (await inboxOf(admin)).items.filter(({ is_read }) => !is_read);
    expect(left.map(({ content }) => content.kind)).toEqual(['date.changed']);
    expect(left.map(({ id }) => id > until)).toEqual([true]);
  });
});

describe('when it is read, it is looked at again', () => {
  test('who is in the team', async () => {
    const ada = await person('member');
    const payments = await team(ada);
    await say('support.ends', [{ teamId: payments }]);
    await leave(payments, ada.id);
    expect([await titles(ada), await unread(ada)]).toEqual([[], 0]);
    await join(payments, ada.id);
    expect(await unread(ada)).toBe(1);
  });

  test('who is an admin', async () => {
    const admin = await person('admin');
    await say('date.changed', [{}]);
    await deps.db
      .of(organizationId)
      .membership.updateMany({ where: { userId: admin.id }, data: { role: 'member' } });
    expect([await titles(admin), await unread(admin)]).toEqual([[], 0]);
  });

  test('who belongs to the organization: what somebody had goes with their membership', async () => {
    const ada = await person('member');
    await say('waiver.decided', [{ personIds: [ada.id] }]);
    await deps.db.of(organizationId).membership.deleteMany({ where: { userId: ada.id } });
    await say('waiver.decided', [{ personIds: [ada.id] }]);
    const entries = () => deps.db.of(organizationId).inboxEntry.count();
    expect(await entries()).toBe(0);
    await deps.db.of(organizationId).membership.createMany({
      data: [{ userId: ada.id, role: 'member', joinedAt: deps.clock.now() }],
    });
    expect(await entries()).toBe(0);
  });
});

test('a key has no inbox', async () => {
  const rest = new RestClient(deps);
  const admin = await rest.as(organizationId, 'admin');
  expect((await admin('GET', '/inbox')).status).toBe(404);
});
