import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { MAX_TIMELINE_ROWS } from './service';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const ferry = { product: 'Ferry', cycle: '16', type: 'binary' };
const ferryFromNpm = { ...ferry, type: 'npm' };
const buoy = {
  product: 'Buoy',
  cycle: '4.2',
  eol: '2027-04-01',
  type: 'python',
  facts: { releasedOn: '2024-02-01' },
};
const lantern = { product: 'Lantern', cycle: '8', eol: '2029-01-01', type: 'deb' };
const keel = { product: 'Keel', cycle: '4', type: 'npm' };
const wreck = { product: 'Wreck', cycle: '5.8', ended: true, type: 'deb' };
const payments = { team: 'payments' };
const shop = { team: 'shop' };

const SCANS = [
  { project: 'one', image: 'a', software: [ferry, buoy, keel], labels: payments },
  { project: 'one', image: 'b', software: [ferry], labels: shop },
  { project: 'two', image: 'c', software: [ferry, ferryFromNpm, lantern, wreck], labels: payments },
  { project: 'two', image: 'd', software: [lantern] },
  { project: 'two', image: 'gone', software: [{ product: 'Raft', eol: '2020-01-01' }] },
  { project: 'two', image: 'gone', software: [] },
] as const;

const FERRY = importedProduct({
  name: 'Ferry',
  cycles: [
    { name: '18', releasedOn: '2026-01-01', supportedUntil: '2028-06-01' },
    {
      name: '16',
      releasedOn: '2021-04-20',
      activeUntil: '2022-10-18',
      supportedUntil: '2023-09-11',
      extendedUntil: '2027-09-11',
    },
  ],
});

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [FERRY]);
  await deps.catalog.start();
  organization = await makeOrganization(deps);
  for (const scan of SCANS) await scanImage(deps, organization, scan);
  const other = await makeOrganization(deps);
  await scanImage(deps, other, { image: 'a', software: [buoy, { product: 'Elm' }], labels: shop });
});
afterAll(async () => {
  await deps.catalog.stop();
  await db.close();
});

const list = (input: object = {}) => callAs(deps, organization).timeline.list(input);
const counts = async (input: object) =>
  (await list(input)).items.map((item) => [
    `${item.productName} ${item.cycle} ${item.artifactType}`,
    item.images,
  ]);
const projectId = async (name: string) => {
  const projects = await callAs(deps, organization).scanner.projects();
  return projects.find((project) => project.name === name)?.id;
};

test('soonest end first, no known end last, with the number of images that hold it', async () => {
  expect(await counts({})).toEqual([
    ['Ferry 16 binary', 3],
    ['Ferry 16 npm', 1],
    ['Wreck 5.8 deb', 1],
    ['Buoy 4.2 python', 1],
    ['Lantern 8 deb', 2],
    ['Keel 4 npm', 1],
  ]);
  expect((await list()).total).toBe(6);
});

test('dates are those of the organization, phases and where to move the catalog’s', async () => {
  const { items } = await list();
  const named = (name: string) => items.find(({ productName }) => productName === name);
  expect(named('Ferry')).toMatchObject({
    releaseDate: '2021-04-20',
    eolDate: '2023-09-11',
    eolDateKnown: true,
    support: [
      { level: 'ACTIVE_SUPPORT', endsOn: '2022-10-18', ended: true },
      { level: 'STANDARD_SUPPORT', endsOn: '2023-09-11', ended: true },
      { level: 'EXTENDED_SUPPORT', endsOn: '2027-09-11', ended: false },
    ],
    advice: { target: { label: '18', endsOn: '2028-06-01' } },
  });
  expect(named('Buoy')).toMatchObject({
    releaseDate: '2024-02-01',
    eolDate: '2027-04-01',
    support: [],
    advice: null,
  });
  expect(named('Keel')).toMatchObject({ releaseDate: null, eolDate: null });
  expect(named('Wreck')).toMatchObject({ eolDate: '2026-11-21', eolDateKnown: false });
});

test.each([
  [{ artifactType: 'npm' }, ['Ferry 16 npm 1', 'Keel 4 npm 1']],
  [{ artifactType: 'NPM' }, []],
  [
    { label: { key: 'team', operator: 'IN', value: 'shop, payments' }, artifactType: 'binary' },
    ['Ferry 16 binary 3'],
  ],
  [{ label: { key: 'team', operator: 'IN', value: 'shop' } }, ['Ferry 16 binary 1']],
  [{ label: { key: 'team', operator: 'NOT_IN', value: 'shop,payments' } }, ['Lantern 8 deb 1']],
  [{ label: { key: 'tier', operator: 'IN', value: 'shop' } }, []],
  [{ projectId: '01890000-0000-7000-8000-000000000001' }, []],
])('%j', async (input, expected) => {
  expect((await counts(input)).map((one) => one.join(' '))).toEqual(expected);
});

test('within a project only its images count, also together with a label', async () => {
  const one = await projectId('one');
  expect(await counts({ projectId: one })).toEqual([
    ['Ferry 16 binary', 2],
    ['Buoy 4.2 python', 1],
    ['Keel 4 npm', 1],
  ]);
  const label = { key: 'team', operator: 'IN', value: 'shop' };
  expect(await counts({ projectId: one, label })).toEqual([['Ferry 16 binary', 1]]);
});

test('each count is the length of the list of images that it leads to', async () => {
  const caller = callAs(deps, organization);
  const label = { key: 'team', operator: 'IN', value: 'payments' } as const;
  const filters = [{}, { projectId: await projectId('two') }, { label }];
  for (const filter of filters) {
    for (const { id, images } of (await list(filter)).items) {
      const page = await caller.image.listForDashboard({ ...filter, softwareId: id });
      expect(page.total).toBe(images);
    }
  }
});

test('says when it was cut', async () => {
  const many = await makeOrganization(deps);
  const software = Array.from({ length: MAX_TIMELINE_ROWS + 5 }, (_, index) => ({
    product: `Product ${String(index)}`,
    eol: '2030-01-01',
  }));
  await scanImage(deps, many, { software });
  const { items, total } = await callAs(deps, many).timeline.list({});
  expect(items).toHaveLength(MAX_TIMELINE_ROWS);
  expect(total).toBe(MAX_TIMELINE_ROWS + 5);
});

test('nothing of another organization is seen', async () => {
  const empty = await makeOrganization(deps);
  const nothing = { items: [], total: 0 };
  expect(await callAs(deps, empty).timeline.list({})).toEqual(nothing);
  const foreign = await projectId('one');
  expect(await callAs(deps, empty).timeline.list({ projectId: foreign })).toEqual(nothing);
});

test('scanners may not read it', async () => {
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.timeline.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
