import { afterAll, beforeAll, expect, test } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';
import { judgeHeld, saying, storeFacts } from '@/test/registry-facts';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
  deps = testDeps(db);
  const cycles = [{ name: '16', supportedUntil: '2026-01-01' }, { name: '99' }];
  await withCatalog(deps, [
    importedProduct({ name: 'Node.js', slug: 'nodejs', purls: ['pkg:generic/node'], cycles }),
  ]);
  organization = await makeOrganization(deps);
});
afterAll(() => db.close());

const scan = async (image: string, ...packages: readonly string[]) => {
  const scanned: ScannedImage = { image, packages };
  return scanImage(deps, organization, scanned);
};
const compare = (input: { from: string; from_scan?: string; to?: string; to_scan?: string }) =>
  callAs(deps, organization).image.difference(input);

const NODE_16 = 'pkg:generic/node@16.20.1';
const NODE_99 = 'pkg:generic/node@99.1.0';

test('a state in the middle of the history is what that scan found', async () => {
  const first = await scan('middle:1', NODE_16);
  deps.clock.advance(1_000);
  const second = await scan('middle:1', 'pkg:generic/left@1');
  deps.clock.advance(1_000);
  const third = await scan('middle:1', NODE_16);
  const from = first.image_tag_id;
  const { difference: gone } = await compare({
    ...{ from, from_scan: first.scan_id },
    ...{ to: from, to_scan: second.scan_id },
  });
  expect(gone.findings).toMatchObject({ new_total: 0, gone_total: 1, same_total: 0 });
  expect(gone.software?.changes).toEqual([{ product_name: 'Node.js', from: ['16'], to: [] }]);
  const { difference: back } = await compare({
    ...{ from, from_scan: first.scan_id },
    ...{ to: from, to_scan: third.scan_id },
  });
  expect(back.findings).toMatchObject({ new_total: 0, gone_total: 0, same_total: 1 });
  expect(back.components).toMatchObject({ changes: [], same_total: 1 });
  // Of what is gone by now, too.
  const [url = ''] = gone.findings?.gone.map(({ why_url: one }) => one) ?? [];
  expect(url).toMatch(/^https?:\/\/[^/]+\/findings\/[0-9a-f-]{36}$/);
  expect(gone.markdown).toContain(`([why](${url}))`);
  const id = url.slice(-36);
  await expect(callAs(deps, organization).finding.explain({ id })).resolves.toMatchObject({});
});

test('software that moved to a release without a known end did not just go', async () => {
  const first = await scan('moved:1', NODE_16);
  deps.clock.advance(1_000);
  await scan('moved:1', NODE_99);
  const { difference } = await compare({ from: first.image_tag_id, from_scan: first.scan_id });
  expect(difference.software?.changes).toEqual([
    { product_name: 'Node.js', from: ['16'], to: ['99'] },
  ]);
  expect(difference.findings).toMatchObject({ new: [], gone_total: 1 });
});

test('of two scans at the same time the former is not told by guessing', async () => {
  const first = await scan('twice:1', NODE_16);
  const second = await scan('twice:1', 'pkg:generic/left@1');
  const from = first.image_tag_id;
  const { difference } = await compare({ from, from_scan: first.scan_id });
  expect(difference).toMatchObject({ findings: null, software: null });
  expect(difference.components?.changes_total).toBe(2);
  const { difference: latter } = await compare({ from, from_scan: second.scan_id });
  expect(latter.findings).toMatchObject({ gone_total: 0, same_total: 0 });
});

test('packages that are not kept any more are not taken for none', async () => {
  const first = await scan('lost:1', NODE_16);
  deps.clock.advance(1_000);
  await scan('lost:1', NODE_16, 'pkg:generic/left@1');
  await db.query(`UPDATE scan SET inventory_id = NULL WHERE id = '${first.scan_id}'`);
  const { difference } = await compare({ from: first.image_tag_id, from_scan: first.scan_id });
  expect(difference.components).toBeNull();
  expect(difference.markdown).toContain('The packages of one side are not kept any more.');
  expect(difference.findings).toMatchObject({ new_total: 0, same_total: 1 });
});

test('deprecated and stale packages came, went or stayed, by what is known today', async () => {
  const OLD = 'pkg:npm/old-one@1.0.0';
  const NEWER = 'pkg:npm/old-one@2.0.0';
  const GONE = 'pkg:gem/gone-one@1.0.0';
  const said = { successor: 'newer-thing' };
  await storeFacts(deps, OLD, saying('deprecated', 'Deprecated: use newer-thing.', said));
  await storeFacts(deps, GONE, saying('yanked', 'Yanked.', { versions: ['1.0.0'] }));
  const first = await scan('judged:1', OLD, GONE, NODE_16);
  deps.clock.advance(1_000);
  await scan('judged:1', OLD, NEWER, NODE_16);
  const before = await compare({ from: first.image_tag_id, from_scan: first.scan_id });
  expect(before.difference.packages).toMatchObject({ new: [], gone: [], same: [] });
  await judgeHeld(deps);
  const { difference } = await compare({ from: first.image_tag_id, from_scan: first.scan_id });
  const words = { degree: 'registry', kind: 'deprecated', successor: 'newer-thing' };
  expect(difference.packages).toMatchObject({
    new: [{ name: 'old-one', version: '2.0.0', purl: NEWER, ...words }],
    gone: [{ name: 'gone-one', version: '1.0.0', kind: 'yanked', message: 'Yanked.' }],
    same: [{ name: 'old-one', version: '1.0.0', ...words }],
    ...{ new_total: 1, gone_total: 1, same_total: 1 },
  });
  expect(difference.markdown).toContain('`old-one 2.0.0` is **deprecated**');
});

test('a document at hand is compared by what registries have said so far', async () => {
  const purl = 'pkg:cargo/taken-back@0.1.0';
  await storeFacts(deps, purl, saying('yanked', 'Yanked.', { versions: ['0.1.0'] }));
  const { image_tag_id: against } = await scan('document:1', NODE_16);
  const call = await new RestClient(deps).as(organization, 'viewer');
  const { status, body } = await call('POST', `/sbom/check?against=${against}`, {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: [
      { type: 'library', name: 'taken-back', version: '0.1.0', purl },
      { type: 'library', name: 'left', version: '1', purl: 'pkg:cargo/left@1.0.0' },
    ],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    difference: {
      packages: { new: [{ name: 'taken-back', kind: 'yanked' }], gone: [], new_total: 1 },
    },
  });
});

test('a cycle that an own product lacks is of the one in whose place it stands', async () => {
  const organizationId = await makeOrganization(deps);
  const product = starterProduct.parse({
    ...{ slug: 'nodejs', name: 'Node (ACME)', category: 'lang' },
    cycles: [{ name: '16', supportedUntil: '2027-01-01' }],
  });
  const admin = await makeActor(deps, organizationId);
  await saveOwnProduct(deps, admin, { product, reason: 'Ours' });
  const scanned = (purl: string) =>
    scanImage(deps, organizationId, { image: 'own:1', packages: [purl] });
  const { image_tag_id: from, scan_id: fromScan } = await scanned(NODE_99);
  deps.clock.advance(1_000);
  await scanned(NODE_16);
  const { difference } = await callAs(deps, organizationId).image.difference({
    ...{ from, from_scan: fromScan },
  });
  expect(difference.software?.changes).toEqual([
    { product_name: 'Node (ACME)', from: [], to: ['16'] },
    { product_name: 'Node.js', from: ['99'], to: [] },
  ]);
});
