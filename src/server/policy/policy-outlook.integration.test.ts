import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

// Products that no catalog knows. Today is 21 Nov 2026.
const ended = { product: 'Acme Cache', cycle: '6', eol: '2026-11-01' };
const coming = { product: 'Acme Forms', cycle: '22', eol: '2027-01-10' };
const far = { product: 'Acme Router', cycle: '4', eol: '2029-01-01' };
const draft = { policy_scope: 'global', policy_type: 'EOL' } as const;

const viewer = () => callAs(deps, organization, 'viewer').policy;

async function threeImages() {
  const scan = (image: string, software: (typeof ended)[], project = 'shop') =>
    scanImage(deps, organization, { image, software, project });
  await scan('a', [ended, coming]);
  await scan('b', [coming], 'billing');
  await scan('c', [far]);
}

const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

describe('the forecast', () => {
  test('tells today and each day on which numbers change, and its lists hold what it counts', async () => {
    await threeImages();
    await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
    const { today, until, images, points } = await viewer().forecast({});
    expect({ today, until, images }).toEqual({
      today: '2026-11-21',
      until: '2027-11-21',
      images: 3,
    });
    expect(points).toEqual([
      { on: '2026-11-21', denied: 1, warned: 0, allowed: 2 },
      { on: '2026-12-11', denied: 1, warned: 1, allowed: 1 },
      { on: '2027-01-10', denied: 2, warned: 0, allowed: 1 },
    ]);
    for (const { on, ...counts } of points) {
      for (const [action, count] of [
        ['DENY', counts.denied],
        ['WARN', counts.warned],
        ['ALLOW', counts.allowed],
      ] as const) {
        expect(await viewer().images({ action, on })).toMatchObject({ on, total: count });
      }
    }
  });

  test('of a draft, which changes nothing', async () => {
    await threeImages();
    const body = { ...draft, deny_days: 0 };
    expect((await viewer().forecast({ body })).points).toMatchObject([
      { on: '2026-11-21', denied: 1 },
      { on: '2027-01-10', denied: 2 },
    ]);
    expect((await viewer().forecast({})).points).toMatchObject([{ denied: 0, allowed: 3 }]);
    await expect(viewer().forecast({ body: draft })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
  });

  test('of one policy leaves out what others decide', async () => {
    await threeImages();
    const everywhere = await makePolicy(deps, organization, { denyDays: 0 });
    const own = await makePolicy(deps, organization, {
      scope: 'project',
      projectName: 'shop',
      warnDays: 0,
    });
    const todayOf = async (decidedBy: string) =>
      (await viewer().forecast({ decidedBy })).points.at(0);
    expect(await todayOf(everywhere)).toMatchObject({ denied: 0, warned: 0 });
    expect(await todayOf(own)).toMatchObject({ denied: 0, warned: 1 });
    const listed = await viewer().images({ decidedBy: own, action: 'WARN' });
    expect(listed.items).toMatchObject([
      { name: 'a', because: { productName: 'Acme Cache', policyId: own, appliesOn: '2026-11-01' } },
    ]);
  });
});

describe('the images of an outlook', () => {
  test('are paged by name, and say by what they are denied', async () => {
    await threeImages();
    await makePolicy(deps, organization, { denyDays: 60 });
    const first = await viewer().images({ action: 'DENY', size: 1 });
    expect(first).toMatchObject({ total: 2, pages: 2, on: '2026-11-21' });
    expect(first.items).toMatchObject([
      { name: 'a', projectName: 'shop', because: { productName: 'Acme Cache' }, others: 1 },
    ]);
    const [{ id: imageTagId, because } = { id: '', because: null }] = first.items;
    const held = await callAs(deps, organization).image.findings({ imageTagId });
    const finding = held.find(({ productName }) => productName === because?.productName);
    expect([because?.findingId]).toEqual([finding?.id]);
    expect(names(await viewer().images({ action: 'DENY', size: 1, page: 2 }))).toEqual(['b']);
    expect(await viewer().images({ action: 'DENY', page: 9 })).toMatchObject({
      items: [],
      total: 2,
    });
    const allowed = await viewer().images({ action: 'ALLOW' });
    expect(allowed.items).toMatchObject([{ name: 'c', because: null, others: 0 }]);
  });

  test('say where to move from what decides, as far as the catalog has it', async () => {
    await threeImages();
    const cycles = [
      { name: '20', supportedUntil: '2026-04-30' },
      { name: '22', supportedUntil: '2030-01-01' },
    ];
    const purls = ['pkg:generic/node'];
    await withCatalog(deps, [
      importedProduct({ name: 'Node.js', slug: 'nodejs', category: 'framework', purls, cycles }),
    ]);
    await scanImage(deps, organization, { image: 'd', packages: ['pkg:generic/node@20.1.0'] });
    await makePolicy(deps, organization, { denyDays: 0 });
    const { items } = await viewer().images({ action: 'DENY' });
    expect(items).toMatchObject([
      { name: 'a', because: { productName: 'Acme Cache', advice: null } },
      { name: 'd', because: { productName: 'Node.js', advice: { target: { name: '22' } } } },
    ]);
  });

  test('of a day outside the year are those of the nearest day', async () => {
    await threeImages();
    await makePolicy(deps, organization, { denyDays: 0 });
    const dayOf = async (on: string) => await viewer().images({ action: 'DENY', on });
    expect(await dayOf('2020-01-01')).toMatchObject({ on: '2026-11-21', total: 1 });
    expect(await dayOf('2999-01-01')).toMatchObject({ on: '2027-11-21', total: 2 });
  });
});

test('the effects tell for each policy what it decides itself, and when next', async () => {
  await threeImages();
  const warning = await makePolicy(deps, organization, { warnDays: 30 });
  const own = await makePolicy(deps, organization, {
    scope: 'project',
    projectName: 'shop',
    denyDays: 0,
  });
  const idle = await makePolicy(deps, organization, {
    scope: 'software',
    productName: 'Acme Router',
    cycle: '5',
    cycleOperator: 'EQ',
    warnDays: 0,
  });
  expect(await viewer().effects()).toEqual({
    today: '2026-11-21',
    running: null,
    counts: { denied: 1, warned: 0, allowed: 2 },
    policies: [
      { policyId: idle, denied: 0, warned: 0, next: null },
      { policyId: own, denied: 1, warned: 0, next: { on: '2027-01-10', action: 'DENY' } },
      { policyId: warning, denied: 0, warned: 0, next: { on: '2026-12-11', action: 'WARN' } },
    ],
  });
});

test('nothing of another organization is seen', async () => {
  const other = await makeOrganization(deps);
  const foreign = await makePolicy(deps, other, { denyDays: 0 });
  await scanImage(deps, other, { software: [ended] });
  expect(await viewer().effects()).toMatchObject({
    counts: { denied: 0, warned: 0, allowed: 0 },
    policies: [],
  });
  expect(await viewer().forecast({})).toMatchObject({ images: 0 });
  expect(await viewer().images({ action: 'DENY', body: { ...draft, deny_days: 0 } })).toMatchObject(
    { total: 0 },
  );
  await expect(viewer().forecast({ policyId: foreign })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('keys that only scan have no use for it', async () => {
  const { policy } = callAs(deps, organization, 'scanner');
  for (const ask of [policy.effects(), policy.forecast({}), policy.images({ action: 'DENY' })]) {
    await expect(ask).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
