import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import {
  EOL_CHOICES,
  IMAGE_SORTS,
  imagesHref,
  toImagesQuery,
  type ImagesParams,
} from '@/features/image/search-params';
import { imageHref, toPackagesQuery } from '@/features/image/image-page-params';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { createExportHandler } from '@/server/export/export-handler';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { EXPORTS } from './exports';

let db: Database;
let deps: TestDeps;
let organization: OrganizationId;
let download: (path: string) => Promise<string[][]>;

const SCANS: readonly ScannedImage[] = [
  {
    project: 'one',
    image: 'b:1',
    software: [{ product: 'x', eol: '2020-01-01' }, { product: 'z' }],
  },
  { project: 'two', image: 'a:1', software: [{ product: 'x', eol: '2020-01-01' }] },
  {
    project: 'one',
    image: './src',
    kind: 'directory',
    software: [{ product: 'y', eol: '2027-01-01' }],
  },
  { project: 'two', image: 'c:1', labels: { team: 'a' }, verified: true },
  {
    project: '=cmd',
    image: 'd:1',
    labels: { team: '=1+1' },
    software: [{ product: 'q', eol: '2029-01-01' }],
  },
  {
    project: 'two',
    image: 'wide:1',
    labels: { team: 'b' },
    software: [
      { product: 'y', eol: '2027-01-01', packages: ['=y@1', 'y"quoted"@2'] },
      { product: 'gone', ended: true },
    ],
    packages: Array.from({ length: 1_200 }, (_, index) => `lib-${String(index)}@1`),
  },
];

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps, 'Acme');
  for (const scan of SCANS) {
    await scanImage(deps, organization, scan);
    deps.clock.advance(60_000);
  }
  const { key } = await makeApiKey(deps, organization, 'viewer');
  const handler = createExportHandler(deps, EXPORTS);
  download = async (path) => {
    const response = await handler(
      new Request(`http://127.0.0.1${path}`, { headers: { 'x-api-key': key } }),
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    return parseCsv(await response.text());
  };
});
afterAll(() => db.close());

/** A column of a file by its heading. */
function column([header = [], ...records]: string[][], name: string): (string | undefined)[] {
  const at = header.indexOf(name);
  expect(at, name).toBeGreaterThanOrEqual(0);
  return records.map((record) => record[at]);
}

const imageId = async (search: string) => {
  const { items } = await callAs(deps, organization).image.listForDashboard({ search });
  return items[0]?.id ?? '';
};

test('is the images list for any filters and any order', async () => {
  const dashboard = callAs(deps, organization);
  const params = fc.record<Partial<ImagesParams>>(
    {
      q: fc.constantFrom('', 'a', 'src', ':1', 'nothing'),
      eol: fc.constantFrom(null, ...EOL_CHOICES),
      verified: fc.constantFrom(null, 'yes', 'no'),
      label: fc.constantFrom(null, 'team'),
      labelIs: fc.constantFrom('in', 'not-in'),
      labelValue: fc.constantFrom('', 'a', 'a, b'),
      sort: fc.constantFrom(...IMAGE_SORTS),
      dir: fc.constantFrom('asc', 'desc'),
      page: fc.constantFrom(1, 3),
    },
    { requiredKeys: ['sort', 'dir', 'q', 'label', 'labelIs', 'labelValue', 'eol', 'verified'] },
  );
  await fc.assert(
    fc.asyncProperty(params, async (address) => {
      const query = toImagesQuery({ ...allOf(address), page: 1, size: 100 });
      const { items } = await dashboard.image.listForDashboard(query);
      const file = await download(imagesHref(address).replace('/images', '/export/images.csv'));
      expect(column(file, 'Image id')).toEqual(items.map(({ id }) => id));
      expect(column(file, 'Ended')).toEqual(items.map(({ states }) => String(states.ended)));
    }),
    { numRuns: 60 },
  );
});

function allOf(address: Partial<ImagesParams>): ImagesParams {
  return {
    q: '',
    eol: null,
    verified: null,
    project: null,
    label: null,
    labelIs: 'in',
    labelValue: '',
    sort: 'ended',
    dir: 'desc',
    page: 1,
    size: 100,
    ...address,
  };
}

test('nothing in it is a formula', async () => {
  const file = await download('/export/images.csv?q=d:1');
  expect(column(file, 'Project')).toEqual(["'=cmd"]);
  expect(column(file, 'Labels')).toEqual(['team==1+1']);
});

describe('one image', () => {
  test('its software, with packages, and of one state alone', async () => {
    const id = await imageId('wide');
    const all = await download(`/export/images/${id}/software.csv`);
    const findings = await callAs(deps, organization).image.findings({ imageTagId: id });
    expect(column(all, 'Software')).toEqual(findings.map(({ productName }) => productName));
    expect(column(all, 'End of life')).toEqual(['', '2027-01-01']);
    expect(column(all, 'State')).toEqual(['Ended', 'Within 6 months']);
    expect(column(all, 'Packages')).toEqual(['gone 1', `'=y 1\ny"quoted" 2`]);
    const address = imageHref(id, { state: 'soon' }).replace(id, `${id}/software.csv`);
    expect(column(await download(`/export${address}`), 'Software')).toEqual(['y']);
  });

  test('its packages, all of them, as filtered', async () => {
    const id = await imageId('wide');
    const all = await download(`/export/images/${id}/packages.csv?tab=packages&page=2&size=25`);
    expect(column(all, 'Package')).toHaveLength(1_203);
    const some = await download(`/export/images/${id}/packages.csv?q=LIB-119`);
    const { items } = await callAs(deps, organization).image.components(
      toPackagesQuery(id, {
        q: 'LIB-119',
        match: null,
        page: 1,
        size: 100,
        tab: 'packages',
        state: null,
      }),
    );
    expect(items).toHaveLength(11);
    expect(column(some, 'Package')).toEqual(items.map(({ name }) => name));
  });
});
