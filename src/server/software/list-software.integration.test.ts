import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const node = { product: 'Node.js', cycle: '16', type: 'binary', eol: '2023-09-11' };

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  const scans = [
    {
      project: 'shop',
      image: 'shop/web:2',
      imagePath: 'web/Dockerfile',
      software: [
        { ...node, facts: { lts: true, permalink: 'https://endoflife.date/nodejs' } },
        { product: 'Express' },
      ],
    },
    {
      project: 'shop',
      image: 'shop/api:1',
      software: [{ ...node, facts: { lts: true, permalink: 'https://endoflife.date/nodejs' } }],
    },
    {
      project: 'bank',
      image: './bank',
      kind: 'directory',
      software: [
        { ...node, type: 'npm', facts: { lts: true, permalink: 'https://endoflife.date/nodejs' } },
        { product: '100%_"x\'', eol: '2027-11-21' },
        { product: 'Python', ended: true },
      ],
    },
    { project: 'bank', image: 'closed', software: [{ product: 'Perl', eol: '2020-01-01' }] },
    { project: 'bank', image: 'closed', software: [] },
  ] as const;
  for (const scan of scans) await scanImage(deps, organization, scan);
});
afterAll(() => db.close());

const list = (input: object = {}) => callAs(deps, organization).software.list(input);

test('groups findings by product, cycle and artifact type, with the projects and images that hold them', async () => {
  const page = await list();
  expect(page.total).toBe(4);
  expect(page.items).toEqual([
    {
      lts: true,
      eolDate: '2023-09-11',
      evidence: 'catalog',
      productName: 'Node.js',
      artifactType: 'binary',
      productCycle: '16',
      productPermalink: 'https://endoflife.date/nodejs',
      advice: null,
      projects: [
        {
          projectName: 'shop',
          images: [
            { imageName: 'shop/api:1', imageLocation: '' },
            { imageName: 'shop/web:2', imageLocation: 'web/Dockerfile' },
          ],
        },
      ],
    },
    expect.objectContaining({
      artifactType: 'npm',
      projects: [
        { projectName: 'bank', images: [{ imageName: './bank:latest', imageLocation: './bank' }] },
      ],
    }),
    expect.objectContaining({ productName: 'Python', eolDate: '2026-11-21' }),
    expect.objectContaining({ productName: '100%_"x\'', productPermalink: null, lts: null }),
  ]);
});

test.each([
  [{ search: 'NODE' }, 2],
  [{ search: '%_"X\'' }, 1],
  [{ search: 'n_de' }, 0],
  [{ search: 'express' }, 0],
  [{ eol_filter: 'EOL' }, 3],
  [{ eol_filter: 'EOL LESS THAN 12MO' }, 1],
  [{ eol_filter: 'EOL LESS THAN 6MO' }, 0],
  [{ eol_filter: 'EOL MORE THAN 12MO' }, 0],
  [{ eol_filter: 'All' }, 4],
  [{ eol_filter: 'EOL', search: 'python' }, 1],
])('%j', async (input, total) => {
  const page = await list(input);
  expect(page.total).toBe(total);
  expect(page.items).toHaveLength(total);
});

test('comes in pages, empty past the end', async () => {
  expect(await list({ page: 2, size: 3 })).toMatchObject({
    items: [{ artifactType: 'deb' }],
    pages: 2,
  });
  expect(await list({ page: 3, size: 3 })).toMatchObject({ items: [], total: 4 });
});

test('another organization sees nothing of it', async () => {
  const stranger = callAs(deps, await makeOrganization(deps));
  expect(await stranger.software.list({})).toMatchObject({ items: [], total: 0 });
});

test('scanners read it flat, with the number of images', async () => {
  const software = await callAs(deps, organization, 'scanner').scanner.software();
  expect(software).toHaveLength(4);
  expect(software[0]).toEqual({
    product_name: 'Node.js',
    product_permalink: 'https://endoflife.date/nodejs',
    release_cycle: '16',
    eol_date: '2023-09-11',
    evidence: 'catalog',
    lts: true,
    artifact_type: 'binary',
    images: 2,
  });
});

test('scanners read the projects with their latest scan', async () => {
  expect(await callAs(deps, organization, 'scanner').scanner.projects()).toEqual([
    { id: expect.any(String), name: 'bank', images: 2, last_scan: '2026-11-21T12:00:00.000Z' },
    { id: expect.any(String), name: 'shop', images: 2, last_scan: '2026-11-21T12:00:00.000Z' },
  ]);
});
