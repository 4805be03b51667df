import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkComponent } from '@/server/check/service/check';
import { measure } from '@/server/knowledge/service/measure';
import { readCoverage } from '@/server/knowledge/service/read';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { countDegrees } from './service';

/** An own product stands in the place of the catalog's for the cycles that it has: only of these is the word its own. */

let deps: TestDeps;
let organization: OrganizationId;
let imageTagId: string;

const caller = () => callAs(deps, organization, 'admin');
const DEGREES = { '16': 'catalog', '18': 'own', '20': 'own', '22': 'catalog' } as const;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-28T12:00:00Z');
  const cycles = [
    { name: '22', releasedOn: '2024-04-24' },
    { name: '18', releasedOn: '2022-04-19', supportedUntil: '2025-04-30' },
    { name: '16', releasedOn: '2021-04-20', supportedUntil: '2023-09-11' },
  ];
  const purls = ['pkg:generic/node'];
  await withCatalog(deps, [importedProduct({ name: 'Node.js', slug: 'nodejs', purls, cycles })]);
  organization = await makeOrganization(deps);
  const own = [{ name: '20' }, { name: '18', supportedUntil: '2030-01-01' }];
  await caller().ownCatalog.save({
    body: {
      product: { slug: 'nodejs', name: 'Node.js', category: 'framework', purls, cycles: own },
      reason: 'we build it',
    },
  });
  const packages = Object.keys(DEGREES).map((cycle) => `pkg:generic/node@${cycle}.1.0`);
  ({ image_tag_id: imageTagId } = await scanImage(deps, organization, { packages }));
  await rematchOrganization(deps, organization);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

test('findings have the degree of whoever has their cycle, today and as of a day', async () => {
  const told = async (asOf?: string) => {
    const { items } = await caller().finding.list({});
    const { finding } = await caller().finding.explain({
      ...{ id: items.find(({ cycle }) => cycle === '16')?.id ?? '', as_of: asOf },
    });
    return [finding.evidence, items.map(({ cycle, evidence }) => [cycle, evidence])];
  };
  const expected = [
    'catalog',
    [
      ['16', 'catalog'],
      ['18', 'own'],
    ],
  ];
  expect(await told()).toEqual(expected);
  deps.clock.set('2026-11-30T12:00:00Z');
  expect(await told('2026-11-29')).toEqual(expected);
});

test('packages have it, listed, counted and checked', async () => {
  const { items } = await caller().image.components({ imageTagId, size: 100 });
  const listed = items.map(({ version, evidence }) => [version.split('.')[0], evidence]);
  expect(Object.fromEntries(listed)).toEqual(DEGREES);
  const [all] = await countDegrees(deps, organization, { by: 'all' });
  expect(all?.degrees).toMatchObject({ own: 2, catalog: 2 });
  await measure(deps, organization);
  const coverage = await readCoverage(deps, organization);
  expect(coverage.all.degrees).toEqual([
    { degree: 'own', count: 2 },
    { degree: 'catalog', count: 2 },
  ]);
  for (const [cycle, degree] of Object.entries(DEGREES)) {
    const purl = `pkg:generic/node@${cycle}.1.0`;
    const question = { component: { kind: 'purl', purl }, lifecycle: 'STANDARD_SUPPORT' } as const;
    const asker = { organizationId: organization, projectName: null };
    const { answer } = await checkComponent(deps, asker, question);
    expect([cycle, answer.evidence_degree]).toEqual([cycle, degree]);
  }
});
