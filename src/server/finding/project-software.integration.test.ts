import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

/** Adds images that are as the one that there is, with its findings. */
async function addAlike(organization: OrganizationId, images: number): Promise<void> {
  await db.query(
    `INSERT INTO image_tag (organization_id, id, project_id, kind, name, tag, reference_key, canonical_name,
       search_text, sort_key, labels, repo_digests, verified, location, software_ids, findings_key,
       first_scan_at, latest_scan_at, latest_scan_id)
     SELECT organization_id, gen_random_uuid(), project_id, kind, name, n::text, gen_random_uuid(),
       canonical_name, search_text, sort_key, labels, repo_digests, verified, location, software_ids, findings_key,
       first_scan_at, latest_scan_at, latest_scan_id
     FROM image_tag, generate_series(1, $2::int) n WHERE organization_id = $1`,
    [organization, images],
  );
  await db.query(
    `INSERT INTO finding (organization_id, id, image_tag_id, software_id, component_ids, catalog_component_ids, is_open,
       first_seen_at)
     SELECT f.organization_id, gen_random_uuid(), i.id, f.software_id, f.component_ids, f.catalog_component_ids, true,
       f.first_seen_at
     FROM finding f JOIN image_tag i ON i.organization_id = f.organization_id AND i.id <> f.image_tag_id
     WHERE f.organization_id = $1`,
    [organization],
  );
}

test('more than one answer has room for is refused, and each image lists its own', async () => {
  const organization = await makeOrganization(deps);
  const software = Array.from({ length: 30 }, (_, at) => ({
    ...{ product: 'Redis', cycle: String(at), eol: '2026-01-31' },
  }));
  const labels = Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [`label-${String(at)}`, 'x'.repeat(8_000)]),
  );
  const { project_id, image_tag_id } = await scanImage(deps, organization, { software, labels });
  const { project, image } = callAs(deps, organization);
  expect(await project.software({ project_id })).toHaveLength(30);
  await addAlike(organization, 150);
  await expect(project.software({ project_id })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    cause: { faults: [{ loc: ['path', 'project_id'] }] },
  });
  const { total } = await image.software({ image_tag_id, page: 1, size: 50 });
  expect(total).toBe(30);
});

test('the note of a product counts with each finding', async () => {
  const organization = await makeOrganization(deps);
  const software = Array.from({ length: 30 }, (_, at) => ({
    ...{ product: 'Redis', cycle: String(at), eol: '2026-01-31' },
  }));
  const { project_id } = await scanImage(deps, organization, { software });
  await addAlike(organization, 450);
  const { project, note } = callAs(deps, organization, 'admin');
  expect(await project.software({ project_id })).toHaveLength(13_530);
  await note.create({
    body: { note_content: 'x'.repeat(10_000), eol_software: 'Redis', user_profile: null },
  });
  await expect(project.software({ project_id })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  });
});
