import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { beginContracts } from '@/server/coverage/service';
import { allPoliciesInTurn } from '@/server/policy/service/whole';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ownedByHandInTurn } from './service/by-hand';
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

const changes: [string, (organization: OrganizationId, tx: Transaction) => Promise<unknown>][] = [
  ['teams', takeTurn],
  ['contracts', beginContracts],
];

/** Holds the row of an organization as those do who change what is set in it, until it is told to end. */
async function holdOrganization(
  organization: OrganizationId,
  hold: (organization: OrganizationId, tx: Transaction) => Promise<unknown>,
  then: (tx: Transaction) => Promise<unknown> = () => Promise.resolve(),
) {
  const taken = Promise.withResolvers<undefined>();
  const ending = Promise.withResolvers<undefined>();
  let attempts = 0;
  const done = deps.db.transaction(async (tx) => {
    attempts += 1;
    await hold(organization, tx);
    taken.resolve(undefined);
    await ending.promise;
    await then(tx);
  });
  await taken.promise;
  return {
    async end() {
      ending.resolve(undefined);
      await done;
      return attempts;
    },
  };
}

const isWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await deps.db.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }, 20_000);

test.each(changes)(
  'a policy file with owners and a change of %s wait for each other in one order',
  async (_, change) => {
    const organization = await makeOrganization(deps);
    const file = await holdOrganization(organization, allPoliciesInTurn, (tx) =>
      ownedByHandInTurn(organization, tx),
    );
    let attempts = 0;
    const other = deps.db.transaction(async (tx) => {
      attempts += 1;
      await change(organization, tx);
    });
    await isWaiting();
    expect([await file.end(), await other.then(() => attempts)]).toEqual([1, 1]);
  },
  60_000,
);

test.each(changes)(
  'a change of %s that waits for the organization keeps no upload waiting for its owner meanwhile',
  async (_, change) => {
    const organization = await makeOrganization(deps);
    // As uploads do of the version before, which runs beside this one during an update.
    const older = await holdOrganization(organization, (id, tx) =>
      tx.sql.selectFrom('organization').where('id', '=', id).select('id').forShare().execute(),
    );
    const other = deps.db.transaction((tx) => change(organization, tx));
    await isWaiting();
    const upload = beginUpload(organization);
    const outcome = await Promise.race([
      upload.taken.then(() => 'let in'),
      sleep(10_000, 'still waiting'),
    ]);
    await older.end();
    await upload.end();
    await other;
    expect(outcome).toBe('let in');
  },
  60_000,
);
