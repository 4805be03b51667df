import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { jobs } from '@/server/platform/signals';
import { makeOrganization } from '@/test/accounts';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { NODE, nodeUntil, REDIS } from '@/test/rematching';
import { matchAll, scheduleInventoryMatching } from './jobs';

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
  await expect.poll(() => runs, { timeout: 20_000 }).toEqual(['match inventories done']);
  await stop();
  stopHearing();
});

test('an organization that cannot be matched makes the round a failed one, though the others are matched', async () => {
  await withCatalog(deps, [REDIS]);
  const [failing, well] = [await makeOrganization(deps), await makeOrganization(deps)];
  for (const one of [failing, well]) await scanImage(deps, one, { packages: [NODE] });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-12')]);
  const runs: string[] = [];
  const stopHearing = jobs.hear(({ name, outcome }) => {
    runs.push(`${name} ${outcome}`);
  });
  onTestFinished(stopHearing);
  const original = deps.catalog.forOrganization.bind(deps.catalog);
  const broken = vi
    .spyOn(deps.catalog, 'forOrganization')
    .mockImplementation((organizationId) =>
      organizationId === failing
        ? Promise.reject(new Error('It cannot be read'))
        : original(organizationId),
    );
  const { signal } = new AbortController();
  await matchAll(deps, signal);
  expect(runs).toEqual(['match inventories failed']);
  broken.mockRestore();
  // The other one is matched, and what failed has its turn again.
  await matchAll(deps, signal);
  await matchAll(deps, signal);
  expect(runs).toEqual(['match inventories failed', 'match inventories done']);
});
