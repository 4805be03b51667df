import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';

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
