import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageSource } from '@/domain/scan/upload';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { acceptScan } from './service/upload';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

function upload(organizationId: OrganizationId, idempotencyKey: string) {
  const key = { kind: 'api_key', id: organizationId, name: 'CI', organizationId } as const;
  const context = { distro: null, tags: [], repoDigests: [], path: null };
  const scan = {
    projectName: 'shop',
    commitHash: null,
    imagePath: null,
    source: imageSource({ ImageName: 'shop:1' }, false, context),
    distro: null,
    matches: [],
    matchCount: 0,
    components: [],
  };
  const body = { sha256: Buffer.alloc(32), sbom: null, idempotencyKey, path: '/v2/scan' };
  return acceptScan(deps, { ...key, role: 'scanner' }, scan, body);
}

test('an answer is given again for a day, and then no longer kept', async () => {
  const [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
  const first = await upload(ours, 'a');
  await upload(theirs, 'a');
  deps.clock.advance(DAY_MS - 1);
  expect(await upload(ours, 'a')).toEqual(first);
  deps.clock.advance(1);
  expect((await upload(ours, 'b')).scan_id).not.toBe(first.scan_id);
  const kept = await deps.db.query(
    'SELECT organization_id = $1 AS ours, key FROM idempotent_answer ORDER BY key',
    [ours],
  );
  expect(kept).toEqual([
    { ours: false, key: 'a' },
    { ours: true, key: 'b' },
  ]);
});
