import { afterAll, beforeAll, expect, test } from 'vitest';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { NODE, nodeUntil, REDIS } from '@/test/rematching';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

const HOUR_MS = 3_600_000;

test('a history tells what the catalog changed, beside the scan whose packages it concerns', async () => {
  await withCatalog(deps, [REDIS, nodeUntil()]);
  const organizationId = await makeOrganization(deps);
  const image = { packages: [NODE] };
  const first = await scanImage(deps, organizationId, image);
  deps.clock.advance(HOUR_MS);
  const openedAt = deps.clock.now().toISOString();
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organizationId);
  deps.clock.advance(HOUR_MS);
  await scanImage(deps, organizationId, image);
  deps.clock.advance(HOUR_MS);
  const closedAt = deps.clock.now().toISOString();
  await withCatalog(deps, [REDIS]);
  await rematchOrganization(deps, organizationId);

  const { image: images } = callAs(deps, organizationId);
  const { items, total } = await images.scans({ imageTagId: first.image_tag_id });
  const node = [{ productName: 'Node.js', releaseCycle: '16' }];
  expect(total).toBe(2);
  expect(items).toMatchObject([
    {
      openedCount: 0,
      catalogChanges: [
        { changedAt: closedAt, openedCount: 0, opened: [], closedCount: 1, closed: node },
      ],
    },
    {
      openedCount: 0,
      catalogChanges: [
        { changedAt: openedAt, openedCount: 1, opened: node, closedCount: 0, closed: [] },
      ],
    },
  ]);
  const older = await images.scans({ imageTagId: first.image_tag_id, page: 2, size: 1 });
  expect(older.items.map(({ catalogChanges }) => catalogChanges)).toEqual([
    [expect.objectContaining({ changedAt: openedAt })],
  ]);
});
