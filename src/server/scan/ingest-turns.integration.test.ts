import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

test('a burst of uploads for one tag leaves connections to everybody else, and none of it fails', async () => {
  const { db } = deps;
  const organizationId = await makeOrganization(deps);
  const first = await scanImage(deps, organizationId, {});
  const release = Promise.withResolvers<undefined>();
  const held = db.transaction(async (tx) => {
    await tx.query('SELECT id FROM image_tag WHERE id = $1 FOR UPDATE', [first.image_tag_id]);
    await release.promise;
  });
  const burst = Array.from({ length: 12 }, () => scanImage(deps, organizationId, {}));
  await vi.waitFor(() => expect(db.pool.totalCount - db.pool.idleCount).toBeGreaterThan(2));
  const read = db.query('SELECT 1').then(() => 'answered');
  expect(await Promise.race([read, sleep(3_000, 'still waiting')])).toBe('answered');
  release.resolve(undefined);
  await held;
  expect(await Promise.all(burst)).toHaveLength(12);
});
