import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
import { ComponentMatches } from './service/rematch-images';
import { rematchOrganization } from './service/rematch-organization';
import { bringBackByItself } from '@/server/retirement/service/retirements';
import { coverageOf, findingsOf, NODE, nodeUntil, REDIS, rowsOf, written } from '@/test/rematching';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

/** Adds a product to one organization's catalog. */
async function addOwnProduct(organizationId: OrganizationId, name = 'In-house'): Promise<void> {
  const slug = name.toLowerCase();
  const product = starterProduct.parse({
    slug,
    name,
    category: 'app',
    purls: [`pkg:generic/${slug}`],
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

test('what was matched with additions that a failover has lost is matched with those of now', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const upload = (by: TestDeps, image: string) =>
    scanImage(by, organizationId, { image, packages: ['pkg:generic/in-house@1.2'] });
  const remembering = testDeps(deps.db);
  await remembering.catalog.refresh();
  await addOwnProduct(organizationId);
  await remembering.catalog.forOrganization(organizationId);

  // The server that takes changes now has none of it, and is given another product by another process.
  for (const table of ['own_product', 'catalog_overlay'])
    await deps.db.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
  deps.catalog.forgetOverlay(organizationId);
  await addOwnProduct(organizationId, 'Another');
  await upload(deps, 'a');
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 0 });

  const late = await upload(remembering, 'late');
  expect(await findingsOf(deps, organizationId, late.image_tag_id)).toEqual(['In-house 1 catalog']);
  // Whichever of them goes through the queue.
  expect(await rematchOrganization(remembering, organizationId)).toMatchObject({ images: 1 });
  expect(await findingsOf(deps, organizationId, late.image_tag_id)).toEqual([]);
});

const readCatalogOf = (organizationId: OrganizationId) =>
  deps.db.query<{ key: string; finished: Date | null; total: number | null }>(
    `SELECT catalog_key AS key, finished_at AS finished, total FROM inventory_matching
      WHERE organization_id = $1`,
    [organizationId],
  );

/**
 * Makes a process that lost its lock and has not been told yet: others may take it.
 * @param before called before each of its transactions, with their number
 */
function processWithoutLock(before: (transaction: number) => Promise<void>): TestDeps {
  const process = testDeps(deps.db);
  let transactions = 0;
  const transaction: TestDeps['db']['transaction'] = async (work) => {
    transactions += 1;
    await before(transactions);
    return deps.db.transaction(work);
  };
  const locks: TestDeps['db']['locks'] = {
    ...deps.db.locks,
    take: () => Promise.resolve(new AbortController().signal),
    release: () => Promise.resolve(),
  };
  return { ...process, db: { ...deps.db, transaction, locks } };
}

test.each([
  ['a sweep', 2],
  ['a batch', 3],
])(
  'where the catalog has moved on, %s of a process that lost its lock writes nothing',
  async (_what, at) => {
    await withCatalog(deps, [REDIS]);
    const organizationId = await makeOrganization(deps);
    const { image_tag_id: id } = await scanImage(deps, organizationId, { packages: [NODE] });
    await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
    const told = new AbortController();
    const late = processWithoutLock(async (transaction) => {
      if (transaction !== at) return;
      await withCatalog(deps, [REDIS]);
      await rematchOrganization(deps, organizationId);
      told.abort(new Error('the lock was lost'));
    });
    await expect(rematchOrganization(late, organizationId, told.signal)).rejects.toThrow(
      'the lock was lost',
    );
    const matches = await deps.db.query(
      'SELECT match_product AS product FROM component WHERE organization_id = $1',
      [organizationId],
    );
    expect(matches).toEqual([{ product: null }]);
    expect(await findingsOf(deps, organizationId, id)).toEqual([]);
    expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 0 });
  },
);

test('nothing is left out where an organization has more than is remembered', async () => {
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const organizationId = await makeOrganization(deps);
  const packages = Array.from({ length: 5 }, (_, n) => `pkg:generic/node@16.${String(n)}.0`);
  await scanImage(deps, organizationId, { packages });
  const catalog = await deps.catalog.forOrganization(organizationId);
  const matches = new ComponentMatches(organizationId, catalog, 3);
  const stored = await deps.db.query<{ id: string }>(
    'SELECT id FROM component WHERE organization_id = $1',
    [organizationId],
  );
  const ids = stored.map(({ id }) => id);
  const all = await deps.db.transaction(async (tx) => {
    await matches.of(tx, new Set(ids.slice(0, 3)));
    return matches.of(tx, new Set(ids));
  });
  expect([...all.keys()].sort()).toEqual(ids.sort());
});

test('a match whose transaction was rolled back is stored by the next', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { packages: [NODE] });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await deps.catalog.refresh();
  const catalog = await deps.catalog.forOrganization(organizationId);
  const matches = new ComponentMatches(organizationId, catalog);
  const stored = () =>
    deps.db.query<{ id: string; cycle: string | null }>(
      'SELECT id, match_cycle AS cycle FROM component WHERE organization_id = $1',
      [organizationId],
    );
  const ids = new Set((await stored()).map(({ id }) => id));
  await expect(
    deps.db.transaction(async (tx) => {
      await matches.of(tx, ids);
      throw new Error('The transaction is lost');
    }),
  ).rejects.toThrow('lost');
  expect(await stored()).toMatchObject([{ cycle: null }]);
  await deps.db.transaction((tx) => matches.of(tx, ids));
  expect(await stored()).toMatchObject([{ cycle: '16' }]);
});

const queue = (organizationId: OrganizationId) =>
  deps.db.query(
    `INSERT INTO rematch_entry (organization_id, image_tag_id)
     SELECT organization_id, id FROM image_tag WHERE organization_id = $1`,
    [organizationId],
  );

test('an image that is just coming back when it is matched is matched as it comes back', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: id } = await scanImage(deps, organizationId, { packages: [NODE] });
  await callAs(deps, organizationId, 'member').retirement.retire({ id, body: {} });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organizationId);
  // As it was queued before it was retired.
  await queue(organizationId);

  const [isBack, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const transaction: TestDeps['db']['transaction'] = (work) =>
    deps.db.transaction(async (tx) => {
      const done = await work(tx);
      isBack.resolve(undefined);
      await goOn.promise;
      return done;
    });
  const held = { clock: deps.clock, db: { ...deps.db, transaction } };
  const back = bringBackByItself(held, organizationId, id, 'running');
  await isBack.promise;
  let isMatched = false;
  const matching = rematchOrganization(deps, organizationId).then(() => (isMatched = true));
  await vi.waitFor(async () => {
    const waiting = await deps.db.query(
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(isMatched || waiting.length > 0).toBe(true);
  });
  goOn.resolve(undefined);
  expect(await back).toBe(true);
  await matching;
  await rematchOrganization(deps, organizationId);
  expect(await findingsOf(deps, organizationId, id)).toEqual(['Node.js 16 catalog']);
});

test('a match is stored also where a batch of several dates is begun again', async () => {
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { image: 'a', packages: [NODE] });
  await scanImage(deps, organizationId, { image: 'b', packages: [NODE] });
  await rematchOrganization(deps, organizationId);
  // As a process that was behind and one whose clock is ahead may have left it.
  await deps.db.query(
    `UPDATE component SET match_state = NULL, match_product = NULL, match_cycle = NULL, match_cycle_key = NULL
      WHERE organization_id = $1`,
    [organizationId],
  );
  await deps.db.query(
    `UPDATE image_tag SET rematched_at = $2 WHERE organization_id = $1
       AND id = (SELECT id FROM image_tag WHERE organization_id = $1 ORDER BY id LIMIT 1)`,
    [organizationId, new Date(deps.clock.now().getTime() + 60_000)],
  );
  await queue(organizationId);
  let attempts = 0;
  const transaction: TestDeps['db']['transaction'] = (work) =>
    deps.db.transaction(async (tx) => {
      attempts += 1;
      const done = await work(tx);
      if (attempts === 1)
        await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END $$`);
      return done;
    });
  await rematchOrganization({ ...deps, db: { ...deps.db, transaction } }, organizationId);
  expect(attempts).toBe(2);
  const stored = await deps.db.query(
    'SELECT match_cycle AS cycle FROM component WHERE organization_id = $1',
    [organizationId],
  );
  expect(stored).toEqual([{ cycle: '16' }]);
});

test('one image that cannot be matched keeps no other from its turn, is told, and stays queued', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  const scanned = (image: string, packages: readonly string[]) =>
    scanImage(deps, organizationId, { image, packages }).then((one) => one.image_tag_id);
  const others = [await scanned('a', [NODE])];
  const ill = await scanned('b', [NODE, 'pkg:generic/ill@1']);
  others.push(await scanned('c', [NODE]));
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await deps.catalog.refresh();
  await rematchOrganization(deps, organizationId);
  // As if the change had just been stored and queued.
  await deps.db.query(
    'UPDATE component SET match_state = NULL, match_product = NULL, match_cycle = NULL, match_cycle_key = NULL WHERE organization_id = $1',
    [organizationId],
  );
  await queue(organizationId);
  const catalog = await deps.catalog.forOrganization(organizationId);
  const matchScanned: typeof catalog.matchScanned = (component, distro) => {
    if (component.name === 'ill') throw new Error('No match');
    return catalog.matchScanned(component, distro);
  };
  const failing = testDeps(deps.db);
  const view = Object.assign(Object.create(catalog) as typeof catalog, { matchScanned });
  vi.spyOn(failing.catalog, 'forOrganization').mockResolvedValue(view);
  await expect(rematchOrganization(failing, organizationId)).rejects.toThrow(
    'Images could not be matched: 1',
  );
  const waiting = () =>
    deps.db.query<{ id: string }>(
      'SELECT image_tag_id AS id FROM rematch_entry WHERE organization_id = $1',
      [organizationId],
    );
  expect(await waiting()).toEqual([{ id: ill }]);
  expect(failing.logged()).toContain(`"imageTagId":"${ill}"`);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 1 });
  expect(await waiting()).toEqual([]);
});

test('a process that lost its lock does not end what another has begun', async () => {
  await withCatalog(deps, [REDIS]);
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { packages: [NODE] });
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  const late = processWithoutLock(() => Promise.resolve());
  const asked = late.catalog.forOrganization.bind(late.catalog);
  const looked: typeof asked = async (id) => {
    const [known] = await readCatalogOf(id);
    const catalog = await asked(id);
    // Once it has gone through its batch; the other one is in the midst of its sweep.
    if (known?.key === catalog.key)
      await deps.db.query(
        `UPDATE inventory_matching SET catalog_key = 'of another', finished_at = NULL, total = NULL
          WHERE organization_id = $1`,
        [id],
      );
    return catalog;
  };
  vi.spyOn(late.catalog, 'forOrganization').mockImplementation(looked);
  await rematchOrganization(late, organizationId);
  expect(await readCatalogOf(organizationId)).toEqual([
    { key: 'of another', finished: null, total: null },
  ]);
});
