import { afterAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { manualClock } from '@/server/platform/clock';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { fail } from '@/test/evidence-bench';
import { scanImage } from '@/test/factories';
import { recordStatements } from '@/test/recordings';
import { startRegistryServer } from '@/test/registry-server';
import { manualDelay } from '@/test/time';
import { forgetUnread } from './service/forget';
import { createGathering } from './service/gather';
import { gatheringOf } from './service/progress';

const DAY_MS = 86_400_000;
const db = await testDatabase();
const deps = testDeps(db);
const registry = await startRegistryServer();
const { signal } = new AbortController();

afterAll(async () => {
  await registry.close();
  await db.close();
});

test('an organization that fails keeps no other from its turn, nor what is old from being forgotten', async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  const held = async (name: string) => {
    registry.routes.set(`/npm/${name}`, { versions: { '1.0.0': {} }, time: {} });
    const id = await makeOrganization(deps);
    await scanImage(deps, id, { packages: [`pkg:npm/${name}@1.0.0`] });
    return id;
  };
  const [broken, well] = [await held('one'), await held('other')];
  let isBroken = false;
  const of = (id: OrganizationId) => {
    if (isBroken && id === broken) throw new Error('It cannot be looked at');
    return db.of(id);
  };
  const gathering = createGathering(
    { ...deps, db: { ...db, of } },
    {
      env: { registryUrls: { npm: `${registry.url}/npm` }, registryRequestsPerHour: 240 },
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  );
  expect(await gathering.round(signal)).toEqual({ failed: 0 });
  isBroken = true;
  deps.clock.advance(60 * DAY_MS);
  const looked = async () => (await gatheringOf(deps, well))?.lookedAt;
  expect(await gathering.round(signal)).toEqual({ failed: 1 });
  expect(await looked()).toEqual(deps.clock.now());
  expect(deps.logged()).toContain(broken);
  // Of what was read for the one that fails nothing is told any more.
  const kept = () => db.query('SELECT FROM registry_package');
  expect(await kept()).toHaveLength(1);
  // It is looked at again with the next round.
  isBroken = false;
  deps.clock.advance(60_000);
  expect(await gathering.round(signal)).toEqual({ failed: 0 });
  expect(await kept()).toHaveLength(2);
});

test('where no registry is asked any more, an organization whose facts stay keeps no other from its turn', async () => {
  const facts = async () => (await db.query('SELECT FROM component_fact')).length;
  await db.query(
    `INSERT INTO component_fact (organization_id, component_id, degree, kind, message, checked_at)
     SELECT organization_id, id, 'registry', 'deprecated', '', $1 FROM component`,
    [deps.clock.now()],
  );
  deps.clock.advance(60 * DAY_MS);
  let failures = 0;
  recordStatements(db, (text) => {
    if (!/^delete from "component_fact"/.test(text) || failures > 0) return null;
    failures += 1;
    return Promise.reject(new Error('It cannot be deleted'));
  });
  expect(await forgetUnread(deps, signal)).toEqual({ failed: 1 });
  expect(await facts()).toBe(1);
  expect(await forgetUnread(deps, signal)).toEqual({ failed: 0 });
  expect(await facts()).toBe(0);
});

test('an organization that holds more than the budget has for leaves the next round to those behind it', async () => {
  const clock = manualClock('2027-06-01T12:00:00Z');
  const many = Array.from({ length: 40 }, (_, at) => `pkg:npm/many-${String(at)}@1.0.0`);
  for (let at = 0; at < 40; at += 1) {
    registry.routes.set(`/npm/many-${String(at)}`, { versions: { '1.0.0': {} }, time: {} });
  }
  registry.routes.set('/npm/few', { versions: { '1.0.0': {} }, time: {} });
  const [first, second] = [await makeOrganization(deps), await makeOrganization(deps)];
  await scanImage(deps, first, { packages: many });
  await scanImage(deps, second, { packages: ['pkg:npm/few@1.0.0'] });
  const gathering = createGathering(
    { ...deps, clock },
    {
      // One a minute.
      env: { registryUrls: { npm: `${registry.url}/npm` }, registryRequestsPerHour: 60 },
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  );
  const known = async () => (await gatheringOf(deps, second))?.known;
  // Those of the tests before come first.
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await gathering.round(signal);
    clock.advance(60_000);
  }
  expect(await known()).toBe(1);
});

test('what is held is not gone through while the one registry that is waited for is left alone', async () => {
  const clock = manualClock('2028-06-01T12:00:00Z');
  const names = Array.from({ length: 12 }, (_, at) => `failing-${String(at)}`);
  for (const name of names) registry.routes.set(`/npm/${name}`, fail);
  const id = await makeOrganization(deps);
  await scanImage(deps, id, { packages: names.map((name) => `pkg:npm/${name}@1.0.0`) });
  const gathering = createGathering(
    { ...deps, clock },
    {
      env: { registryUrls: { npm: `${registry.url}/npm` }, registryRequestsPerHour: 60_000 },
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  );
  await db.query('DELETE FROM installation_setting');
  await gathering.round(signal);
  const statements = recordStatements(db);
  clock.advance(30_000);
  await gathering.round(signal);
  expect(statements).toEqual([]);
  clock.advance(30_000);
  await gathering.round(signal);
  expect(statements).not.toEqual([]);
});
