import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { tellOfGoneImages } from '@/server/scan/service/denial';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage, type ScannedImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { hearing, saidIn } from '@/test/messages';
import { recordInventory } from '@/server/cluster/service/reports';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { followRetirements, IMAGES_AT_ONCE } from './service/round';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-03-01T12:00:00Z');
  organization = await makeOrganization(deps);
});

const DAY = 86_400_000;
const redis = { product: 'Redis', cycle: '6', eol: '2025-11-01' };
const admin = () => callAs(deps, organization, 'admin');
const scan = (image: string, more: ScannedImage = {}) =>
  scanImage(deps, organization, { image, software: [redis], ...more });
const round = (signal = new AbortController().signal) => followRetirements(deps, signal);
const live = async () => (await admin().image.list({ size: 100 })).items.map(({ name }) => name);
const retired = async () =>
  (await admin().image.list({ retired: 'true', size: 100 })).items.map(({ name }) => name);
const runs = (...images: string[]) =>
  recordInventory(deps, organization, {
    ...{ name: 'prod', version: null, distribution: null, nodes: null },
    containers: images.map((image) =>
      runningContainer({
        ...{ namespace: 'shop', owner: { kind: 'Deployment', name: image }, container: 'main' },
        ...{ image: runningImage(image, null), pods: 1, os: null },
      }),
    ),
  });
const rules = (not_scanned_days: number, not_running_days = 0) =>
  admin().retirement.changeRules({ body: { not_scanned_days, not_running_days } });

test('what is not scanned for ninety days is retired, and what is comes back with its next scan', async () => {
  const { image_tag_id: id } = await scan('old:1');
  deps.clock.advance(89 * DAY);
  await scan('new:1');
  await round();
  expect(await live()).toEqual(['new', 'old']);
  deps.clock.advance(2 * DAY);
  await round();
  expect([await live(), await retired()]).toEqual([['new'], ['old']]);
  expect(await admin().retirement.ofImage({ id })).toMatchObject([
    { reason: 'not_scanned', days: 90, retired_by: null, ended_at: null },
  ]);
  expect(await admin().retirement.counts({})).toEqual({
    ...{ total: 1, byRules: 1, latestByRulesDate: deps.clock.now().toISOString() },
  });
  const [event] = (await admin().audit.list({})).items;
  expect(event).toMatchObject({ action: 'image.retire_by_rule', actor_kind: 'server' });

  await scan('old:1');
  expect([await live(), await retired()]).toEqual([['new', 'old'], []]);
  await round();
  expect(await live()).toEqual(['new', 'old']);
});

test('what is brought back by hand has its days anew', async () => {
  const { image_tag_id: id } = await scan('old:1');
  deps.clock.advance(91 * DAY);
  await round();
  await admin().retirement.bringBack({ id });
  for (const [days, expected] of [
    [1, ['old']],
    [88, ['old']],
    [2, []],
  ] as const) {
    deps.clock.advance(days * DAY);
    await round();
    expect(await live()).toEqual(expected);
  }
});

test('projects have days of their own, and a preview says what rules would do before they are saved', async () => {
  await scan('a:1', { project: 'kept' });
  const { project_id } = await scan('b:1', { project: 'short' });
  await scan('c:1', { project: 'other' });
  const kept = (await admin().project.images({ search: 'kept' })).items[0]?.projectId ?? '';
  deps.clock.advance(40 * DAY);
  const { preview } = admin().retirement;
  expect(await preview({})).toEqual({ retired: 0, brought_back: 0 });
  expect(await preview({ notScannedDays: 30 })).toEqual({ retired: 3, brought_back: 0 });
  expect(await preview({ project: { id: project_id, days: 30 } })).toMatchObject({ retired: 1 });
  await admin().retirement.changeProjectRule({
    ...{ id: project_id, body: { not_scanned_days: 30 } },
  });
  await admin().retirement.changeProjectRule({
    ...{ id: kept, body: { not_scanned_days: 0 } },
  });
  await round();
  expect([await live(), await retired()]).toEqual([['a', 'c'], ['b']]);
  expect(await preview({ notScannedDays: 30 })).toEqual({ retired: 1, brought_back: 0 });
  expect(await preview({ project: { id: project_id, days: null } })).toEqual({
    ...{ retired: 0, brought_back: 1 },
  });
  await rules(30);
  await round();
  expect([await live(), await retired()]).toEqual([['a'], ['b', 'c']]);
  // A rule that is off brings back what it took; what was retired by hand stays so.
  const [byHand] = (await admin().image.list({})).items;
  await admin().retirement.retire({ id: byHand?.id ?? '', body: {} });
  await rules(0);
  await round();
  expect([await live(), await retired()]).toEqual([['c'], ['a', 'b']]);
  // Put back, it takes again what it took: that it let go of it starts no days anew.
  await rules(30);
  await round();
  expect([await live(), await retired()]).toEqual([[], ['a', 'b', 'c']]);
  await rules(0);
  const trail = (await admin().audit.list({})).items.map(({ action }) => action);
  expect(trail).toContain('project.retirement_rule');
  expect(trail.filter((one) => one === 'retirement_rules.change')).toHaveLength(4);
});

test('what a cluster runs is never retired by the rule, nor by hand, and what it runs again comes back', async () => {
  const { image_tag_id: id } = await scan('shop:1');
  deps.clock.advance(100 * DAY);
  await runs('shop:1');
  await expect(admin().retirement.retire({ id, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await round();
  expect(await live()).toEqual(['shop']);
  expect((await admin().image.listForDashboard({})).items[0]?.lastSeenDate).toBe(
    deps.clock.now().toISOString(),
  );
  await runs();
  deps.clock.advance(91 * DAY);
  await round();
  expect(await retired()).toEqual(['shop']);
  await runs('shop:1');
  await round();
  expect([await live(), await retired()]).toEqual([['shop'], []]);
  expect((await admin().retirement.ofImage({ id }))[0]).toMatchObject({ end: 'running' });
});

test('what no cluster runs any more is retired where that is wished for, unless the cluster is silent', async () => {
  await scan('gone:1');
  await scan('silent:1');
  await scan('never:1');
  await runs('gone:1', 'silent:1');
  await rules(0, 30);
  await round();
  await runs('silent:1');
  deps.clock.advance(31 * DAY);
  await round();
  expect([await live(), await retired()]).toEqual([['never', 'silent'], ['gone']]);
  const { items } = await admin().image.list({ retired: 'true' });
  expect(await admin().retirement.ofImage({ id: items[0]?.id ?? '' })).toMatchObject([
    { reason: 'not_running', days: 30 },
  ]);
});

test('whoever had images before the rule came is told first: nothing is retired before the day', async () => {
  await scan('old:1');
  deps.clock.advance(100 * DAY);
  await deps.db.query(`UPDATE organization SET retires_from = '2026-06-16' WHERE id = $1`, [
    organization,
  ]);
  await round();
  expect(await live()).toEqual(['old']);
  expect(await admin().retirement.rules()).toMatchObject({ from: '2026-06-16' });
  deps.clock.advance(7 * DAY);
  await round();
  expect(await live()).toEqual([]);
  expect(await admin().retirement.rules()).toMatchObject({ from: null });
});

test('what is retired in pieces goes on where it was ended, without a second time', async () => {
  const images = IMAGES_AT_ONCE + 5;
  const { image_tag_id } = await scan('old:0');
  // Copies of the one: an upload each would take long.
  await deps.db.query(
    `INSERT INTO image_tag SELECT (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'tag', n::text, 'reference_key', gen_random_uuid()))).*
       FROM image_tag t, generate_series(1, $2::int) n WHERE t.id = $1`,
    [image_tag_id, images - 1],
  );
  deps.clock.advance(91 * DAY);
  const count = async () => (await admin().retirement.counts({})).total;
  const stopping = new AbortController();
  const transaction = deps.db.transaction.bind(deps.db);
  const interrupted: TestDeps = {
    ...deps,
    db: {
      ...deps.db,
      transaction: async (work) => {
        const done = await transaction(work);
        // Those of other tests have images, too.
        if ((await count()) > 0) stopping.abort();
        return done;
      },
    },
  };
  await expect(followRetirements(interrupted, stopping.signal)).rejects.toThrow();
  expect(await count()).toBe(IMAGES_AT_ONCE);
  await Promise.all([round(), round()]);
  expect(await count()).toBe(images);
  expect(await deps.db.of(organization).imageRetirement.count()).toBe(images);
});

test('what runs is noted in the order in which others lock images, so that nobody waits in a circle', async () => {
  const images = Array.from({ length: 12 }, (_, index) => `image-${String(index)}:1`);
  const ids: string[] = [];
  for (const image of images) ids.push((await scan(image)).image_tag_id);
  deps.clock.advance(DAY);
  await runs(...images);
  const { noted } = await deps.db.transaction(async (tx) => {
    await tx.query('SELECT FROM image_tag WHERE id = $1 FOR UPDATE', [ids.toSorted()[0]]);
    // Handed out in an object: the transaction would wait for it, and it waits for the transaction.
    const noted = round();
    noted.catch(() => null);
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
    await expect.poll(() => tx.query(waiting), { timeout: 15_000 }).not.toEqual([]);
    const free = await tx.query(
      'SELECT id FROM image_tag WHERE organization_id = $1 FOR UPDATE SKIP LOCKED',
      [organization],
    );
    expect(free).toHaveLength(images.length);
    return { noted };
  });
  await noted;
  const { items } = await admin().image.listForDashboard({});
  expect(new Set(items.map(({ lastSeenDate }) => lastSeenDate))).toEqual(
    new Set([deps.clock.now().toISOString()]),
  );
});

test('a denial ends with the last image that holds it, and says why', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const { image_tag_id: id } = await scan('old:1');
  await admin().retirement.retire({ id, body: {} });
  await tellOfGoneImages(deps, organization);
  const [latest] = (await saidIn(deps, organization)).toReversed();
  expect(latest).toMatchObject({
    title: 'No image is denied any more for Redis 6',
    summary: 'The last images that were denied for it were retired or deleted.',
  });
});

test('an organization that fails keeps no other from its turn, and counts', async () => {
  await scan('old:1');
  organization = await makeOrganization(deps);
  await scan('old:1');
  deps.clock.advance(91 * DAY);
  const failing = followRetirements(failingOnce(deps), new AbortController().signal);
  expect(await failing).toEqual({ failed: 1 });
  expect(await retired()).toEqual(['old']);
  expect(deps.logged()).toContain('images could not be retired');
  expect(await round()).toEqual({ failed: 0 });
});
