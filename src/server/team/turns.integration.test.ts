import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { shareOwnerRules } from './service/owners';
import { takeTurn } from './service/teams';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

/** Begins what an upload does that may give a project an owner; it goes on until it is told to end. */
function beginUpload(organization: OrganizationId) {
  const taken = Promise.withResolvers<undefined>();
  const ending = Promise.withResolvers<undefined>();
  const done = deps.db.transaction(async (tx) => {
    await shareOwnerRules(organization, tx);
    taken.resolve(undefined);
    await ending.promise;
  });
  return {
    taken: taken.promise,
    async end() {
      ending.resolve(undefined);
      await done;
    },
  };
}

test('who changes owners has a turn, however closely uploads follow each other', async () => {
  const organization = await makeOrganization(deps);
  let upload = beginUpload(organization);
  await upload.taken;
  let outcome = 'still waiting';
  const turn = deps.db
    .transaction((tx) => takeTurn(organization, tx))
    .then(() => {
      outcome = 'taken';
    });
  await sleep(200);
  // None ends before the next has begun, unless that waits as well.
  for (let uploads = 0; uploads < 20; uploads += 1) {
    const next = beginUpload(organization);
    await Promise.race([next.taken, sleep(300)]);
    await upload.end();
    upload = next;
    await sleep(20);
  }
  const before = outcome;
  await upload.end();
  await turn;
  expect(before).toBe('taken');
}, 30_000);
