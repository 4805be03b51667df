import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('each label name comes with its values, once each and in order', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'a', labels: { team: 'b', env: 'prod' } });
  await scanImage(deps, organization, { image: 'b', labels: { team: 'a' } });
  await scanImage(deps, organization, { image: 'c', labels: { team: 'b' } });
  await scanImage(deps, organization, { image: 'd' });
  expect(await callAs(deps, organization).image.labels()).toEqual({
    labels: { env: ['prod'], team: ['a', 'b'] },
  });
});

test('a label has at most its first 1,000 values', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'a', labels: { revision: 'seed' } });
  await db.query(
    `INSERT INTO image_tag (organization_id, id, project_id, kind, name, tag, reference_key, canonical_name,
       search_text, sort_key, labels, repo_digests, verified, location, software_ids, findings_key,
       first_scan_at, latest_scan_at, latest_scan_id)
     SELECT organization_id, gen_random_uuid(), project_id, kind, name, n::text, gen_random_uuid(),
       canonical_name, search_text, sort_key, jsonb_build_object('revision', to_char(n, 'FM0000')),
       repo_digests, verified, location, software_ids, findings_key, first_scan_at, latest_scan_at,
       latest_scan_id
     FROM image_tag, generate_series(1, 1200) n WHERE organization_id = $1`,
    [organization],
  );
  const { labels } = await callAs(deps, organization).image.labels();
  expect(labels.revision).toHaveLength(1_000);
  expect(labels.revision?.at(-1)).toBe('1000');
});

test('labels of as many names as there are images come as far as there is room', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'a', labels: { a: 'first' } });
  await db.query(
    `INSERT INTO image_tag (organization_id, id, project_id, kind, name, tag, reference_key, canonical_name,
       search_text, sort_key, labels, repo_digests, verified, location, software_ids, findings_key,
       first_scan_at, latest_scan_at, latest_scan_id)
     SELECT organization_id, gen_random_uuid(), project_id, kind, name, n::text, gen_random_uuid(),
       canonical_name, search_text, sort_key, jsonb_build_object('n' || to_char(n, 'FM0000'), repeat('x', 8000)),
       repo_digests, verified, location, software_ids, findings_key, first_scan_at, latest_scan_at,
       latest_scan_id
     FROM image_tag, generate_series(1, 1500) n WHERE organization_id = $1`,
    [organization],
  );
  const { labels } = await callAs(deps, organization).image.labels();
  const names = Object.keys(labels);
  expect(labels['a']).toEqual(['first']);
  expect(names.length).toBeGreaterThan(1_000);
  expect(JSON.stringify(labels).length).toBeLessThan(8_500_000);
});

test('a label of long values leaves room to those behind it', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'a', labels: { 'io.buildpacks': 'a', team: 'a' } });
  await db.query(
    `INSERT INTO image_tag (organization_id, id, project_id, kind, name, tag, reference_key, canonical_name,
       search_text, sort_key, labels, repo_digests, verified, location, software_ids, findings_key,
       first_scan_at, latest_scan_at, latest_scan_id)
     SELECT organization_id, gen_random_uuid(), project_id, kind, name, n::text, gen_random_uuid(),
       canonical_name, search_text, sort_key,
       jsonb_build_object('io.buildpacks', n || repeat('x', 8000), 'io.runtime', n || repeat('x', 8000),
         'team', to_char(n % 10, 'FM0000')),
       repo_digests, verified, location, software_ids, findings_key, first_scan_at, latest_scan_at,
       latest_scan_id
     FROM image_tag, generate_series(1, 1200) n WHERE organization_id = $1`,
    [organization],
  );
  const { labels } = await callAs(deps, organization).image.labels();
  expect(labels['io.buildpacks']?.length).toBeGreaterThan(500);
  expect(labels['io.runtime']?.length).toBeGreaterThan(500);
  expect(labels['team']).toHaveLength(11);
});

test('an organization without labels has none', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'a' });
  expect(await callAs(deps, organization).image.labels()).toEqual({ labels: {} });
});
