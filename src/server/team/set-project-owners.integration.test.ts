import { afterAll, beforeAll, expect, test } from 'vitest';
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
  organization = await makeOrganization(deps);
});
afterAll(() => deps.db.close());

const NOWHERE = '019a0000-0000-7000-8000-000000000000';

test('many projects get an owner, and those of elsewhere do not', async () => {
  const member = callAs(deps, organization, 'member');
  const admin = callAs(deps, organization, 'admin');
  for (const project of ['shop', 'bank']) await scanImage(deps, organization, { project });
  const { id: teamId } = await admin.team.create({ body: { name: 'Payments' } });
  const ids = (await member.project.listForDashboard({})).items.map(({ id }) => id);
  expect(await member.team.setOwners({ ids: [...ids, NOWHERE], teamId })).toEqual({
    done: ids,
    refused: [{ id: NOWHERE, reason: 'Project not found' }],
  });
  const owned = await member.project.listForDashboard({ owner: teamId });
  expect(owned.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const refused = await member.team.setOwners({ ids, teamId: NOWHERE });
  expect(refused).toMatchObject({ done: [], refused: ids.map((id) => ({ id })) });
  await expect(
    callAs(deps, organization, 'viewer').team.setOwners({ ids, teamId }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
