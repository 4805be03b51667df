import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { noteStates } from './service';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

test('notes more subjects than one statement takes, and lists those that are otherwise', async () => {
  const organizationId = await makeOrganization(deps);
  const at = deps.clock.now();
  const subjects = Array.from({ length: 11_000 }, (_, index) => `project ${String(index)}`);
  const note = (stateOf: (index: number) => number) => {
    const told = subjects.map((subject, index) => ({ subject, state: stateOf(index) }));
    return deps.db.transaction((tx) => noteStates(tx, organizationId, 'coverage.fell', told, at));
  };
  expect((await note(() => 1)).toSorted()).toEqual(subjects.toSorted());
  expect(await note(() => 1)).toEqual([]);
  expect(await note((index) => (index === 10_999 ? 2 : 1))).toEqual(['project 10999']);
});
