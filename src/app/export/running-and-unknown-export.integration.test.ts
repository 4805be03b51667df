import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { WORKLOAD_SORTS } from '@/domain/cluster/list';
import { loadClusterPageParams, toWorkloadsQuery } from '@/features/cluster/detail/params';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordInventory } from '@/server/cluster/service/reports';
import { measure } from '@/server/knowledge/service/measure';
import { createExportHandler } from '@/server/listener/export-handler';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { EXPORTS } from './exports';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let key: string;
let cluster: string;

const DEBIAN = importedProduct({
  ...{ name: 'Debian', slug: 'debian', category: 'os' },
  cycles: [{ name: '10', supportedUntil: '2022-09-10' }],
});
const gone = { product: 'Ferry', cycle: '16', eol: '2020-01-01' };
const later = { product: 'Lantern', cycle: '8', eol: '2031-01-01' };

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [DEBIAN]);
  await deps.catalog.start();
  organization = await makeOrganization(deps, 'Acme');
  const packages = ['npm/left-pad@1.3.0', 'npm/%40acme/ui@2.0.0'].map((one) => `pkg:${one}`);
  await scanImage(deps, organization, { image: 'a:1', software: [gone, later], packages });
  await scanImage(deps, organization, {
    image: 'b:1',
    software: [later],
    packages: packages.slice(1),
  });
  const ran = ['a:1', 'b:1', 'never:1', ...Array.from({ length: 60 }, () => 'a:1')];
  await recordInventory(deps, organization, {
    ...{ name: 'prod', version: null, distribution: null, nodes: null },
    containers: ran.map((image, at) =>
      runningContainer({
        ...{ namespace: at % 2 === 0 ? 'shop' : 'pay', container: 'main', pods: at },
        owner: { kind: 'Deployment', name: `=api-${String(at)}` },
        image: runningImage(image, null),
        os: image === 'never:1' ? { family: 'debian', name: '10.1' } : null,
      }),
    ),
  });
  const [found] = await callAs(deps, organization).cluster.names();
  cluster = found?.id ?? '';
  await measure(deps, organization);
  ({ key } = await makeApiKey(deps, organization, 'viewer'));
});
afterAll(async () => {
  await deps.catalog.stop();
  await db.close();
});

function get(path: string, own = key): Promise<Response> {
  const headers = { 'x-api-key': own };
  const request = new Request(`http://127.0.0.1/export${path}`, { headers });
  return createExportHandler(deps, EXPORTS)(request);
}

async function readJson(path: string, own = key): Promise<Record<string, unknown>[]> {
  const response = await get(path, own);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(rows));
  return rows;
}

const workloads = (query = '', own = key) =>
  readJson(`/clusters/${cluster}/workloads.json${query}`, own);

test.each([
  ...WORKLOAD_SORTS.flatMap((sort) => [`?sort=${sort}&dir=asc`, `?sort=${sort}&dir=desc`]),
  '?state=later',
  '?state=ended&page=2&size=25',
  '?namespace=pay&show=unscanned',
  '?show=unscanned',
  '?show=silent',
  '?q=API-1',
  '?owner=mine',
])('what runs is what the page of %s lists, in its order', async (query) => {
  const params = loadClusterPageParams(new URLSearchParams(query));
  const asked = toWorkloadsQuery(cluster, { ...params, page: 1, size: 100 });
  const { items } = await callAs(deps, organization).cluster.workloads(asked);
  const rows = await workloads(query);
  expect(rows.map((row) => [row['workload_id'], row['workload'], row['pods']])).toEqual(
    items.map(({ id, ownerName, pods }) => [id, ownerName, pods]),
  );
});

test('says how software of an image stands, and nothing of what was never scanned', async () => {
  const byImage = new Map((await workloads()).map((row) => [row['image'], row]));
  expect(byImage.get('a')).toMatchObject({
    ...{ tag: '1', scanned: true, matched_by: 'Tag alone', state: 'Ended' },
    ...{ ended: 1, later: 1, unknown: 0, system: null, kind: 'Deployment', namespace: 'shop' },
  });
  expect(byImage.get('b')).toMatchObject({ state: 'Over 12 months', ended: 0, later: 1 });
  expect(byImage.get('never')).toMatchObject({
    ...{ scanned: false, matched_by: null, state: null, ended: null, later: null },
    ...{ system: 'debian 10.1', system_state: 'Ended', image_id: null },
  });
});

test('has the columns that are asked for and the records that are chosen, and is no formula', async () => {
  const [first] = await workloads('?sort=workload&dir=asc&q=api-0');
  const path = `/clusters/${cluster}/workloads.csv?columns=workload,pods&ids=${String(first?.['workload_id'])}`;
  const text = await (await get(path)).text();
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Namespace,Kind,Workload,Container,Pods',
    "shop,Deployment,'=api-0,main,0",
  ]);
});

test('there is no such cluster elsewhere', async () => {
  const other = await makeOrganization(deps, 'Other');
  const { key: foreign } = await makeApiKey(deps, other, 'admin');
  expect((await get(`/clusters/${cluster}/workloads.csv`, foreign)).status).toBe(404);
  expect(await readJson('/coverage/unknown-packages.json', foreign)).toEqual([]);
});

test('unknown packages are those of the page, as searched', async () => {
  const { items } = await callAs(deps, organization).knowledge.unknown({ size: 100 });
  const rows = await readJson('/coverage/unknown-packages.json?page=3');
  expect(rows.map((row) => [row['package'], row['package_url'], row['images']])).toEqual(
    items.map(({ name, purl, images }) => [name, purl, images]),
  );
  expect(rows.map((row) => row['package'])).toEqual(['ui', 'left-pad']);
  const found = await readJson('/coverage/unknown-packages.json?q=ACME&columns=images');
  expect(found).toEqual([
    {
      ...{ package: 'ui', version: '2.0.0', versions: 1, package_url: 'pkg:npm/%40acme/ui' },
      images: 2,
    },
  ]);
});
