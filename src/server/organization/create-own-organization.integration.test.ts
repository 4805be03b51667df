import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
let rest: RestClient;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());

test('is for any signed-in person, who administers it and goes on where they are', async () => {
  const organizationId = await makeOrganization(deps);
  const viewer = await signedIn(deps, rest, { organizationId, role: 'viewer' });
  const made = await (await viewer.dashboard()).organization.createOwn({ name: 'B', idpId: null });
  expect(made).toMatchObject({ name: 'B', idp_id: made.id });
  expect(await viewer.caller()).toMatchObject({ active: { organizationId, role: 'viewer' } });
  const { memberships } = await (await viewer.dashboard()).session.current();
  expect(memberships).toContainEqual({
    organizationId: made.id,
    organizationName: 'B',
    role: 'admin',
  });
});

test('an id at an identity provider is kept, and is nobody else’s', async () => {
  const person = await (await signedIn(deps, rest)).dashboard();
  const own = { name: 'C', idpId: `org_${uuidv7()}` };
  expect(await person.organization.createOwn(own)).toMatchObject({ idp_id: own.idpId });
  await expect(person.organization.createOwn(own)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('is not for keys', async () => {
  const key = callAs(deps, await makeOrganization(deps), 'admin');
  await expect(key.organization.createOwn({ name: 'D', idpId: null })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
