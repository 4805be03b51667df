import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, DAY_MS, dayOf } from '@/domain/eol/calendar';
import { EOL_STATES } from '@/domain/eol/proximity';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import { IMAGE_SORTS } from '@/domain/image/list';
import {
  imagesHref,
  loadImagesParams,
  toImagesQuery,
  type ImagesParams,
} from '@/features/image/params';
import { imageHref, toPackagesQuery } from '@/features/image/detail/params';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createExportHandler } from '@/server/listener/export-handler';
import { makeApiKey, makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { EXPORTS } from './exports';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let download: (path: string, role?: 'viewer' | 'admin') => Promise<string[][]>;
let refuse: (path: string) => Promise<{ status: number; body: unknown }>;

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

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
  for (const [index, scan] of SCANS.entries()) {
    if (index === 3) deps.clock.advance(31 * DAY_MS);
    await scanImage(deps, organization, scan);
    deps.clock.advance(60_000);
  }
  const keys = {
    viewer: (await makeApiKey(deps, organization, 'viewer')).key,
    admin: (await makeApiKey(deps, organization, 'admin')).key,
  };
  const handler = createExportHandler(deps, EXPORTS);
  const get = (path: string, role: 'viewer' | 'admin') =>
    handler(new Request(`http://127.0.0.1${path}`, { headers: { 'x-api-key': keys[role] } }));
  refuse = async (path) => {
    const response = await get(path, 'viewer');
    return { status: response.status, body: await response.json() };
  };
  download = async (path, role = 'viewer') => {
    const response = await get(path, role);
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
      state: fc.constantFrom(null, ...EOL_STATES),
      verified: fc.constantFrom(null, 'yes', 'no'),
      label: fc.constantFrom(null, 'team'),
      labelIs: fc.constantFrom('in', 'not-in'),
      labelValue: fc.constantFrom('', 'a', 'a, b'),
      notSeen: fc.constantFrom(null, '30'),
      sort: fc.constantFrom(...IMAGE_SORTS),
      dir: fc.constantFrom('asc', 'desc'),
      page: fc.constantFrom(1, 3),
    },
    { requiredKeys: ['sort', 'dir', 'q', 'label', 'labelIs', 'labelValue', 'state', 'verified'] },
  );
  await fc.assert(
    fc.asyncProperty(params, async (address) => {
      const { search } = new URL(imagesHref(address), 'http://127.0.0.1');
      const query = toImagesQuery({ ...loadImagesParams(search), page: 1, size: 100 });
      const { items } = await dashboard.image.listForDashboard(query);
      const file = await download(`/export/images.csv${search}`);
      expect(column(file, 'Image id')).toEqual(items.map(({ id }) => id));
      expect(column(file, 'Ended')).toEqual(items.map(({ states }) => String(states.ended)));
    }),
    { numRuns: 60 },
  );
});

test('nothing in it is a formula', async () => {
  const file = await download('/export/images.csv?q=d:1');
  expect(column(file, 'Project')).toEqual(["'=cmd"]);
  expect(column(file, 'Labels')).toEqual(['team==1+1']);
});

describe('the other lists are what their pages show', () => {
  const page = { page: 1, size: 100 };

  test.each([
    ['', {}],
    ['?state=soon', { state: 'soon' }],
    ['?q=X&sort=images&dir=desc', { search: 'x', sort: 'images', direction: 'desc' }],
    ['?sort=name&dir=desc', { sort: 'name', direction: 'desc' }],
  ] as const)('software%s', async (address, query) => {
    const { items } = await callAs(deps, organization).software.listForDashboard({
      sort: 'end',
      direction: 'asc',
      ...query,
      ...page,
    });
    const file = await download(`/export/software.csv${address}`);
    expect(items.length).toBeGreaterThan(0);
    expect(column(file, 'Software id')).toEqual(items.map(({ id }) => id));
    expect(column(file, 'Images')).toEqual(items.map(({ images }) => String(images)));
  });

  test.each([
    ['', {}],
    ['?q=TWO', { search: 'two' }],
    ['?sort=name&dir=asc', { sort: 'name', direction: 'asc' }],
  ] as const)('projects%s', async (address, query) => {
    const { items } = await callAs(deps, organization).project.listForDashboard({
      sort: 'ended',
      direction: 'desc',
      ...query,
      ...page,
    });
    const file = await download(`/export/projects.csv${address}`);
    expect(column(file, 'Project id')).toEqual(items.map(({ id }) => id));
    expect(column(file, 'Ended')).toEqual(items.map(({ states }) => String(states.ended)));
  });

  test('notes, by what they say', async () => {
    const { note } = callAs(deps, organization, 'member');
    for (const [software, text] of [
      ['x', '=SUM(1)'],
      ['y', 'later, "perhaps"\nor not'],
    ] as const) {
      await note.create({
        body: { eol_software: software, note_content: text, user_profile: null },
      });
    }
    const all = await download('/export/notes.csv');
    expect(column(all, 'Note')).toEqual(["'=SUM(1)", 'later, "perhaps"\nor not']);
    expect(column(await download('/export/notes.csv?q=LATER'), 'Software')).toEqual(['y']);
  });

  test('waivers, by where they stand', async () => {
    const { waiver } = callAs(deps, organization, 'member');
    const { email } = await makePerson(deps, { organizationId: organization, role: 'member' });
    for (const cycle of ['1', '2']) {
      await waiver.ask({
        body: {
          ...{ scope: 'organization', product_name: 'x', cycle, reason: '=SUM(1)' },
          ...{ ends_on: addDays(dayOf(deps.clock.now()), 30), owner_email: email },
        },
      });
    }
    const all = await download('/export/waivers.csv?sort=software&dir=asc');
    expect(column(all, 'Cycle')).toEqual(['1', '2']);
    expect(column(all, 'Reason')).toEqual(["'=SUM(1)", "'=SUM(1)"]);
    expect(column(await download('/export/waivers.csv?cycle=2'), 'State')).toEqual(['asked']);
    const [chosen] = await download('/export/waivers.csv?columns=ends,software');
    expect(chosen).toEqual(['Product', 'Cycle', 'Last day']);
    expect(column(await download('/export/waivers.csv?state=granted'), 'State')).toEqual([]);
  });

  test('the audit log, for admins', async () => {
    const { items } = await callAs(deps, organization, 'admin').audit.list({ ...page });
    const file = await download('/export/audit-log.csv', 'admin');
    expect(column(file, 'Entry id')).toEqual(items.map(({ id }) => id));
    const keys = await download('/export/audit-log.csv?action=api_key&from=2020-01-01', 'admin');
    expect(new Set(column(keys, 'Action'))).toEqual(new Set(['api_key.create']));
    expect(column(await download('/export/audit-log.csv?to=2020-01-01', 'admin'), 'At')).toEqual(
      [],
    );
  });
});

describe('chosen records', () => {
  test.each([
    ['images', 'Image id'],
    ['projects', 'Project id'],
    ['software', 'Software id'],
    ['findings', 'Finding id'],
    ['audit-log', 'Entry id'],
  ])('of %s, in the list’s order and within its filters', async (list, id) => {
    const all = column(await download(`/export/${list}.csv`, 'admin'), id);
    const chosen = all.filter((_, place) => place % 2 === 0);
    const ids = [...chosen].reverse().join(',').toUpperCase();
    const file = await download(`/export/${list}.csv?ids=${ids},${UNKNOWN},else`, 'admin');
    expect(chosen.length).toBeGreaterThan(1);
    expect(column(file, id)).toEqual(chosen);
    expect(column(await download(`/export/${list}.csv?ids=`, 'admin'), id)).toEqual([]);
  });

  test('of images that the filters leave', async () => {
    const ids = await Promise.all(['a:1', 'b:1'].map(imageId));
    const file = await download(`/export/images.csv?q=a:1&ids=${ids.join(',')}`);
    expect(column(file, 'Image')).toEqual(['a']);
  });

  test('are a thousand at most', async () => {
    const ids = Array.from({ length: 1_001 }, () => randomUUID());
    const { status, body } = await refuse(`/export/findings.csv?ids=${ids.join(',')}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'ids'], type: 'value_error' }] });
    expect(await download(`/export/findings.csv?ids=${ids.slice(1).join(',')}`)).toHaveLength(1);
  });
});

test('what is waived among findings is a file by itself, and says until when', async () => {
  const rest = new RestClient(deps);
  const [asker, decider] = [
    await signedIn(deps, rest, { organizationId: organization, role: 'member' }),
    await signedIn(deps, rest, { organizationId: organization, role: 'admin' }),
  ];
  const endsOn = addDays(dayOf(deps.clock.now()), 30);
  const { id } = await ask(asker, {
    ...{ scope: 'project', project_name: 'one', product_name: 'x', cycle: '1', ends_on: endsOn },
  });
  await decide(decider, id, 'granted');
  const waived = await download('/export/findings.csv?waived=yes');
  expect(column(waived, 'Image')).toEqual(['b']);
  expect(column(waived, 'Waived until')).toEqual([endsOn]);
  const others = await download('/export/findings.csv?waived=no');
  expect(new Set(column(others, 'Waived until'))).toEqual(new Set(['']));
  const all = column(await download('/export/findings.csv'), 'Finding id');
  expect(others).toHaveLength(all.length);
});

test('columns are chosen where the list has a page whose columns can be told', async () => {
  const [header] = await download('/export/findings.csv?columns=project');
  expect(header).toEqual(['Software', 'Cycle', 'Long-term support', 'Project']);
  const path = `/export/images/${await imageId('wide')}/software.csv`;
  expect(await download(`${path}?columns=end`)).toEqual(await download(path));
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
        evidence: null,
        scope: null,
        page: 1,
        size: 100,
        tab: 'packages',
        state: null,
        as_of: null,
      }),
    );
    expect(items).toHaveLength(11);
    expect(column(some, 'Package')).toEqual(items.map(({ name }) => name));
  });
});

test('is the list of the catalog, all of it, as its filters and columns say', async () => {
  const others = Array.from({ length: 120 }, (_, number) => ({ name: `Other ${String(number)}` }));
  const cycles = [{ name: '1', supportedUntil: '2027-01-01' }];
  await withCatalog(deps, [
    importedProduct({ name: 'y', vendor: 'Maker', category: 'database', cycles }),
    ...others.map((other) => importedProduct({ ...other, cycles })),
  ]);
  const { items, total } = await callAs(deps, organization).catalog.listForDashboard({ size: 100 });
  const all = await download('/export/catalog.csv?page=2&size=25');
  expect([total, column(all, 'Slug').length]).toEqual([121, 121]);
  expect(column(all, 'Slug').slice(0, 100)).toEqual(items.map(({ slug }) => slug));
  expect(column(all, 'Images').slice(0, 100)).toEqual(items.map(({ images }) => String(images)));
  const ends = items.map((one) => one.next_end?.ends_on ?? '');
  expect(column(all, 'Next end').slice(0, 100)).toEqual(ends);
  const [header, ...used] = await download('/export/catalog.csv?use=here&columns=end,images');
  expect(header).toEqual([
    'Product',
    'Vendor',
    'Source',
    'Next to end',
    'Next end',
    'State',
    'Images',
  ]);
  expect(used.map(([name, vendor]) => [name, vendor])).toEqual([['y', 'Maker']]);
  expect(column(await download('/export/catalog.csv?kind=database'), 'Kind')).toEqual(['Database']);
  expect(column(await download('/export/catalog.csv?q=maker-of-none'), 'Slug')).toEqual([]);
});
