import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let db: TestDatabase;
let deps: TestDeps;
beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

test('names the admins of the caller’s organization and nobody else', async () => {
  const [mine, other] = [await makeOrganization(deps), await makeOrganization(deps)];
  const admin = await makePerson(deps, { organizationId: mine, role: 'admin' });
  await makePerson(deps, { organizationId: mine, role: 'member' });
  await makePerson(deps, { organizationId: other, role: 'admin' });
  expect(await callAs(deps, mine).organization.admins()).toEqual([
    { name: expect.any(String), email: admin.email },
  ]);
});
