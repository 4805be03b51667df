import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { countDegrees, type CountedBy } from '@/server/evidence/service';
import { checkComponent } from '@/server/check/service/check';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { REDIS, REDIS_PACKAGES, redisDates, SCANNED_SOFTWARE } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
let organizationId: OrganizationId;
let imageTagId: string;

const PRODUCTS = [
  REDIS,
  importedProduct({
    name: 'Vendored',
    purls: ['pkg:npm/vendored'],
    cycles: [
      { name: '2', releasedOn: '2025-08-01' },
      { name: '1', releasedOn: '2020-08-01', supportedUntil: '2022-01-01' },
    ],
  }),
];

const PACKAGES = {
  ...REDIS_PACKAGES,
  'pkg:npm/vendored@1.2.0': 'catalog',
  'pkg:npm/ours@1.2.0': 'own',
  'pkg:npm/ours@2.0.0': 'own',
  'pkg:npm/left-pad@1.0.0': 'unknown',
} as const;

const caller = () => callAs(deps, organizationId, 'admin');

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, PRODUCTS);
  organizationId = await makeOrganization(deps);
  const ours = {
    ...{ slug: 'ours', name: 'Ours', category: 'app' as const, purls: ['pkg:npm/ours'] },
    cycles: [
      { name: '2', releasedOn: '2025-01-01' },
      { name: '1', releasedOn: '2020-01-01', supportedUntil: '2024-01-01' },
    ],
  };
  await caller().ownCatalog.save({ body: { product: ours, reason: 'we make it' } });
  await redisDates(deps, organizationId);
  const scan = await scanImage(deps, organizationId, {
    packages: Object.keys(PACKAGES),
    software: SCANNED_SOFTWARE,
  });
  imageTagId = scan.image_tag_id;
  await rematchOrganization(deps, organizationId);
});
afterAll(() => deps.db.close());

const SOFTWARE = {
  'Redis 4.0': 'inferred',
  'Redis 5.0': 'own',
  'Redis 6.0': 'contract',
  'Vendored 1': 'catalog',
  'Ours 1': 'own',
  'Scanner knows 1': 'catalog',
  'Nobody knows 1': 'unknown',
};

test('findings, software and an image’s software say how well each end is known', async () => {
  const findings = await caller().finding.list({});
  const listed = findings.items.map((one) => [`${one.product_name} ${one.cycle}`, one.evidence]);
  expect(Object.fromEntries(listed)).toEqual(SOFTWARE);
  const software = await caller().software.listForDashboard({});
  expect(
    Object.fromEntries(
      software.items.map((one) => [`${one.productName} ${one.cycle}`, one.evidence]),
    ),
  ).toEqual(SOFTWARE);
  const held = await caller().image.findings({ imageTagId });
  expect(
    Object.fromEntries(held.map((one) => [`${one.productName} ${one.releaseCycle}`, one.evidence])),
  ).toEqual(SOFTWARE);
});

test('lists are filtered by it', async () => {
  const findings = await caller().finding.list({ evidence: 'own' });
  expect(findings.items.map(({ product_name: name }) => name).sort()).toEqual(['Ours', 'Redis']);
  expect(findings.total).toBe(2);
  const software = await caller().software.listForDashboard({ evidence: 'inferred' });
  expect(software.items).toMatchObject([{ productName: 'Redis', cycle: '4.0' }]);
  const packages = await caller().image.components({ imageTagId, evidence: 'unknown' });
  expect(packages.items.map(({ name }) => name).sort()).toEqual(['left-pad', 'nobody']);
});

test('every package of an image has its degree', async () => {
  const { items } = await caller().image.components({ imageTagId, size: 100 });
  const degrees = items.map(({ name, purl, evidence }) => [purl ?? name, evidence]);
  expect(Object.fromEntries(degrees)).toMatchObject({ ...PACKAGES, known: 'catalog' });
});

test('a check says the same of each', async () => {
  for (const [purl, degree] of Object.entries(PACKAGES)) {
    const answer = await checkComponent(
      deps,
      { organizationId, projectName: null },
      { component: { kind: 'purl', purl }, lifecycle: 'STANDARD_SUPPORT' },
    );
    expect([purl, answer.evidence_degree]).toEqual([purl, degree]);
  }
});

test('packages are counted by degree, of all, by ecosystem, image and team', async () => {
  const count = (by: CountedBy) => countDegrees(deps, organizationId, { by });
  const [all] = await count('all');
  const none = { sbom: 0, registry: 0, stale: 0 };
  expect(all).toEqual({
    of: null,
    total: 10,
    degrees: { ...none, contract: 1, own: 3, catalog: 3, inferred: 1, unknown: 2 },
  });
  const byEcosystem = await count('ecosystem');
  expect(byEcosystem.map(({ of, total }) => [of, total])).toEqual([
    ['generic', 4],
    ['npm', 4],
    ['binary', 2],
  ]);
  expect(await count('image')).toEqual([{ ...all, of: imageTagId }]);
  expect(await count('team')).toEqual([all]);
  const nothing = { by: 'all', imageTagIds: [] } as const;
  expect(await countDegrees(deps, organizationId, nothing)).toEqual([]);
});
