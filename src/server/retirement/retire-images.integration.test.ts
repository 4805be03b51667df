import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

const NOWHERE = '019a0000-0000-7000-8000-000000000000';
const member = () => callAs(deps, organization, 'member');
const scan = async (image: string) =>
  (await scanImage(deps, organization, { image, software: [{ product: 'Lua' }] })).image_tag_id;

test('many are retired and brought back, each an act of its own, and what cannot be is named', async () => {
  const [one, two, three] = [await scan('one:1'), await scan('two:1'), await scan('three:1')];
  await member().retirement.retire({ id: two, body: {} });
  const ids = [one, two, NOWHERE, three, one];
  expect(await member().retirement.retireMany({ ids, note: ' Replaced ' })).toEqual({
    done: [one, three],
    refused: [
      { id: two, reason: 'The image is retired already' },
      { id: NOWHERE, reason: 'Image tag not found' },
    ],
  });
  const retired = async () => (await member().image.listForDashboard({ retired: true })).total;
  expect(await retired()).toBe(3);
  const { items } = await callAs(deps, organization, 'admin').audit.list({});
  expect(items.map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ['image.retire', three],
    ['image.retire', one],
    ['image.retire', two],
  ]);
  expect(items[0]?.after).toMatchObject({ note: 'Replaced' });
  expect(await member().retirement.bringBackMany({ ids: [one, two, three] })).toEqual({
    done: [one, two, three],
    refused: [],
  });
  expect(await retired()).toBe(0);
});

test('viewers may not, nothing is done elsewhere, and not to too many at once', async () => {
  const id = await scan('one:1');
  for (const act of ['retireMany', 'bringBackMany'] as const) {
    const viewer = callAs(deps, organization, 'viewer').retirement;
    await expect(viewer[act]({ ids: [id] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const other = callAs(deps, await makeOrganization(deps), 'admin').retirement;
    expect(await other[act]({ ids: [id] })).toMatchObject({ done: [], refused: [{ id }] });
    const ids = Array.from({ length: 101 }, () => id);
    await expect(member().retirement[act]({ ids })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(member().retirement[act]({ ids: [] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  }
});
