import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import { callAs } from '@/test/callers';
import { CompanionBench, never, project } from '@/test/companion-bench';
import type { TestDeps } from '@/test/deps';
import { followRetirements } from './service/round';

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

const admin = () => callAs(deps, bench.organizationId, 'admin');
const counted = async () => (await admin().image.list({ size: 100 })).items.map((one) => one.name);
const nextRound = async (days: number) => {
  deps.clock.advance(days * DAY_MS);
  await bench.pull();
  await followRetirements(deps, never());
};

test('what is in use elsewhere, and has not changed there, is not old: no rule retires it, or keeps it so', async () => {
  const [shop, tool] = [project('shop'), project('tool')];
  bench.remote.projects = [shop, tool];
  await bench.pull();
  await nextRound(100);
  expect(await counted()).toEqual(['shop', 'tool']);
  expect(await admin().retirement.preview({ notScannedDays: 30 })).toMatchObject({ retired: 0 });

  // A newer one came to that server, and cannot be read: it is in use nonetheless.
  bench.remote.projects = [{ ...shop, lastBomImport: deps.clock.now().getTime() }];
  bench.remote.instead.set(`/api/v1/bom/cyclonedx/project/${shop.uuid}`, (response) =>
    response.end('{'),
  );
  await nextRound(1);
  expect(await bench.projects('failed')).toMatchObject([{ name: 'shop' }]);
  expect(await counted()).toEqual(['shop']);

  bench.remote.instead.clear();
  bench.remote.projects = [shop, tool];
  await nextRound(1);
  expect(await counted()).toEqual(['shop', 'tool']);
  expect((await bench.images()).map(({ scans }) => scans)).toEqual([1, 1]);
});

test('once it is disconnected, rules count their days from then', async () => {
  const [shop, gone] = [project('shop'), project('gone')];
  bench.remote.projects = [shop, gone];
  await bench.pull();
  bench.remote.projects = [shop];
  await nextRound(200);
  expect(await counted()).toEqual(['shop']);
  await admin().companion.delete();
  for (const [days, left] of [
    [1, ['shop']],
    [88, ['shop']],
    [2, []],
  ] as const) {
    deps.clock.advance(days * DAY_MS);
    await followRetirements(deps, never());
    expect(await counted(), String(days)).toEqual(left);
  }
});
