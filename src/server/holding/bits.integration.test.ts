import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { NODE, nodeUntil, REDIS } from '@/test/rematching';
import { addUpAll, repairCounts, writeSomeBits, wrongCounts } from './service';
import { countHeld, heldImages } from './sql';

/** What is read of images by their bits is what the images say, whatever was done to them and however much of it is written. */

let deps: TestDeps;
let organization: OrganizationId;
const never = new AbortController().signal;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
  const other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { software: [{ product: 'Lua' }, { product: 'Zig' }] });
});

const PRODUCTS = ['Lua', 'Go', 'Node.js', 'Redis', 'Django', 'Rails', 'Express', 'PHP'];
const admin = () => callAs(deps, organization, 'admin');

/** The same numbers in every run. */
let seed = 5;
function randomInt(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

function someSoftware(): SoftwareFound[] {
  return PRODUCTS.filter(() => randomInt(3) === 0).map((product) => ({
    product,
    cycle: String(randomInt(4)),
  }));
}

const scanSome = () =>
  scanImage(deps, organization, {
    project: `project-${String(randomInt(4))}`,
    ...{ image: `image-${String(randomInt(6))}:1`, software: someSoftware() },
    verified: randomInt(2) === 0,
  });

/** All images that count, each with how much of some software, and of all the rest, it holds; and which of them are in bits. */
async function read(ids: readonly string[]) {
  const own = anyOrganization(organization);
  const { rows } = await sql<{ id: string; inBits: boolean }>`
    SELECT i.id, i.project_id, i.verified, i.sort_key, i.held IS NOT NULL AS in_bits,
           (${countHeld(own, { ids, isIn: true })})::int AS of_these, (${countHeld(own, { ids, isIn: false })})::int AS of_others
      FROM ${heldImages(own)} i ORDER BY i.id`.execute(deps.db.sql);
  return {
    images: rows.map(({ inBits: _, ...image }) => image),
    inBits: rows.filter(({ inBits }) => inBits).length,
  };
}

/** The same from the images themselves. */
async function truth(ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    SELECT i.id, i.project_id, i.verified, i.sort_key,
           (SELECT count(*) FROM unnest(i.software_ids) AS held(id) WHERE held.id = ANY(${ids}::uuid[]))::int AS of_these,
           (SELECT count(*) FROM unnest(i.software_ids) AS held(id) WHERE held.id <> ALL(${ids}::uuid[]))::int AS of_others
      FROM image_tag i WHERE i.organization_id = ${organization} AND i.deleted_at IS NULL ORDER BY i.id`.execute(
    deps.db.sql,
  );
  return rows;
}

async function hold() {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM software WHERE organization_id = ${organization} ORDER BY id`.execute(
    deps.db.sql,
  );
  const some = rows.map(({ id }) => id).filter(() => randomInt(3) === 0);
  for (const ids of [some, [], rows.map(({ id }) => id)])
    expect((await read(ids)).images).toEqual(await truth(ids));
  expect(await wrongCounts(deps, organization)).toBe(0);
}

const queued = async () =>
  (await deps.db.query('SELECT FROM image_bits_change WHERE organization_id = $1', [organization]))
    .length;

test('images are read as they are after whatever is done to them, in bits or not', async () => {
  for (let turn = 0; turn < 45; turn += 1) {
    const { image_tag_id: id } = await scanSome();
    if (turn % 5 === 1) await admin().retirement.retire({ id, body: {} });
    if (turn % 10 === 6) await admin().retirement.bringBack({ id });
    if (turn % 5 === 2) await admin().image.delete({ id });
    if (turn % 13 === 12) {
      const { items } = await admin().project.listForDashboard({ page: 1, size: 1 });
      for (const project of items) await admin().project.delete({ id: project.id });
    }
    await hold();
    if (turn % 3 === 0) await deps.db.transaction((tx) => writeSomeBits(organization, tx, 1));
    if (turn % 7 !== 0) continue;
    await addUpAll(deps, never);
    expect(await queued()).toBe(0);
    await hold();
    const { images, inBits } = await read([]);
    expect(inBits).toBe(images.length);
  }
});

test('an image that is moved to another project is read there', async () => {
  const { image_tag_id: id } = await scanImage(deps, organization, { project: 'one', image: 'a' });
  await scanImage(deps, organization, { project: 'two', image: 'b', software: [] });
  await addUpAll(deps, never);
  await deps.db.query(
    `UPDATE image_tag SET project_id = (SELECT id FROM project WHERE organization_id = $1 AND name = 'two') WHERE id = $2`,
    [organization, id],
  );
  expect(await queued()).toBe(1);
  await hold();
  await addUpAll(deps, never);
  await hold();
});

test('matching anew writes bits anew, and a scan that found the same does not', async () => {
  await withCatalog(deps, [REDIS, nodeUntil()]);
  await scanImage(deps, organization, { image: 'a', packages: [NODE] });
  await addUpAll(deps, never);
  await scanImage(deps, organization, { image: 'a', packages: [NODE] });
  expect(await queued()).toBe(0);
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organization);
  expect(await queued()).toBe(1);
  await hold();
  await addUpAll(deps, never);
  await hold();
});

test('uploads come side by side with those who write bits', async () => {
  let isOver = false;
  const writing = Array.from({ length: 2 }, async () => {
    while (!isOver) await deps.db.transaction((tx) => writeSomeBits(organization, tx, 2));
  });
  for (let turn = 0; turn < 15; turn += 1) {
    await Promise.all(
      Array.from({ length: 3 }, (_, number) =>
        scanImage(deps, organization, {
          ...{ project: 'one', image: `side-${String(number)}:1`, software: someSoftware() },
        }),
      ),
    );
    expect(await wrongCounts(deps, organization)).toBe(0);
  }
  isOver = true;
  await Promise.all(writing);
  await addUpAll(deps, never);
  await hold();
});

test('nothing is written of an image that another change is under way of, but what that change left', async () => {
  const { image_tag_id: id } = await scanImage(deps, organization, {
    software: [{ product: 'Lua' }],
  });
  await deps.db.transaction(async (tx) => {
    await tx.sql
      .updateTable('imageTag')
      .set({ softwareIds: [] })
      .where('organizationId', '=', organization)
      .where('id', '=', id)
      .execute();
    await deps.db.transaction((other) => writeSomeBits(organization, other, 10));
    expect(await queued()).toBe(0);
  });
  expect(await queued()).toBe(1);
  expect((await read([])).images).toEqual(await truth([]));
  await deps.db.transaction((tx) => writeSomeBits(organization, tx, 10));
  expect((await read([])).images).toEqual(await truth([]));
});

test('a statement about many images queues some hundreds together', async () => {
  const { image_tag_id: id } = await scanImage(deps, organization, { software: someSoftware() });
  const columns = (
    await deps.db.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'image_tag'::regclass AND attnum > 0 AND NOT attisdropped
          AND attname NOT IN ('id', 'reference_key')`,
    )
  ).map(({ name }) => name);
  await deps.db.query(
    `INSERT INTO image_tag (id, reference_key, ${columns.join()})
     SELECT gen_random_uuid(), gen_random_uuid(), ${columns.join()} FROM image_tag, generate_series(1, 1200) WHERE id = $1`,
    [id],
  );
  expect(await queued()).toBe(4);
  await hold();
  await addUpAll(deps, never);
  await hold();
});

describe('what is kept wrong', () => {
  beforeEach(async () => {
    await scanImage(deps, organization, { software: [{ product: 'Lua' }, { product: 'Go' }] });
    await scanImage(deps, organization, { image: 'none:1', software: [] });
    await addUpAll(deps, never);
    expect(await wrongCounts(deps, organization)).toBe(0);
  });

  test.each([
    [`UPDATE image_bits SET held = B'10000001' WHERE length(held) > 0`, 1],
    [`UPDATE image_bits SET held = B'' WHERE length(held) > 0`, 1],
    ['DELETE FROM image_bits', 2],
    ['UPDATE image_bits SET verified = NOT verified', 2],
    ['UPDATE image_bits SET project_id = gen_random_uuid()', 2],
    [`UPDATE image_bits SET sort_key = 'x'`, 2],
    [
      'INSERT INTO image_bits SELECT organization_id, gen_random_uuid(), project_id, verified, sort_key, held FROM image_bits',
      2,
    ],
    ['UPDATE software_number SET number = number + 8', 9],
  ])('is found, and written anew: %s', async (statement, wrong) => {
    const own = `organization_id = '${organization}'`;
    const isFurther = statement.includes('WHERE');
    await deps.db.query(`${statement} ${isFurther ? 'AND' : 'WHERE'} ${own}`);
    expect(await wrongCounts(deps, organization)).toBe(wrong);
    expect(await repairCounts(deps, organization)).toBe(true);
    await hold();
    await addUpAll(deps, never);
    await hold();
  });
});
