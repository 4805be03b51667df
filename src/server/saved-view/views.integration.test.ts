import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import { VIEW_LISTS } from '@/domain/saved-view/view';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { findViews } from './repository';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organizationId = await makeOrganization(deps);
});

const person = async (role: PersonRole) => {
  const { id, dashboard } = await signedIn(deps, rest, { organizationId, role });
  return { id, views: (await dashboard()).savedView };
};
const admin = () => callAs(deps, organizationId, 'admin');
const ENDED = {
  list: 'images',
  name: ' Ended ',
  query: 'state=ended&page=2',
  teamId: null,
} as const;
const teamWith = async (userId: string) => {
  const { id } = await admin().team.create({ body: { name: 'Payments' } });
  await admin().team.addMember({ id, user_id: userId });
  return id;
};

test.each(VIEW_LISTS)('views of %s are kept as their list has them', async (list) => {
  const { views } = await person('viewer');
  const query = 'as=table&as_of=2026-03-01&columns=end%2Ctype&owner=mine';
  const saved = await views.save({ ...ENDED, list, query: `?view=x&page=2&${query}` });
  expect(saved).toMatchObject({ list, query });
  expect(await views.list({ list })).toEqual([saved]);
  for (const other of VIEW_LISTS.filter((one) => one !== list)) {
    expect(await views.list({ list: other })).toEqual([]);
  }
});

test('viewers save, change and delete their own, which nobody else sees', async () => {
  const viewer = await person('viewer');
  const saved = await viewer.views.save(ENDED);
  expect(saved).toMatchObject({ name: 'Ended', query: 'state=ended', team: null, mayChange: true });
  expect(await viewer.views.list({ list: 'images' })).toEqual([saved]);
  expect(await viewer.views.list({ list: 'software' })).toEqual([]);

  const other = await person('admin');
  expect(await other.views.list({ list: 'images' })).toEqual([]);
  const { id } = saved;
  await expect(other.views.change({ id, name: 'Mine' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(other.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(await viewer.views.change({ id, name: 'Gone', query: 'sort=name' })).toMatchObject({
    ...{ name: 'Gone', query: 'sort=name' },
  });
  await viewer.views.delete({ id });
  expect(await viewer.views.list({ list: 'images' })).toEqual([]);
  const trail = await admin().audit.list({});
  expect(trail.items.map(({ action }) => action)).toEqual(
    ['delete', 'update', 'create'].map((act) => `saved_view.${act}`),
  );
  expect(trail.items[1]).toMatchObject({
    before: { name: 'Ended', query: 'state=ended', user_id: viewer.id, team_id: null },
    after: { name: 'Gone', query: 'sort=name' },
  });
});

test('a team’s are seen by all, and changed by who is in it and by admins', async () => {
  const [inTeam, outside, boss] = [
    await person('viewer'),
    await person('member'),
    await person('admin'),
  ];
  const teamId = await teamWith(inTeam.id);
  const { id, team } = await inTeam.views.save({ ...ENDED, teamId });
  expect(team).toEqual({ id: teamId, name: 'Payments' });
  expect(await outside.views.list({ list: 'images' })).toMatchObject([{ id, mayChange: false }]);
  for (const act of [
    () => outside.views.change({ id, name: 'Theirs' }),
    () => outside.views.delete({ id }),
    () => outside.views.save({ ...ENDED, teamId }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await boss.views.change({ id, name: 'Ours' })).toMatchObject({ name: 'Ours' });
  await inTeam.views.delete({ id });
});

test('one’s own come before those of teams, however many there are', async () => {
  const member = await person('member');
  const teamId = await teamWith(member.id);
  await member.views.save({ ...ENDED, name: 'Aaa', teamId });
  for (const name of ['zzz', 'Yyy']) await member.views.save({ ...ENDED, name });
  const found = await member.views.list({ list: 'images' });
  expect(found.map(({ name }) => name)).toEqual(['Yyy', 'zzz', 'Aaa']);
  const query = { list: 'images', userId: member.id, limit: 2 } as const;
  const first = await findViews(organizationId, deps.db, query);
  expect(first.map(({ name }) => name)).toEqual(['Yyy', 'zzz']);
});

test('go with their team, of which the audit trail keeps them', async () => {
  const member = await person('member');
  const teamId = await teamWith(member.id);
  const { id } = await member.views.save({ ...ENDED, teamId });
  await admin().team.delete({ id: teamId });
  expect(await member.views.list({ list: 'images' })).toEqual([]);
  const trail = await admin().audit.list({});
  expect(trail.items[0]).toMatchObject({
    action: 'team.delete',
    before: { views: [{ id, list: 'images', name: 'Ended', query: 'state=ended' }] },
  });
});

test('is nothing of keys, of other organizations, nor of what no list understands', async () => {
  const member = await person('member');
  const teamId = await teamWith(member.id);
  const { id } = await member.views.save({ ...ENDED, teamId });
  await expect(admin().savedView.save(ENDED)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await admin().savedView.list({ list: 'images' })).toMatchObject([
    { id, mayChange: false },
  ]);
  for (const query of ['a b=1', 'q=\0', `q=${'x'.repeat(4_001)}`]) {
    await expect(member.views.save({ ...ENDED, query })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  }
  await expect(member.views.save({ ...ENDED, name: '  ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });

  organizationId = await makeOrganization(deps);
  const stranger = await person('admin');
  expect(await stranger.views.list({ list: 'images' })).toEqual([]);
  await expect(stranger.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.views.save({ ...ENDED, teamId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
