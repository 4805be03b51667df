import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { lockMatching } from '@/server/inventory/repository/matching';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { NODE, nodeUntil, REDIS } from '@/test/rematching';
import { addUpAll, addUpSome, ADDING_UP, repairCounts, wrongCounts } from './service';

let deps: TestDeps;
let organization: OrganizationId;
let other: OrganizationId;
const never = new AbortController().signal;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
  other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { software: [{ product: 'Lua' }, { product: 'Go' }] });
});

const PRODUCTS = ['Lua', 'Go', 'Node.js', 'Redis', 'Django', 'Rails', 'Express', 'PHP'];
const admin = () => callAs(deps, organization, 'admin');
const wrong = () => wrongCounts(deps, organization);
const pending = async () =>
  (await deps.db.query('SELECT FROM holding_change WHERE organization_id = $1', [organization]))
    .length;

/** The same numbers in every run. */
let seed = 7;
function randomInt(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

function someSoftware(): SoftwareFound[] {
  return PRODUCTS.filter(() => randomInt(3) === 0).map((product) => ({
    product,
    cycle: String(randomInt(3)),
    eol: '2026-01-01',
  }));
}

const scanSome = (project = `project-${String(randomInt(4))}`) =>
  scanImage(deps, organization, {
    ...{ project, image: `image-${String(randomInt(6))}:1`, software: someSoftware() },
  });

/** The numbers of the lists, as somebody sees them. */
async function shown() {
  const page = { page: 1, size: 100 };
  const { items: software } = await admin().software.listForDashboard(page);
  const { items: projects } = await admin().project.listForDashboard(page);
  return { software, projects };
}

test('counts are those of the images after whatever is done to them, added up or not', async () => {
  for (let turn = 0; turn < 40; turn += 1) {
    const scanned = await scanSome();
    const id = scanned.image_tag_id;
    if (turn % 5 === 1) await admin().retirement.retire({ id, body: {} });
    if (turn % 10 === 6) await admin().retirement.bringBack({ id });
    if (turn % 5 === 2) await admin().image.delete({ id });
    if (turn % 13 === 12) {
      const { items } = await admin().project.listForDashboard({ page: 1, size: 1 });
      for (const project of items) await admin().project.delete({ id: project.id });
    }
    expect(await wrong()).toBe(0);
    if (turn % 3 !== 0) continue;
    const before = await shown();
    await addUpAll(deps, never);
    expect(await pending()).toBe(0);
    expect(await wrong()).toBe(0);
    expect(await shown()).toEqual(before);
  }
  const zeros = await deps.db.query(
    `SELECT FROM project_holding WHERE images = 0 UNION ALL SELECT FROM software_holding WHERE images = 0
     UNION ALL SELECT FROM project_image_count WHERE images = 0`,
  );
  expect(zeros).toEqual([]);
  expect(await wrongCounts(deps, other)).toBe(0);
});

test('matching anew counts, and a scan that found the same does not', async () => {
  await withCatalog(deps, [REDIS, nodeUntil()]);
  await scanImage(deps, organization, { image: 'a', packages: [NODE] });
  await addUpAll(deps, never);
  await scanImage(deps, organization, { image: 'a', packages: [NODE] });
  expect(await pending()).toBe(0);
  await withCatalog(deps, [REDIS, nodeUntil('2023-09-11')]);
  await rematchOrganization(deps, organization);
  expect(await pending()).toBe(1);
  expect(await wrong()).toBe(0);
  expect((await shown()).software).toMatchObject([{ productName: 'Node.js', images: 1 }]);
});

test('uploads of one project come side by side with those who add up, and nothing is counted twice', async () => {
  await scanSome('one');
  let isOver = false;
  const adding = Array.from({ length: 2 }, async () => {
    while (!isOver) await deps.db.transaction((tx) => addUpSome(organization, tx, 3));
  });
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.all(
      Array.from({ length: 3 }, (_, number) =>
        scanImage(deps, organization, {
          ...{ project: 'one', image: `side-${String(number)}:1`, software: someSoftware() },
        }),
      ),
    );
    expect(await wrong()).toBe(0);
  }
  isOver = true;
  await Promise.all(adding);
  await addUpAll(deps, never);
  expect(await wrong()).toBe(0);
});

test('an organization that fails keeps no other from its turn, and counts', async () => {
  await scanSome();
  expect(await addUpAll(failingOnce(deps), never)).toEqual({ failed: 1 });
  const left = await deps.db.query<{ organizations: string }>(
    'SELECT count(DISTINCT organization_id)::int AS organizations FROM holding_change',
  );
  expect(left).toEqual([{ organizations: 1 }]);
});

test('a deletion of the organization finds nothing of it held by those who add up', async () => {
  await scanSome();
  const before = await pending();
  await deps.db.transaction(async (tx) => {
    await lockMatching(organization, tx);
    await sql`SELECT FROM organization WHERE id = ${organization} FOR UPDATE`.execute(tx.sql);
    await addUpAll(deps, never);
    expect(await repairCounts(deps, organization)).toBe(false);
  });
  expect(await pending()).toBe(before);
  await addUpAll(deps, never);
  expect(await pending()).toBe(0);
  expect(await wrong()).toBe(0);
});

describe('what is kept wrong', () => {
  const spoil = () =>
    deps.db.query(`UPDATE project_holding SET images = images + 1 WHERE organization_id = $1`, [
      organization,
    ]);

  test('is found, and counted anew, while uploads come', async () => {
    await scanImage(deps, organization, { software: [{ product: 'Lua' }, { product: 'Go' }] });
    await addUpAll(deps, never);
    await spoil();
    // What is kept and what is true differ: each of two is wrong on both sides.
    expect(await wrong()).toBe(4);
    const [isDone] = await Promise.all([repairCounts(deps, organization), scanSome(), scanSome()]);
    expect(isDone).toBe(true);
    expect(await wrong()).toBe(0);
    expect(await wrongCounts(deps, other)).toBe(0);
  });

  test('is left as it is while another process adds up', async () => {
    const done = await exclusively(deps.db, ADDING_UP, () => repairCounts(deps, organization));
    expect(done).toBe(false);
  });
});
