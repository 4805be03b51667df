import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

const cycles = [
  { name: '1', supportedUntil: '2026-01-01' },
  { name: '2', supportedUntil: '2027-01-10' },
];
const vendored = (cycle: string) => `pkg:generic/vendored@${cycle}.4`;
const inImage = (image: string, cycle: string) => ({ image, packages: [vendored(cycle)] });
const globalDraft = { policy_scope: 'global', policy_type: 'EOL' } as const;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const product = { name: 'Vendored', purls: ['pkg:generic/vendored'], cycles };
  await withCatalog(deps, [importedProduct(product)]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

const preview = (body: object) =>
  callAs(deps, organization, 'admin').policy.preview({
    policyId: null,
    body: { ...globalDraft, ...body },
  });

test('a scanner says nothing of what it does not find, where this service denies', async () => {
  await scanImage(deps, organization, inImage('a', '1'));
  await scanImage(deps, organization, inImage('b', '1'));
  await scanImage(deps, organization, inImage('c', '2'));
  const { counts, scannerDifferences } = await preview({ deny_days: 0 });
  expect(counts.after).toEqual({ denied: 2, warned: 0, allowed: 1 });
  const shown = { ours: 'DENY', scanner: 'ALLOW', reason: 'not_found_by_scanner' };
  expect(scannerDifferences).toMatchObject({
    total: 2,
    items: [
      { productName: 'Vendored', cycles: ['1'], on: '2026-11-21', images: 2, ...shown },
      { productName: 'Vendored', cycles: ['2'], on: '2027-01-10', images: 1, ...shown },
    ],
  });
  expect(scannerDifferences.items[0]?.message).toBe(
    'A scanner does not find this: it is the catalog’s match, which only this service judges.',
  );
});

test('what it does not find is told apart from where it finds the same, and is no difference where nothing is decided', async () => {
  await scanImage(deps, organization, inImage('a', '1'));
  const software = [{ product: 'Vendored', cycle: '1', type: 'binary', eol: '2027-06-01' }];
  await scanImage(deps, organization, { image: 'b', software });
  const differences = async (body: object) => (await preview(body)).scannerDifferences;
  expect((await differences({ deny_date: '2026-11-01' })).items).toMatchObject([
    { reason: 'not_found_by_scanner', images: 1 },
  ]);
  expect((await differences({ deny_days: 0 })).items).toMatchObject([
    { reason: 'other_date', on: '2026-11-21', images: 1 },
    { reason: 'not_found_by_scanner', on: '2026-11-21', images: 1 },
  ]);
  await scanImage(deps, organization, { image: 'a', software });
  expect((await differences({ deny_date: '2026-11-01' })).items).toEqual([]);
});

test('what it does not find hides no denial', async () => {
  const software = [{ product: 'Vendored', cycle: '1', type: 'binary', eol: '2026-01-01' }];
  await scanImage(deps, organization, { software, packages: [vendored('2')] });
  const { scannerDifferences } = await preview({ warn_days: 90, deny_days: 0 });
  expect(scannerDifferences.items).toMatchObject([
    { cycles: ['2'], reason: 'not_found_by_scanner', ours: 'WARN', scanner: 'ALLOW' },
  ]);
});
