import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPack } from '@/domain/pack/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { createPack, packFile } from './service/packs';

/** Whose dates packs and explanations tell, where the organization has products and dates of its own. */

let deps: TestDeps;
let organization: OrganizationId;
let imageTagId: string;

const redis = [
  { name: '6.0', releasedOn: '2020-04-30', supportedUntil: '2023-10-10' },
  { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
];
const node = [
  { name: '22', releasedOn: '2024-04-24', supportedUntil: '2027-04-30' },
  { name: '20', supportedUntil: '2026-04-30', extendedUntil: '2029-09-09' },
  { name: '18', supportedUntil: '2025-04-30' },
];

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-30T12:00:00Z');
  const purls = ['pkg:generic/node'];
  await withCatalog(deps, [
    importedProduct({ name: 'Redis', purls: ['pkg:generic/redis'], cycles: redis }),
    importedProduct({ name: 'Node.js', slug: 'nodejs', purls, cycles: node }),
  ]);
  organization = await makeOrganization(deps);
  const { image_tag_id: id } = await scanImage(deps, organization, {
    packages: ['redis@4.0.14', 'redis@3.2.1'].map((one) => `pkg:generic/${one}`),
    software: ['20', '22', '18'].map((cycle) => ({ product: 'Node.js', cycle })),
  });
  imageTagId = id;
  const admin = callAs(deps, organization, 'admin');
  const product = { slug: 'our-node', name: 'Node.js', category: 'framework' as const };
  await admin.ownCatalog.save({
    body: {
      product: { ...product, cycles: [{ name: '18', supportedUntil: '2027-05-01' }] },
      reason: 'we build it',
    },
  });
  for (const [name, cycle, day] of [
    ['Redis', '4.0', '2027-03-31'],
    ['Redis', '3.2', '2027-03-31'],
    ['Node.js', '20', '2027-01-01'],
  ] as const)
    await admin.catalog.setOverride({
      ...{ product: name, cycle, ends_on: day, reason: 'ours' },
    });
  const lines = [{ productName: 'Redis', cycle: '3.2' }];
  await makeContract(deps, organization, { lines, endsOn: dayOf('2027-10-01') });
});
afterAll(() => deps.db.close());

test('a pack tells the vendor’s end beside a date of the organization’s own, null where nobody says it', async () => {
  const actor = await makeActor(deps, organization, 'admin');
  const { id } = await createPack(deps, actor, 'dora');
  const { software } = readPack((await packFile(deps, organization, id)).bytes);
  const told = software.map((one) => [
    `${one.product} ${one.cycle}`,
    [one.ends_on, one.evidence, one.regular_until, one.extended_until],
  ]);
  expect(Object.fromEntries(told)).toEqual({
    'Redis 4.0': ['2027-03-31', 'own', null, null],
    'Redis 3.2': ['2027-10-01', 'contract', null, null],
    'Node.js 20': ['2027-01-01', 'own', '2026-04-30', '2029-09-09'],
    'Node.js 22': ['2027-04-30', 'catalog', '2027-04-30', null],
    'Node.js 18': ['2027-05-01', 'own', '2027-05-01', null],
  });
});

test.each([
  ['Redis 4.0', { date: '2027-03-31', reason: 'ours' }, null],
  ['Node.js 20', { date: '2027-01-01' }, { date: '2026-04-30', ended: false, is_own: false }],
  ['Node.js 22', null, { date: '2027-04-30', ended: false, is_own: false }],
  ['Node.js 18', null, { date: '2027-05-01', ended: false, is_own: true }],
])('an explanation of %s tells what each says', async (name, override, catalog) => {
  const caller = callAs(deps, organization);
  const { items } = await caller.finding.list({});
  const found = items.find((one) => `${one.product_name} ${one.cycle}` === name);
  const { said_by: saidBy } = await caller.finding.explain({ id: found?.id ?? '' });
  expect(saidBy).toMatchObject({ override, catalog });
});

test('a date that is kept under another name of an own product is told as the organization’s own', async () => {
  const other = await makeOrganization(deps);
  const software = ['Foo Server', 'Bar Server'].map((product) => ({ product, cycle: '1' }));
  await scanImage(deps, other, { software });
  const admin = callAs(deps, other, 'admin');
  await admin.catalog.setOverride({
    ...{ product: 'Foo Server', cycle: '1', ends_on: '2027-08-08', reason: 'ours' },
  });
  const product = { slug: 'bar-server', name: 'Bar Server', category: 'app' as const };
  await admin.ownCatalog.save({
    body: {
      product: {
        ...{ ...product, aliases: ['Foo Server'] },
        cycles: [{ name: '1', supportedUntil: '2026-12-31' }],
      },
      reason: 'we build it',
    },
  });
  const { id } = await createPack(deps, await makeActor(deps, other, 'admin'), 'dora');
  const { software: told } = readPack((await packFile(deps, other, id)).bytes);
  const ends = { ends_on: '2027-08-08', evidence: 'own', regular_until: '2026-12-31' };
  expect(told).toMatchObject([ends, ends]);
  const { items } = await admin.finding.list({});
  for (const one of items) {
    const { said_by: saidBy } = await admin.finding.explain({ id: one.id });
    expect(saidBy).toMatchObject({
      override: { date: '2027-08-08', reason: 'ours' },
      catalog: { date: '2026-12-31', is_own: true },
    });
  }
  expect(items).toHaveLength(2);
});

test('what the catalog says of a cycle that the organization’s own product lacks is told with its finding', async () => {
  const found = await callAs(deps, organization).image.findings({ imageTagId });
  const told = found.map(({ productName, releaseCycle, catalog }) => [
    `${productName} ${releaseCycle}`,
    catalog && [catalog.product, catalog.eolDate],
  ]);
  expect(Object.fromEntries(told)).toMatchObject({
    'Node.js 18': ['our-node', '2027-05-01'],
    'Node.js 20': ['nodejs', '2026-04-30'],
    'Node.js 22': ['nodejs', '2027-04-30'],
  });
});
