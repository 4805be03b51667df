import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { scheduleInventoryMatching } from './jobs';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { rematchOrganization } from './service/rematch-organization';
import { coverageOf, findingsOf, NODE, nodeUntil, REDIS, rowsOf, written } from '@/test/rematching';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

/** Adds a product to one organization's catalog. */
async function addOwnProduct(organizationId: OrganizationId): Promise<void> {
  const product = starterProduct.parse({
    slug: 'in-house',
    name: 'In-house',
    category: 'app',
    purls: ['pkg:generic/in-house'],
    cycles: [{ name: '1', supportedUntil: '2025-01-01' }],
  });
  const actor = await makeActor(deps, organizationId);
  await saveOwnProduct(deps, actor, { product, reason: '' });
}

test('what one organization adds changes no other', async () => {
  await withCatalog(deps, [REDIS]);
  const [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
  const image = { packages: ['pkg:generic/in-house@1.2'] };
  const [a, b] = [await scanImage(deps, ours, image), await scanImage(deps, theirs, image)];
  const before = await rowsOf(deps, theirs);
  await addOwnProduct(ours);
  await rematchOrganization(deps, ours);
  await rematchOrganization(deps, theirs);
  expect(await findingsOf(deps, ours, a.image_tag_id)).toEqual(['In-house 1 catalog']);
  expect(await findingsOf(deps, theirs, b.image_tag_id)).toEqual([]);
  expect(written(before, await rowsOf(deps, theirs))).toEqual({});
});

test('a process that is behind neither takes others back nor leaves a stale match', async () => {
  await withCatalog(deps, [REDIS]);
  const behind = testDeps(deps.db);
  await behind.catalog.refresh();
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: a } = await scanImage(deps, organizationId, {
    image: 'a',
    packages: [NODE],
  });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organizationId);

  const node = 'pkg:generic/node@16.5.0';
  const late = await scanImage(behind, organizationId, { image: 'late', packages: [node] });
  expect(await findingsOf(deps, organizationId, late.image_tag_id)).toEqual([]);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 1, opened: 1 });
  expect(await findingsOf(deps, organizationId, late.image_tag_id)).toEqual(['Node.js 16 catalog']);
  const { items } = await callAs(deps, organizationId).image.components({
    imageTagId: late.image_tag_id,
  });
  expect(items).toMatchObject([{ match: { state: 'matched', product: 'Node.js', cycle: '16' } }]);
  expect(await findingsOf(deps, organizationId, a)).toEqual(['Node.js 16 catalog']);
});

test('uploads and changes of the catalog at once end in what the last catalog says', async () => {
  await withCatalog(deps, [REDIS]);
  const behind = testDeps(deps.db);
  await behind.catalog.refresh();
  const organizationId = await makeOrganization(deps);
  const upload = (by: TestDeps, n: number) =>
    scanImage(by, organizationId, {
      image: `image-${String(n % 8)}`,
      packages: [`pkg:generic/node@16.${String(n)}.0`, 'pkg:generic/redis@7.0.0'],
    });
  const stop = scheduleInventoryMatching(deps);
  const uploads = Array.from({ length: 40 }, async (_, n) => {
    await sleep(n * 5);
    return upload(n % 2 === 0 ? deps : behind, n);
  });
  for (const until of ['2023-09-11', undefined, '2024-01-01']) {
    await sleep(40);
    await withCatalog(deps, [REDIS, nodeUntil(until)]);
  }
  const answers = await Promise.all(uploads);
  await stop();
  await rematchOrganization(deps, organizationId);
  for (const id of new Set(answers.map(({ image_tag_id }) => image_tag_id))) {
    expect(await findingsOf(deps, organizationId, id)).toEqual([
      'Node.js 16 catalog',
      'Redis 7 catalog',
    ]);
    expect(await coverageOf(deps, organizationId, id)).toMatchObject({ matched: 2, unknown: 0 });
  }
});
