import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { type RegistryServer, startRegistryServer } from '@/test/registry-server';
import { manualDelay } from '@/test/time';
import { createGathering, type Gathering } from './service/gather';
import { gatheringOf } from './service/progress';

const DAY_MS = 86_400_000;
/** What a budget of four requests a minute is asked of. */
const NAMES = Array.from({ length: 20 }, (_, number) => `it-${String(number)}`);

let db: TestDatabase;
let deps: TestDeps;
let registry: RegistryServer;
let clock: ManualClock;

beforeAll(async () => {
  registry = await startRegistryServer();
});
// Rounds go through all organizations.
beforeEach(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  clock = manualClock('2026-11-21T12:00:00Z');
  registry.asked.length = 0;
  registry.routes.clear();
});
afterEach(() => db.close());
afterAll(() => registry.close());

/** A process that gathers. */
function gathering(): Gathering {
  const env = { registryUrls: { npm: `${registry.url}/npm` }, registryRequestsPerHour: 240 };
  const { logger } = deps;
  return createGathering(
    { db, clock, logger },
    {
      env,
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  );
}
const round = (one: Gathering) => one.round(new AbortController().signal);

const answering = (document: object, names: readonly string[] = NAMES) => {
  for (const name of names) registry.routes.set(`/npm/${name}`, document);
};
const LIVING = { versions: { '1.0.0': {} }, time: {} };

async function imageWith(names: readonly string[]) {
  const organizationId = await makeOrganization(deps);
  const packages = names.map((name) => `pkg:npm/${name}@1.0.0`);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, { packages });
  return { organizationId, imageTagId };
}

test('the budget is that of all processes together', async () => {
  answering(LIVING);
  await imageWith(NAMES);
  const processes = [gathering(), gathering(), gathering()];
  for (const one of processes) await round(one);
  expect(registry.asked).toHaveLength(4);
  clock.advance(60_000);
  for (const one of processes.toReversed()) await round(one);
  expect(registry.asked).toHaveLength(8);
  // Nor is there another one after a start.
  await round(gathering());
  expect(registry.asked).toHaveLength(8);
});

test('a clock that is set back a day takes nothing of the budget, and ends pauses', async () => {
  const { organizationId } = await imageWith(NAMES);
  for (const name of NAMES)
    registry.routes.set(`/npm/${name}`, (_, response) => response.writeHead(503).end());
  const one = gathering();
  await round(one);
  clock.advance(60_000);
  await round(one);
  // Five have failed: it is left alone for a minute.
  const asked = registry.asked.length;
  answering(LIVING);
  clock.advance(-DAY_MS);
  await round(one);
  clock.advance(60_000);
  await round(one);
  expect(registry.asked.length).toBeGreaterThan(asked);
  const [told] = (await gatheringOf({ db }, organizationId))?.registries ?? [];
  expect(told).toMatchObject({ pausedUntil: null, known: 4 });
});

test('a clock that is set back a day keeps nothing new from being looked at', async () => {
  answering({ versions: { '1.0.0': { deprecated: 'gone' } }, time: {} }, ['old']);
  await imageWith(['calm']);
  const one = gathering();
  await round(one);
  clock.advance(-DAY_MS);
  const { organizationId, imageTagId } = await imageWith(['old']);
  await round(one);
  const { items } = await callAs(deps, organizationId).image.components({ imageTagId, size: 100 });
  expect(items.map(({ evidence }) => evidence)).toEqual(['registry']);
});
