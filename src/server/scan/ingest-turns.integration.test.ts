import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { lockMatching } from '@/server/inventory/repository/matching';
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
  await vi.waitFor(() => expect(db.pool.totalCount - db.pool.idleCount).toBeGreaterThan(1));
  const read = db.query('SELECT 1').then(() => 'answered');
  expect(await Promise.race([read, sleep(3_000, 'still waiting')])).toBe('answered');
  release.resolve(undefined);
  await held;
  expect(await Promise.all(burst)).toHaveLength(12);
});

test('of uploads for one tag that wait for long the one that came last is stored last', async () => {
  const { db } = deps;
  const organizationId = await makeOrganization(deps);
  const first = await scanImage(deps, organizationId, {});
  const release = Promise.withResolvers<undefined>();
  const held = db.transaction(async (tx) => {
    await tx.query('SELECT id FROM image_tag WHERE id = $1 FOR UPDATE', [first.image_tag_id]);
    await release.promise;
  });
  const stored: string[] = [];
  const upload = (digest: string) =>
    scanImage(deps, organizationId, { digest }).then(() => stored.push(digest));
  const older = upload(`sha256:${'a'.repeat(64)}`);
  await sleep(1_500);
  const newer = upload(`sha256:${'b'.repeat(64)}`);
  // The first has given its place up by then, and the second not yet.
  await sleep(4_300);
  release.resolve(undefined);
  await Promise.all([held, older, newer]);
  const tag = await db.of(organizationId).imageTag.findFirst({ select: { digest: true } });
  expect([tag?.digest, stored.at(-1)]).toEqual(Array(2).fill(`sha256:${'b'.repeat(64)}`));
}, 30_000);

test('uploads that wait for a change of their own organization keep none of another waiting, and are accepted after it', async () => {
  const { db } = deps;
  const changing = await makeOrganization(deps);
  const other = await makeOrganization(deps);
  await scanImage(deps, changing, {});
  const release = Promise.withResolvers<undefined>();
  const isHeld = Promise.withResolvers<undefined>();
  const held = db.transaction(async (tx) => {
    await lockMatching(changing, tx);
    isHeld.resolve(undefined);
    await release.promise;
  });
  await isHeld.promise;
  const waiting = Array.from({ length: 8 }, (_, index) =>
    scanImage(deps, changing, { image: `acme/one:${String(index)}` }),
  );
  await vi.waitFor(async () => expect(await lockWaits()).toBe(2));
  const ofOther = scanImage(deps, other, {}).then(() => 'accepted');
  // All places of a small pool are theirs until they have waited for some seconds.
  expect(await Promise.race([ofOther, sleep(15_000, 'still waiting')])).toBe('accepted');
  const again = scanImage(deps, other, {}).then(() => 'accepted');
  expect(await Promise.race([again, sleep(4_000, 'still waiting')])).toBe('accepted');
  release.resolve(undefined);
  await held;
  expect(await Promise.all(waiting)).toHaveLength(8);

  async function lockWaits(): Promise<number> {
    const { rows } = await db.pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.waiting ?? 0;
  }
}, 60_000);
