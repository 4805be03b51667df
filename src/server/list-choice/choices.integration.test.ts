import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { findChoices } from './repository';

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

const IMAGES = 'columns:images';
const person = async (role: PersonRole) => {
  const { id, dashboard } = await signedIn(deps, rest, { organizationId, role });
  return { id, choices: (await dashboard()).listChoice };
};
const kept = async (userId: string, of = organizationId) =>
  Object.fromEntries(
    (await findChoices(of, deps.db, userId, 200)).map(({ name, value }) => [name, value]),
  );

test('are a person’s own, whoever they are, and the last one is kept', async () => {
  const viewer = await person('viewer');
  const other = await person('admin');
  await viewer.choices.set({ name: IMAGES, value: 'project,lastSeen' });
  await viewer.choices.set({ name: IMAGES, value: 'lastSeen' });
  await viewer.choices.set({ name: 'density', value: 'compact' });
  await other.choices.set({ name: IMAGES, value: '' });
  expect(await kept(viewer.id)).toEqual({ [IMAGES]: 'lastSeen', density: 'compact' });
  expect(await kept(other.id)).toEqual({ [IMAGES]: '' });
  await viewer.choices.set({ name: 'density', value: null });
  await viewer.choices.set({ name: 'density', value: null });
  expect(await kept(viewer.id)).toEqual({ [IMAGES]: 'lastSeen' });

  const elsewhere = await makeOrganization(deps);
  expect(await kept(viewer.id, elsewhere)).toEqual({});
  expect((await callAs(deps, organizationId, 'admin').audit.list({})).items).toEqual([]);
});

test('are nothing of keys, and nothing but what lists know', async () => {
  const { id, choices } = await person('member');
  await expect(
    callAs(deps, organizationId, 'admin').listChoice.set({ name: 'density', value: 'compact' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const choice of [
    { name: 'theme', value: 'dark' },
    { name: 'density', value: 'wide' },
    { name: IMAGES, value: 'a;b' },
    { name: IMAGES, value: 'a\0' },
  ])
    await expect(choices.set(choice)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await kept(id)).toEqual({});
});

test('are at most a hundred, and go with the membership', async () => {
  const { id, choices } = await person('member');
  const names = Array.from(
    { length: 100 },
    (_, index) =>
      `columns:list-${String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26))}`,
  );
  for (const name of names) await choices.set({ name, value: 'name' });
  await expect(choices.set({ name: 'density', value: 'compact' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await choices.set({ name: names[0] ?? '', value: 'project' });
  expect(Object.keys(await kept(id))).toHaveLength(100);
  await deps.db.of(organizationId).membership.deleteMany({ where: { userId: id } });
  expect(await kept(id)).toEqual({});
});
