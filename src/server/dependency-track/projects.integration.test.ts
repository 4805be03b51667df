import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { endsOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, runImages, scanImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { signedIn } from '@/test/people';
import { saying, STALE_FACTS, storeFacts } from '@/test/registry-facts';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { MAX_TRACKED_VIOLATIONS } from './dto';
import {
  getTrackedMetrics,
  getTrackedProject,
  listTrackedProjects,
  listTrackedViolations,
  noteUploadedFacts,
  patchTrackedProject,
} from './service/projects';

let deps: TestDeps;
let organizationId: OrganizationId;
let actor: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
  actor = await makeActor(deps, organizationId);
});

const ALL = { name: null, onlyActive: false, sort: 'name', direction: 'asc' } as const;
const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01' };

test('of versions that all become the latest at once, one is', async () => {
  const ids: string[] = [];
  for (const version of ['1', '2', '3', '4']) {
    ids.push((await scanImage(deps, organizationId, { image: `shop:${version}` })).image_tag_id);
  }
  for (let round = 0; round < 10; round += 1) {
    await deps.db.query('UPDATE image_tag SET is_latest = false', []);
    const promoted = ids.map((id) => patchTrackedProject(deps, actor, id, { isLatest: true }));
    await Promise.all(promoted);
    const { items } = await listTrackedProjects(deps, organizationId, ALL, { page: 1, size: 10 });
    expect(items.filter(({ isLatest }) => isLatest)).toHaveLength(1);
  }
});

test('what a version is told keeps the labels that an upload under way brings', async () => {
  const scanned = { image: 'acme/shop:1', labels: { team: 'payments' } };
  const { image_tag_id: id } = await scanImage(deps, organizationId, scanned);
  const isWaiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const patching = await deps.db.transaction(async (tx) => {
    await tx.sql
      .updateTable('imageTag')
      .set({ labels: { team: 'billing' } })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
    const patched = patchTrackedProject(deps, actor, id, { isActive: false });
    await vi.waitFor(async () => expect(await deps.db.query(isWaiting, [])).toHaveLength(1), 5_000);
    return { patched };
  });
  expect(await patching.patched).toMatchObject({ active: false });
  expect(await getTrackedProject(deps, organizationId, id)).toMatchObject({
    ...{ active: false, tags: [{ name: 'team=billing' }] },
  });
});

test('images of scanners are listed and judged too, and keep what is said of them', async () => {
  const scanned = { image: 'acme/shop:1', labels: { team: 'payments' }, software: [redis] };
  const { image_tag_id: id } = await scanImage(deps, organizationId, scanned);
  await makePolicy(deps, organizationId, { denyDays: 0 });
  await patchTrackedProject(deps, actor, id, { isLatest: true, isActive: false });
  await scanImage(deps, organizationId, scanned);
  expect(await getTrackedProject(deps, organizationId, id)).toMatchObject({
    ...{
      name: 'acme/shop',
      version: '1',
      classifier: 'CONTAINER',
      tags: [{ name: 'team=payments' }],
    },
    ...{ isLatest: true, active: false },
  });
  expect(await getTrackedMetrics(deps, organizationId, id)).toMatchObject({
    ...{ policyViolationsFail: 1, policyViolationsOperationalTotal: 1, vulnerabilities: 0 },
  });
});

test('what ended on an unknown day is warned of and never fails; what has not ended is nothing', async () => {
  const software = [
    { ...redis, packages: ['pkg:npm/%40acme/redis@6.0', 'redis@6'] },
    { product: 'Mystery', ended: true, packages: ['mystery@1'] },
    { product: 'Node.js', cycle: '24', eol: '2028-04-30', packages: ['node@24'] },
    { product: 'Nobody knows', packages: ['nobody@1'] },
  ];
  const scanned = await scanImage(deps, organizationId, { image: 'shop', software });
  await makePolicy(deps, organizationId, { denyDays: 0 });
  const violations = await listTrackedViolations(deps, organizationId, scanned.image_tag_id);
  const told = violations.map(({ component, policyCondition }) => [
    ...[component.group, component.name, policyCondition.policy.violationState],
  ]);
  expect(told.sort()).toEqual(
    [
      ['@acme', 'redis', 'FAIL'],
      [undefined, 'redis', 'FAIL'],
      [undefined, 'mystery', 'WARN'],
    ].sort(),
  );
  expect(violations.at(-1)?.policyCondition.policy.violationState).toBe('WARN');
  expect(new Set(violations.map(({ uuid }) => uuid)).size).toBe(3);
  for (const { text } of violations) expect(text).toMatch(/\. Evidence: Catalog\.$/);
});

test('a policy for what runs is violated by what runs alone', async () => {
  await makePolicy(deps, organizationId, { denyDays: 0, onlyRunning: true });
  const idOf = async (image: string) =>
    (await scanImage(deps, organizationId, { image, software: [redis] })).image_tag_id;
  const [shop, old] = [await idOf('shop:1'), await idOf('old:1')];
  await runImages(deps, organizationId, ['shop:1']);
  expect(await listTrackedViolations(deps, organizationId, shop)).toMatchObject([
    { policyCondition: { policy: { name: 'End of life: policy for all software in what runs' } } },
  ]);
  expect(await listTrackedViolations(deps, organizationId, old)).toEqual([]);
});

test('a list of violations has an end', async () => {
  const packages = Array.from(
    { length: MAX_TRACKED_VIOLATIONS + 5 },
    (_, at) => `lib${String(at)}@1`,
  );
  const software = [{ ...redis, packages }];
  const { image_tag_id: id } = await scanImage(deps, organizationId, { image: 'big', software });
  await makePolicy(deps, organizationId, { denyDays: 0 });
  expect(await listTrackedViolations(deps, organizationId, id)).toHaveLength(
    MAX_TRACKED_VIOLATIONS,
  );
});

describe('packages that registries speak of', () => {
  const OLD = 'pkg:npm/%40acme/old@1.0.0';
  const CALM = 'pkg:npm/calm@1.4.2';
  const packages = [OLD, CALM, 'pkg:npm/fine@3.0.0'];
  const ended = { ...redis, eol: '2026-12-01', packages: ['redis@6'] };
  beforeEach(async () => {
    await storeFacts(deps, OLD, saying('deprecated', 'Use newer-thing instead'));
    await storeFacts(deps, CALM, STALE_FACTS);
  });

  test('are violations where a policy judges them, denials of any kind first', async () => {
    await makePolicy(deps, organizationId, { warnDays: 30, deprecated: 'DENY', stale: 'WARN' });
    const scanned = { image: 'shop:1', software: [ended], packages };
    const { image_tag_id: id, policy } = await scanImage(deps, organizationId, scanned);
    const violations = await listTrackedViolations(deps, organizationId, id);
    expect(violations).toMatchObject([
      {
        component: { group: '@acme', name: 'old', version: '1.0.0', purl: OLD },
        policyCondition: {
          ...{ value: policy.packages?.[0]?.message },
          policy: { name: 'End of life: policy for all software', violationState: 'FAIL' },
        },
        text: expect.stringMatching(/Use newer-thing instead\. Evidence: Registry\.$/),
      },
      { component: { name: 'redis' }, policyCondition: { policy: { violationState: 'WARN' } } },
      {
        component: { name: 'calm', version: '1.4.2', purl: CALM },
        policyCondition: { policy: { violationState: 'WARN' } },
        text: expect.stringMatching(/Evidence: Stale line\.$/),
      },
    ]);
    expect(violations.map(({ timestamp }) => timestamp !== undefined)).toEqual([
      ...[false, true, false],
    ]);
    expect(new Set(violations.map(({ uuid }) => uuid)).size).toBe(3);
    expect(await getTrackedMetrics(deps, organizationId, id)).toMatchObject({
      ...{ policyViolationsFail: 1, policyViolationsWarn: 2, policyViolationsTotal: 3 },
    });
  });

  test('are none where no policy judges them, or in another organization', async () => {
    await makePolicy(deps, organizationId, { denyDays: 0 });
    const { image_tag_id: id } = await scanImage(deps, organizationId, { packages });
    await makePolicy(deps, await makeOrganization(deps), { deprecated: 'DENY' });
    expect(await listTrackedViolations(deps, organizationId, id)).toEqual([]);
  });

  test('are none while a waiver holds', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    const { image_tag_id: id } = await scanImage(deps, organizationId, { packages });
    const failing = async () =>
      (await getTrackedMetrics(deps, organizationId, id)).policyViolationsFail;
    expect(await failing()).toBe(1);
    await forgetLimits(deps.db);
    const rest = new RestClient(deps);
    const person = (role: 'admin' | 'member') => signedIn(deps, rest, { organizationId, role });
    const asked = await ask(await person('member'), {
      ...{ product_name: 'pkg:npm/%40acme/old', cycle: '1.0.0', ends_on: '2026-12-01' },
    });
    await decide(await person('admin'), asked.id, 'granted');
    expect(await failing()).toBe(0);
    deps.clock.set('2026-12-02T00:00:00Z');
    expect(await failing()).toBe(1);
  });

  test('are cut with all others, denials first', async () => {
    const many = Array.from({ length: MAX_TRACKED_VIOLATIONS }, (_, at) => `lib${String(at)}@1`);
    await makePolicy(deps, organizationId, { warnDays: 30, deprecated: 'DENY' });
    const software = [{ ...ended, packages: many }];
    const { image_tag_id: id } = await scanImage(deps, organizationId, { software, packages });
    expect(await getTrackedMetrics(deps, organizationId, id)).toMatchObject({
      ...{ policyViolationsFail: 1, policyViolationsTotal: MAX_TRACKED_VIOLATIONS },
    });
  });
});

test('what a client changes is in the audit trail, with what was before', async () => {
  const { image_tag_id: id } = await scanImage(deps, organizationId, { image: 'shop:1' });
  const patch = () => patchTrackedProject(deps, actor, id, { isActive: false, tags: ['team=web'] });
  expect(await patch()).toMatchObject({ active: false });
  expect(await patch()).toBeNull();
  const { items } = await callAs(deps, organizationId, 'admin').audit.list({ action: 'image' });
  expect(items).toMatchObject([
    {
      action: 'image.update',
      before: { name: 'shop', version: '1', active: true, tags: [] },
      after: { active: false, isLatest: false, tags: ['team=web'] },
    },
  ]);
});

test('tags that a client changes give the project the owner that the rules say, and what that covers', async () => {
  const api = callAs(deps, organizationId, 'admin');
  const cycles = [{ name: '10', supportedUntil: '2024-06-30' }];
  await withCatalog(deps, [importedProduct({ name: 'Debian', cycles })]);
  const { id: team_id } = await api.team.create({ body: { name: 'Web' } });
  await makeContract(deps, organizationId, { scope: 'team', teamId: team_id });
  const rule = { kind: 'label' as const, label: 'team', value: 'web', team_id };
  await api.team.saveRules({ body: { rules: [rule] } });
  const software = [{ product: 'Debian', cycle: '10', eol: '2024-06-30' }];
  const scanned = { image: 'shop:1', labels: {}, software };
  const { image_tag_id: id } = await scanImage(deps, organizationId, scanned);
  const ends = async () => Object.values(await endsOf(deps, organizationId));
  await patchTrackedProject(deps, actor, id, { tags: ['team=web'] });
  expect(await ends()).toEqual(['2028-01-01 by Freexian']);
  await noteUploadedFacts(deps, organizationId, id, { tags: [] });
  expect(await ends()).toEqual(['2024-06-30']);
});

test('records of another organization are not there', async () => {
  const { image_tag_id: id } = await scanImage(deps, organizationId, { image: 'shop' });
  const other = await makeOrganization(deps);
  const notThere = { code: 'not_found', message: 'The project could not be found.' };
  await expect(getTrackedProject(deps, other, id)).rejects.toMatchObject(notThere);
  await expect(
    patchTrackedProject(deps, await makeActor(deps, other), id, { isLatest: true }),
  ).rejects.toMatchObject(notThere);
  expect(await listTrackedProjects(deps, other, ALL, { page: 1, size: 10 })).toEqual({
    ...{ items: [], total: 0 },
  });
});
