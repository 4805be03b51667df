import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';

let deps: TestDeps;
let organization: OrganizationId;

const debian = (ends: string | null) =>
  importedProduct({
    ...{ name: 'Debian', slug: 'debian', category: 'os' },
    cycles: [
      { name: '12', ...(ends === null ? {} : { supportedUntil: ends }) },
      { name: '13', supportedUntil: '2030-06-30' },
    ],
  });

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [debian('2028-06-30')]);
  organization = await makeOrganization(deps);
});

const software = [{ product: 'Debian', cycle: '12', eol: '2028-06-10', type: 'deb' }];
async function holding(images: number) {
  for (let image = 0; image < images; image += 1) {
    const project = `project ${String(image % 2)}`;
    await scanImage(deps, organization, { project, image: `image${String(image)}`, software });
  }
}

test('a date that the catalog moves is said: old, new, who says so, and what of yours it moves', async () => {
  await hearing(deps, organization, 'date.changed');
  await holding(7);
  await withCatalog(deps, [debian('2027-01-31')]);
  await withCatalog(deps, [debian('2027-01-31')]);
  const said = await saidIn(deps, organization);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatchObject({
    kind: 'date.changed',
    severity: 'warning',
    title: 'Debian 12 is now supported until 31 January 2027',
    total: 1,
    items: [
      {
        what: 'Debian 12',
        change: { from: '2028-06-30', to: '2027-01-31', by: 'endoflife.date' },
        where: { images: 7, projects: 2 },
        evidence: 'catalog',
        path: '/software?product=Debian&owner=none',
      },
    ],
  });
  expect(said[0]?.items[0]?.where?.named).toHaveLength(5);
  expect(said[0]?.items[0]?.moveTo).toContain('13');
});

test('of what has ended by its new date it is not said that it is supported', async () => {
  await hearing(deps, organization, 'date.changed');
  await holding(1);
  await withCatalog(deps, [debian('2026-11-20')]);
  await withCatalog(deps, [debian('2026-11-21')]);
  expect((await saidIn(deps, organization)).map(({ title }) => title)).toEqual([
    'Debian 12 ended on 20 November 2026: its end has moved',
    'Debian 12 ends on 21 November 2026: its end has moved',
  ]);
});

test('what no image holds, and what nobody hears of, is not said', async () => {
  await holding(1);
  const other = await makeOrganization(deps);
  await hearing(deps, other, 'date.changed');
  await withCatalog(deps, [debian('2027-01-31')]);
  expect(await saidIn(deps, organization)).toEqual([]);
  expect(await saidIn(deps, other)).toEqual([]);
});

test('an end that is not known any more is said', async () => {
  await hearing(deps, organization, 'date.changed');
  // The scanner knows no date either.
  const unknown = [{ product: 'Debian', cycle: '12', type: 'deb' }];
  await scanImage(deps, organization, { software: unknown });
  await withCatalog(deps, [debian(null)]);
  expect((await saidIn(deps, organization)).map(({ title }) => title)).toEqual([
    'The end of Debian 12 is no longer known',
  ]);
});

test('a date of one’s own is said with the name of who set it, and shields from what the catalog does', async () => {
  await hearing(deps, organization, 'date.changed');
  await holding(1);
  await callAs(deps, organization, 'admin').catalog.setOverride({
    product: 'Debian',
    cycle: '12',
    ends_on: '2033-01-01',
    reason: 'A contract',
  });
  await withCatalog(deps, [debian('2027-01-31')]);
  const said = await saidIn(deps, organization);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatchObject({
    severity: 'info',
    items: [{ change: { from: '2028-06-30', to: '2033-01-01', by: 'CI' }, evidence: 'own' }],
  });
});

test('a date of a product of one’s own is said with the name of who wrote it', async () => {
  await hearing(deps, organization, 'date.changed');
  await holding(1);
  const caller = callAs(deps, organization, 'admin');
  const cycles = [{ name: '12', supportedUntil: '2029-01-01' }];
  const product = { slug: 'our-debian', name: 'Debian', category: 'os' as const, cycles };
  await caller.ownCatalog.save({ body: { product, reason: 'Ours' } });
  expect(await saidIn(deps, organization)).toMatchObject([
    { items: [{ change: { from: '2028-06-30', to: '2029-01-01', by: 'CI' } }] },
  ]);
});
