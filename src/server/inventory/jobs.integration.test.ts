import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { jobs } from '@/server/platform/signals';
import { makeOrganization } from '@/test/accounts';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { NODE, nodeUntil, REDIS } from '@/test/rematching';
import { scheduleInventoryMatching } from './jobs';

const db = await testDatabase();
const deps = testDeps(db);
const other = openDatabase({ connection: db.pool.options, poolSize: 2 });
afterAll(async () => {
  await other.close();
  await db.close();
});

test('a process that finds another one at it counts no run: the other may fail', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { packages: [NODE] });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const runs: string[] = [];
  const stopHearing = jobs.hear(({ name, outcome }) => {
    runs.push(`${name} ${outcome}`);
  });
  const [held, freed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holding = exclusively(other, `rematch ${organizationId}`, async () => {
    held.resolve(undefined);
    await freed.promise;
  });
  await held.promise;
  let stop = scheduleInventoryMatching(deps);
  await sleep(300);
  await stop();
  expect(runs).toEqual([]);
  freed.resolve(undefined);
  await holding;
  stop = scheduleInventoryMatching(deps);
  await expect.poll(() => runs).toEqual(['match inventories done']);
  await stop();
  stopHearing();
});
