import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { findProgress } from './repository/matching';
import { rematchOrganization } from './service/rematch-organization';
import {
  coverageOf,
  debian,
  DEBIAN_12,
  findingsOf,
  NODE,
  nodeUntil,
  REDIS,
  rowsOf,
  written,
} from '@/test/rematching';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

const HOUR_MS = 3_600_000;

async function intervalsOf(organizationId: OrganizationId) {
  return deps.db.query<{ opened: Date; closed: Date | null }>(
    `SELECT opened_at AS opened, closed_at AS closed FROM finding_interval
      WHERE organization_id = $1 ORDER BY opened_at`,
    [organizationId],
  );
}

test('opens and closes the catalog’s findings at the time of the change, and touches nothing else', async () => {
  await withCatalog(deps, [REDIS, nodeUntil()]);
  const organizationId = await makeOrganization(deps);
  const a = await scanImage(deps, organizationId, { image: 'a', packages: [NODE] });
  await scanImage(deps, organizationId, { image: 'b', packages: ['pkg:generic/redis@7.2.0'] });
  await scanImage(deps, organizationId, {
    image: 'c',
    software: [{ product: 'Node.js', cycle: '16', eol: '2020-01-01', packages: ['node@16'] }],
  });
  expect(await findingsOf(deps, organizationId, a.image_tag_id)).toEqual([]);

  deps.clock.advance(HOUR_MS);
  const openedAt = deps.clock.now();
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const before = await rowsOf(deps, organizationId);
  expect(await rematchOrganization(deps, organizationId)).toEqual({
    images: 1,
    opened: 1,
    closed: 0,
  });
  expect(await findingsOf(deps, organizationId, a.image_tag_id)).toEqual(['Node.js 16 catalog']);
  expect(written(before, await rowsOf(deps, organizationId))).toEqual({
    component: 1,
    software: 1,
    finding: 1,
    finding_interval: 1,
    clean_interval: 1,
    image_tag: 1,
  });
  expect((await intervalsOf(organizationId)).at(-1)).toEqual({ opened: openedAt, closed: null });

  deps.clock.advance(HOUR_MS);
  await withCatalog(deps, [REDIS]);
  expect(await rematchOrganization(deps, organizationId)).toEqual({
    images: 1,
    opened: 0,
    closed: 1,
  });
  expect(await findingsOf(deps, organizationId, a.image_tag_id)).toEqual([]);
  expect(await coverageOf(deps, organizationId, a.image_tag_id)).toMatchObject({
    matched: 0,
    unknown: 1,
  });
  expect((await intervalsOf(organizationId)).at(-1)).toEqual({
    opened: openedAt,
    closed: deps.clock.now(),
  });
});

test('of images that are matched together, only those that a clock ahead has dated are dated ahead', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const scanned = (image: string) =>
    scanImage(deps, organizationId, { image, packages: [NODE] }).then((one) => one.image_tag_id);
  const a = await scanned('a');
  const begun = deps.clock.now();
  deps.clock.advance(24 * HOUR_MS);
  const ahead = deps.clock.now();
  const b = await scanned('b');
  deps.clock.advance(-23 * HOUR_MS);
  const c = await scanned('c');
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 3, opened: 3 });
  const opened = await deps.db.query<{ id: string; at: Date }>(
    `SELECT f.image_tag_id AS id, i.opened_at AS at FROM finding f
       JOIN finding_interval i ON i.organization_id = f.organization_id AND i.finding_id = f.id
      WHERE f.organization_id = $1`,
    [organizationId],
  );
  const now = new Date(begun.getTime() + HOUR_MS);
  expect(new Map(opened.map(({ id, at }) => [id, at]))).toEqual(
    new Map([
      [a, now],
      [b, ahead],
      [c, now],
    ]),
  );
});

test('what does not ship is matched again too, named, and no finding', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const scanned = { packages: ['pkg:generic/redis@7.2.0'], development: [NODE] };
  const { image_tag_id: id } = await scanImage(deps, organizationId, scanned);
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ opened: 0, closed: 0 });
  expect(await findingsOf(deps, organizationId, id)).toEqual(['Redis 7 catalog']);
  const { image } = callAs(deps, organizationId);
  const { items } = await image.components({ imageTagId: id, ships: false });
  expect(items).toMatchObject([
    { scope: 'development', match: { state: 'matched', product: 'Node.js', cycle: '16' } },
  ]);
  expect(await image.components({ imageTagId: id, ships: true })).toMatchObject({
    items: [{ scope: null, match: { product: 'Redis' } }],
    total: 1,
  });
  expect(await image.components({ imageTagId: id })).toMatchObject({ total: 2 });
});

test('an unchanged catalog gives nothing to do, and an unchanged re-scan after a change none either', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const image = { packages: ['pkg:generic/redis@7.2.0', NODE] };
  await scanImage(deps, organizationId, image);
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organizationId);
  const before = await rowsOf(deps, organizationId);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 0 });
  expect(written(before, await rowsOf(deps, organizationId))).toEqual({});
  for (const scans of [1, 2]) {
    await scanImage(deps, organizationId, image);
    expect(written(before, await rowsOf(deps, organizationId))).toEqual({
      image_tag: 1,
      scan: scans,
    });
  }
});

test('what the scanner found stays when the catalog no longer knows it', async () => {
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, {
    software: [{ product: 'Node.js', cycle: '16', type: 'binary', packages: [NODE] }],
    packages: ['pkg:generic/node@16.1.0'],
  });
  await withCatalog(deps, [REDIS]);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ opened: 0, closed: 0 });
  const findings = await callAs(deps, organizationId).image.findings({ imageTagId });
  expect(findings).toMatchObject([
    { productName: 'Node.js', foundBy: 'scanner', packages: [{ version: '16.20.1' }] },
  ]);
});

test('an image’s distribution follows the catalog, though no package of it names a release', async () => {
  await withCatalog(deps, [REDIS, debian(['11'])]);
  const organizationId = await makeOrganization(deps);
  const image = { packages: ['bash@5.2-1'], distro: DEBIAN_12 };
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, image);
  expect(await coverageOf(deps, organizationId, imageTagId)).toMatchObject({ unknown: 1 });
  await withCatalog(deps, [REDIS, debian(['12', '11'])]);
  await rematchOrganization(deps, organizationId);
  expect(await findingsOf(deps, organizationId, imageTagId)).toEqual(['Debian 12 catalog']);
  expect(await coverageOf(deps, organizationId, imageTagId)).toMatchObject({
    distribution: 1,
    unknown: 0,
    distributionName: 'Debian 12',
  });
});

test('what was uploaded before there was any matching is matched', async () => {
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, { packages: [NODE] });
  for (const sql of [
    `UPDATE component SET match_state = NULL, match_product = NULL, match_cycle = NULL, match_cycle_key = NULL`,
    `UPDATE image_tag SET matched_count = 0, software_ids = '{}'`,
    `DELETE FROM finding`,
    `UPDATE inventory_matching SET catalog_key = '', started_at = NULL, finished_at = NULL, total = NULL`,
  ])
    await deps.db.query(`${sql} WHERE organization_id = $1`, [organizationId]);
  expect(await coverageOf(deps, organizationId, imageTagId)).toMatchObject({
    matched: 0,
    pending: 1,
  });
  await rematchOrganization(deps, organizationId);
  expect(await findingsOf(deps, organizationId, imageTagId)).toEqual(['Node.js 16 catalog']);
  expect(await coverageOf(deps, organizationId, imageTagId)).toMatchObject({
    matched: 1,
    pending: 0,
  });
});

test('goes on where it was ended', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const images = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      scanImage(deps, organizationId, { image: `image-${String(n)}`, packages: [NODE] }),
    ),
  );
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const killed = new AbortController();
  const transaction: TestDeps['db']['transaction'] = async (work) => {
    const result = await deps.db.transaction(work);
    const [row] = await deps.db.query<{ open: number }>(
      'SELECT count(*) AS open FROM finding WHERE organization_id = $1 AND is_open',
      [organizationId],
    );
    if (row?.open === 50) killed.abort(new Error('killed'));
    return result;
  };
  const dying = { ...deps, db: { ...deps.db, transaction } };
  await expect(rematchOrganization(dying, organizationId, killed.signal)).rejects.toThrow('killed');
  expect(await findProgress(organizationId, deps.db)).toMatchObject({
    finishedAt: null,
    total: 60,
    done: 50,
  });
  expect(await rematchOrganization(deps, organizationId)).toEqual({
    images: 10,
    opened: 10,
    closed: 0,
  });
  expect(await findProgress(organizationId, deps.db)).toMatchObject({
    finishedAt: deps.clock.now(),
  });
  for (const { image_tag_id: id } of images)
    expect(await findingsOf(deps, organizationId, id)).toEqual(['Node.js 16 catalog']);
});

test('one process at a time does it', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { packages: [NODE] });
  // Held as another process holds it in the middle of its work.
  const meanwhile = await exclusively(deps.db, `rematch ${organizationId}`, () =>
    rematchOrganization(deps, organizationId),
  );
  expect(meanwhile).toBeNull();
  expect(await rematchOrganization(deps, organizationId)).not.toBeNull();
});
