import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { readPack } from '@/domain/pack/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { createPack, packFile } from './service/packs';

/** What a pack tells of more than it holds. */

let deps: TestDeps;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({
      ...{ name: 'Redis', purls: ['pkg:generic/redis'] },
      cycles: [{ name: '6', supportedUntil: '2026-10-01' }],
    }),
  ]);
});
afterAll(() => deps.db.close());

async function packOf(organization: OrganizationId) {
  const { id } = await createPack(deps, await makeActor(deps, organization, 'admin'), 'general');
  return readPack((await packFile(deps, organization, id)).bytes);
}

/** Notes changes of dates as an update does, the first of them last. */
async function insertChanges(product: string, cycles: readonly string[], minute: number) {
  const revision = uuidv7();
  const at = `2026-11-20T09:${String(minute)}:00Z`;
  await deps.db.query(
    `INSERT INTO catalog_revision (id, number, source, trigger, started_at, outcome, detail)
     VALUES ($1, $2, 'test', 'command', $3, 'imported', '{}')`,
    [revision, 1_000 + minute, at],
  );
  await deps.db.query(
    `INSERT INTO catalog_date_change (id, revision_id, product_slug, product, cycle, kind, level, old_ends_on, old_ended,
            new_ends_on, new_ended, changed_at)
     SELECT gen_random_uuid(), $1, lower($2), $2, one, 'changed', 'STANDARD_SUPPORT', '2027-01-01', false, NULL, true, $3
       FROM unnest($4::text[]) one`,
    [revision, product, at, cycles],
  );
}

test('the dates of what is in use are told, however many others changed since, and how many there is no room for', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { packages: ['pkg:generic/redis@6.0.1'] });
  const many = Array.from({ length: 2_100 }, (_, index) => String(index));
  await insertChanges('Redis', ['6'], 10);
  await insertChanges('Unused', many, 11);
  const first = await packOf(organization);
  expect(first.date_changes).toEqual([
    {
      ...{ product: 'Redis', cycle: '6', level: 'STANDARD_SUPPORT', from: '2027-01-01', to: null },
      ...{ from_ended: false, to_ended: true, changed_at: '2026-11-20T09:10:00.000Z' },
    },
  ]);
  expect(first.date_changes_left_out).toBe(0);
  const later = await makeOrganization(deps);
  await scanImage(deps, later, { packages: ['pkg:generic/redis@6.0.1'] });
  await insertChanges('Redis', many, 12);
  const full = await packOf(later);
  expect(full.date_changes).toHaveLength(2_000);
  expect(full.date_changes_left_out).toBe(101);
});

test('of more software than it holds it lists what ends first, and counts the rest', async () => {
  const organization = await makeOrganization(deps);
  const software = Array.from({ length: 1_005 }, (_, index) => ({
    product: `Product ${String(index)}`,
    cycle: '1',
    eol: index === 0 ? '2027-10-01' : '2026-01-01',
  }));
  for (let project = 0; project < 20; project += 1)
    await scanImage(deps, organization, { project: `p${String(project)}`, software });
  const { software: rows, software_left_out: leftOut, scope } = await packOf(organization);
  expect(rows).toHaveLength(20_000);
  expect(leftOut).toBe(100);
  expect(new Set(rows.map(({ product }) => product)).has('Product 0')).toBe(false);
  expect(scope).toMatchObject({ projects: 20, images: 20 });
}, 120_000);
