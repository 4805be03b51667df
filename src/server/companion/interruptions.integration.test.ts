import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestDeps } from '@/test/deps';
import { schedulePulls } from './jobs';
import { deleteCompanion, requestPull, setCompanion } from './service/companion';
import { pullWhenDue } from './service/pull';
import { CompanionBench, IMPORTED, never, project } from '@/test/companion-bench';

let deps: TestDeps;
let bench: CompanionBench;

beforeAll(async () => {
  deps = await CompanionBench.deps();
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  bench = await CompanionBench.start(deps);
});
afterEach(() => bench.remote.stop());

test('stopped between two projects, it goes on where it was', async () => {
  bench.remote.projects = ['a', 'b', 'c'].map((name) => project(name));
  const [, second] = bench.remote.projects;
  const stopping = new AbortController();
  if (second) {
    bench.remote.instead.set(bench.remote.bomPath(second.uuid), (response) => {
      stopping.abort();
      response.destroy();
    });
  }
  await requestPull(deps, bench.actor);
  await expect(bench.pullWhenDue(stopping.signal)).rejects.toThrow();
  expect((await bench.images()).map(({ name }) => name)).toEqual(['a']);
  expect(await bench.state()).toMatchObject({ running_since: expect.any(String) });
  bench.remote.instead.clear();
  expect(await bench.pullWhenDue()).toBe(true);
  expect((await bench.state()).last_pull).toMatchObject({
    outcome: 'complete',
    pulled: 2,
    unchanged: 1,
  });
  expect((await bench.images()).map(({ name, scans }) => [name, scans])).toEqual([
    ...[['a', 1], ['b', 1], ['c', 1]], // prettier-ignore
  ]);
});

test('what ends in the middle of storing is neither stored nor known', async () => {
  bench.remote.projects = [project('shop')];
  const known = 'SELECT 1 FROM companion_project WHERE organization_id = $1';
  const transaction: TestDeps['db']['transaction'] = (work) =>
    deps.db.transaction(async (tx) => {
      const done = await work(tx);
      // All is written, and nothing is committed yet.
      if ((await tx.query(known, [bench.organizationId])).length > 0) throw new Error('killed');
      return done;
    });
  const dying = { ...deps, db: { ...deps.db, transaction } };
  await requestPull(deps, bench.actor);
  await pullWhenDue(dying, bench.organizationId, never());
  expect((await bench.state()).last_pull).toMatchObject({ pulled: 0, failed: 1 });
  expect(await bench.images()).toEqual([]);
  expect(await bench.projects()).toMatchObject([
    { state: 'failed', fault: expect.stringContaining('its log'), imported_at: null },
  ]);
  expect((await bench.pull()).last).toMatchObject({ pulled: 1 });
  expect(await bench.images()).toMatchObject([{ scans: 1 }]);
});

test('another address entered meanwhile ends a pull, and nothing of it is stored', async () => {
  const shop = project('shop');
  bench.remote.projects = [shop];
  bench.remote.instead.set(bench.remote.bomPath(shop.uuid), (response) => {
    void setCompanion(deps, bench.actor, {
      url: `${bench.remote.url}/x`,
      key: 'k',
      intervalHours: null,
    }).then(() => response.end(bench.remote.bom(shop)));
  });
  await requestPull(deps, bench.actor);
  expect(await bench.pullWhenDue()).toBe(true);
  expect(await bench.images()).toEqual([]);
  expect(await bench.state()).toMatchObject({
    url: `${bench.remote.url}/x`,
    last_pull: { outcome: null },
  });
});

test('removed meanwhile, a pull ends too', async () => {
  const shop = project('shop');
  bench.remote.projects = [shop];
  bench.remote.instead.set(bench.remote.bomPath(shop.uuid), (response) => {
    void deleteCompanion(deps, bench.actor).then(() => response.end(bench.remote.bom(shop)));
  });
  await requestPull(deps, bench.actor);
  await bench.pullWhenDue();
  expect(await bench.images()).toEqual([]);
  await expect(bench.state()).rejects.toThrow('Companion not found');
});

test('of two processes one pulls, and who asks meanwhile gets another pull', async () => {
  bench.remote.projects = ['a', 'b', 'c'].map((name) => project(name));
  const [first] = bench.remote.projects;
  await requestPull(deps, bench.actor);
  if (first) {
    bench.remote.instead.set(bench.remote.bomPath(first.uuid), (response) => {
      void requestPull(deps, bench.actor).then(() => response.end(bench.remote.bom(first)));
    });
  }
  deps.clock.set('2026-11-21T12:00:01Z');
  const pulls = [1, 2, 3].map(() => bench.pullWhenDue());
  expect((await Promise.all(pulls)).sort()).toEqual([false, false, true]);
  expect((await bench.images()).map(({ scans }) => scans)).toEqual([1, 1, 1]);
  expect(await bench.pullWhenDue()).toBe(true);
  expect(await bench.pullWhenDue()).toBe(false);
});

test('what another process has stored meanwhile is not stored again', async () => {
  const shop = project('shop');
  bench.remote.projects = [shop];
  bench.remote.instead.set(bench.remote.bomPath(shop.uuid), (response) => {
    const stored = deps.db.query(
      `INSERT INTO companion_project (organization_id, uuid, name, version, sort_key, state, imported_at, state_since)
       VALUES ($1, $2, 'shop', '1', 'shop', 'pulled', $3, now())`,
      [bench.organizationId, shop.uuid, new Date(IMPORTED)],
    );
    void stored.then(() => response.end(bench.remote.bom(shop)));
  });
  await requestPull(deps, bench.actor);
  await bench.pullWhenDue();
  expect(await bench.images()).toEqual([]);
});

test('the schedule pulls what is due, and what is asked for', async () => {
  bench.remote.projects = [project('shop')];
  const stop = schedulePulls(deps);
  try {
    await vi.waitFor(
      async () => expect((await bench.state()).last_pull?.outcome).toBe('complete'),
      10_000,
    );
  } finally {
    await stop();
  }
  expect(await bench.images()).toMatchObject([{ name: 'shop', scans: 1 }]);
});
