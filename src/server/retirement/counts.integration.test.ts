import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { everythingOf } from '@/test/everything';
import { makePolicy, scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({
      ...{ name: 'Redis', slug: 'redis' },
      cycles: [{ name: '6', supportedUntil: '2026-11-01' }],
    }),
  ]);
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
});

const shared = { product: 'Debian', cycle: '11', eol: '2026-08-31' };
const alone = { product: 'Redis', cycle: '6', eol: '2026-11-01', type: 'npm' };
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const calls = () => callAs(deps, organization, 'member');
const scanOld = () =>
  scanImage(deps, organization, {
    ...{ image: 'old:1', labels: { stage: 'old' }, digest: `sha256:${'1'.repeat(64)}` },
    ...{ software: [shared, alone], packages: ['left-pad@1.0'] },
  });

test('what is retired counts nowhere, as if it had never been, and all counts it again when it is back', async () => {
  await makePolicy(deps, organization, { denyDays: 0 });
  const { project_id: projectId } = await scanImage(deps, organization, {
    ...{ image: 'new:1', software: [shared], labels: { stage: 'new' } },
  });
  await calls().plan.create({
    body: {
      ...{ scope: 'organization', product_name: 'Debian', cycle: '11', target_cycle: '13' },
      due_on: '2027-03-31',
    },
  });
  const everything = () => everythingOf(deps, organization, { projectId, product: 'Debian' });
  const before = await everything();
  const { image_tag_id: id } = await scanOld();
  const counted = await everything();
  const alike = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) === JSON.stringify(counted[name]),
  );
  // Nothing is compared below that would not tell the image.
  expect(alike.toSorted()).toEqual(['clusters', 'contracts', 'notes', 'teams', 'waivers']);

  // Each a while after what was before, as times that end when they begin are none.
  const later = () => deps.clock.advance(60_000);
  later();
  await calls().retirement.retire({ id, body: {} });
  expect(await everything()).toEqual(before);
  later();
  await calls().retirement.bringBack({ id });
  expect(await everything()).toEqual(counted);
  later();
  await calls().retirement.retire({ id, body: {} });
  later();
  await callAs(deps, organization, 'admin').image.delete({ id });
  expect(await everything()).toEqual(before);
  await expect(calls().retirement.ofImage({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what is retired is one filter away, and reached by its address with what it held', async () => {
  const { image_tag_id: id } = await scanOld();
  const held = await calls().image.findings({ imageTagId: id });
  const packages = await calls().image.components({ imageTagId: id });
  deps.clock.advance(60_000);
  await calls().retirement.retire({ id, body: { note: 'Replaced by new' } });
  const retiredDate = deps.clock.now().toISOString();

  expect(await calls().image.list({ retired: 'true' })).toMatchObject({
    total: 1,
    items: [{ id, retiredDate, eol: { high: 2 } }],
  });
  expect(await calls().image.listForDashboard({ retired: true, state: 'ended' })).toMatchObject({
    total: 1,
    items: [{ id, states: { ended: 2 } }],
  });
  expect(await calls().image.get({ imageTagId: id })).toMatchObject({ id, retiredDate });
  expect(await calls().image.findings({ imageTagId: id })).toEqual(held);
  expect(await calls().image.components({ imageTagId: id })).toEqual(packages);
  expect(await calls().image.scans({ imageTagId: id })).toMatchObject({ total: 1 });
  expect(await calls().search.things({ text: 'old' })).toMatchObject({
    images: [{ id, isRetired: true }],
    software: [],
  });
  expect(await calls().retirement.counts({})).toEqual({
    ...{ total: 1, byRules: 0, latestByRulesDate: null },
  });
  const [current] = await calls().retirement.ofImage({ id });
  expect(current).toMatchObject({
    ...{ retired_at: retiredDate, reason: 'by_hand', note: 'Replaced by new', ended_at: null },
    retired_by: { kind: 'api_key', name: 'CI' },
  });
});

test('its history knows when it was retired, and takes that for no change of the image', async () => {
  const { image_tag_id: id } = await scanOld();
  deps.clock.advance(60_000);
  await calls().retirement.retire({ id, body: {} });
  deps.clock.advance(60_000);
  await calls().retirement.bringBack({ id });
  deps.clock.advance(60_000);
  await calls().retirement.retire({ id, body: {} });
  deps.clock.advance(60_000);
  await scanOld();
  const { items } = await calls().image.scans({ imageTagId: id });
  expect(items).toMatchObject([
    { openedCount: 0, closedCount: 0, opened: [], closed: [], catalogChanges: [] },
    { openedCount: 2, closed: [], catalogChanges: [] },
  ]);
  expect(await calls().retirement.ofImage({ id })).toMatchObject([
    { end: 'scanned', ended_by: { name: 'CI' }, ended_at: deps.clock.now().toISOString() },
    { end: 'by_hand', ended_by: { name: 'CI' } },
  ]);
  const trail = await callAs(deps, organization, 'admin').audit.list({});
  expect(trail.items.map(({ action }) => action)).toEqual([
    ...['image.bring_back', 'image.retire', 'image.bring_back', 'image.retire'],
  ]);
  expect(trail.items[0]).toMatchObject({
    ...{ actor_kind: 'api_key', actor_name: 'CI', subject_id: id },
    before: { name: 'old', retired_at: expect.any(String) },
    after: { name: 'old', retired_at: null, reason: 'scanned' },
  });
});

test('the trend keeps what it was, without the time in which it was retired', async () => {
  deps.clock.set('2026-08-10T12:00:00Z');
  const { image_tag_id: id, project_id: projectId } = await scanOld();
  deps.clock.set('2026-09-10T12:00:00Z');
  await calls().retirement.retire({ id, body: {} });
  // Of its project as of all.
  const past = async (scope: { projectId?: string }) => {
    const monthly = { period: 'MONTHLY', by: 'state', months: 12 } as const;
    const { series } = await calls().analytics.trend({ ...monthly, ...scope });
    const { now, then } = await calls().overview.states(scope);
    return { series, now, then };
  };
  const ofAll = await past({});
  expect(ofAll.series.flatMap(({ values }) => values)).toContain(1);
  expect([Object.values(ofAll.now), Object.values(ofAll.then)].map(sum)).toEqual([0, 2]);
  expect(await past({ projectId })).toEqual(ofAll);
  deps.clock.set('2026-10-10T12:00:00Z');
  await calls().retirement.bringBack({ id });
  deps.clock.set('2026-11-10T12:00:00Z');
  const { allEolCounts } = await calls().analytics.eolCounts({
    ...{ period: 'MONTHLY', start: '2026-08-01', end: '2026-11-30' },
  });
  const held = allEolCounts.map(({ critical, high, none }) => critical + high + none);
  expect(held.map((one) => one > 0)).toEqual([true, false, true, true]);
});

test('a scan of what is retired finds it again, with what it holds by then', async () => {
  const { image_tag_id: id } = await scanOld();
  await calls().retirement.retire({ id, body: {} });
  deps.clock.advance(60_000);
  const again = await scanImage(deps, organization, { image: 'old:1', software: [alone] });
  expect(again.image_tag_id).toBe(id);
  expect(await calls().image.list({})).toMatchObject({ total: 1, items: [{ eol: { high: 1 } }] });
  expect((await calls().image.findings({ imageTagId: id })).map((one) => one.productName)).toEqual([
    'Redis',
  ]);
  await expect(calls().retirement.bringBack({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('viewers look, members retire, and nobody does elsewhere', async () => {
  const { image_tag_id: id } = await scanOld();
  const viewer = callAs(deps, organization, 'viewer');
  await expect(viewer.retirement.retire({ id, body: {} })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const other = callAs(deps, await makeOrganization(deps), 'admin');
  for (const act of [
    () => other.retirement.retire({ id, body: {} }),
    () => other.retirement.bringBack({ id }),
    () => other.retirement.ofImage({ id }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await calls().retirement.retire({ id, body: {} });
  await expect(calls().retirement.retire({ id, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(viewer.retirement.bringBack({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await other.retirement.counts({})).toMatchObject({ total: 0 });
});
