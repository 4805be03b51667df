import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINES_AT_A_TIME, MAX_ROWS_OF_LINE } from '@/domain/timeline/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
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
const itemsOf = async (input: object) => (await list(input)).lines.flatMap(({ items }) => items);
/** Rows of a list, each with the images that hold it. */
const counts = async (input: object) => {
  const { lines } = await list(input);
  const productNames = lines.map(({ productName }) => productName);
  const { software } = await callAs(deps, organization).timeline.images({
    ...input,
    productNames,
  });
  const images = new Map(software.map((one) => [one.id, one.images]));
  return lines.flatMap(({ items }) =>
    items.map((item) => [
      `${item.productName} ${item.cycle} ${item.artifactType}`,
      images.get(item.id),
    ]),
  );
};
const projectId = async (name: string) => {
  const projects = await callAs(deps, organization).scanner.projects();
  return projects.find((project) => project.name === name)?.id;
};

test('a line for each product: what has ended, then the next end first, no known end last', async () => {
  expect(await counts({})).toEqual([
    ['Ferry 16 binary', 3],
    ['Ferry 16 npm', 1],
    ['Wreck 5.8 deb', 1],
    ['Buoy 4.2 python', 1],
    ['Lantern 8 deb', 2],
    ['Keel 4 npm', 1],
  ]);
  const { total, first, from, cycles, states, lines } = await list();
  expect({ total, first, from, cycles }).toEqual({ total: 5, first: 2, from: 0, cycles: 5 });
  expect(states).toEqual({ ended: 2, soon: 1, next: 0, later: 1, unknown: 1 });
  expect(lines[0]).toMatchObject({ productName: 'Ferry', cycles: 1 });
});

test('dates are those of the organization, phases and where to move the catalog’s', async () => {
  const items = await itemsOf({});
  const named = (name: string) => items.find(({ productName }) => productName === name);
  expect(named('Ferry')).toMatchObject({
    releaseDate: '2021-04-20',
    eolDate: '2023-09-11',
    eolDateKnown: true,
    state: 'ended',
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
  expect(named('Keel')).toMatchObject({ releaseDate: null, eolDate: null, state: 'unknown' });
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
  [{ states: ['soon', 'unknown'] }, ['Buoy 4.2 python 1', 'Keel 4 npm 1']],
  [{ within: 12 }, ['Buoy 4.2 python 1']],
  [{ within: 3 }, []],
  [{ within: 'this-quarter' }, []],
  [{ within: 'next-quarter' }, []],
  [{ within: 12, states: ['ended'] }, []],
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

test('numbers by state are those of all cycles that end when it is asked for, whatever states are', async () => {
  const { states } = await list();
  for (const input of [{ states: ['later'] }, { from: 3, size: 1 }]) {
    expect((await list(input)).states).toEqual(states);
  }
  for (const input of [{ within: 12 }, { within: 12, states: ['ended'] }]) {
    const soon = { ended: 0, soon: 1, next: 0, later: 0, unknown: 0 };
    expect((await list(input)).states).toEqual(soon);
  }
});

test('each count is the length of the list of images that it leads to', async () => {
  const caller = callAs(deps, organization);
  const label = { key: 'team', operator: 'IN', value: 'payments' } as const;
  const filters = [{}, { projectId: await projectId('two') }, { label }];
  for (const filter of filters) {
    const productNames = (await list(filter)).lines.map(({ productName }) => productName);
    const { software, lines } = await caller.timeline.images({ ...filter, productNames });
    expect(lines).toHaveLength(productNames.length);
    const page = { page: 1, size: 10, ...filter };
    for (const { id, images } of software) {
      expect((await caller.image.listForDashboard({ ...page, softwareIds: [id] })).total).toBe(
        images,
      );
    }
    for (const { productName, images } of lines) {
      expect((await caller.image.listForDashboard({ ...page, productName })).total).toBe(images);
    }
  }
});

test('the images of a line are those that hold what is asked for of it', async () => {
  const tugs = await makeOrganization(deps);
  const tug = (cycle: string, eol: string, type = 'deb') => ({ product: 'Tug', cycle, eol, type });
  const [ended, endedToo] = [tug('1', '2020-01-01'), tug('1', '2020-01-01', 'npm')];
  const next = tug('2', '2027-08-01');
  await scanImage(deps, tugs, { image: 'a', software: [ended, next] });
  await scanImage(deps, tugs, { image: 'b', software: [ended, endedToo] });
  await scanImage(deps, tugs, { image: 'c', software: [next] });
  await scanImage(deps, tugs, { image: 'd', software: [endedToo], labels: shop });
  const { timeline, image } = callAs(deps, tugs);
  const label = { key: 'team', operator: 'IN', value: 'shop' } as const;
  for (const [filter, images] of [
    [{}, 4],
    [{ states: ['ended'] }, 3],
    [{ states: ['ended'], label }, 1],
    [{ states: ['later'] }, undefined],
    [{ within: 12 }, 2],
    [{ artifactType: 'npm' }, 2],
    [{ artifactType: 'deb', states: ['ended'] }, 2],
  ] as const) {
    const query = { ...filter, states: 'states' in filter ? [...filter.states] : null };
    const counted = await timeline.images({ ...query, productNames: ['Tug'] });
    expect(counted.lines[0]?.images).toBe(images);
    const [line] = (await timeline.list(query)).lines;
    const ids = line?.items.map(({ id }) => id) ?? [];
    expect(counted.software.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    if (!line) continue;
    const page = { page: 1, size: 10, softwareIds: ids, ...('label' in filter && { label }) };
    expect((await image.listForDashboard(page)).total).toBe(images);
    const [top] = (await timeline.top({ ...query, limit: 1 })).lines;
    expect(top?.images).toBe(images);
  }
});

test('the lines in most images of those that are to end, each image once, and what is left out', async () => {
  const top = await callAs(deps, organization).timeline.top({ limit: 2 });
  expect(top.lines.map(({ productName, images }) => [productName, images])).toEqual([
    ['Buoy', 1],
    ['Lantern', 2],
  ]);
  expect(top).toMatchObject({ total: 5, cycles: 5 });
  // What has ended, and what has no known end: nothing of it is to come.
  const ferry = { productName: 'Ferry', images: 3 };
  expect(top.rest).toEqual({ lines: 3, from: null, largest: ferry });
  const next = await callAs(deps, organization).timeline.top({ limit: 9, within: 12 });
  expect(next.lines.map(({ productName }) => productName)).toEqual(['Buoy']);
  expect(next.rest).toBeNull();
});

test('of many that end, those in most images are chosen, and listed in the order of their ends', async () => {
  const harbour = await makeOrganization(deps);
  const soon = { product: 'Skiff', eol: '2026-12-01' };
  const rare = { product: 'Barge', eol: '2027-03-01' };
  const common = { product: 'Cutter', eol: '2027-03-01' };
  const later = { product: 'Yawl', eol: '2027-06-01' };
  const widest = { product: 'Brig', eol: '2027-09-01' };
  await scanImage(deps, harbour, { image: 'a', software: [soon, rare, common, later, widest] });
  await scanImage(deps, harbour, { image: 'b', software: [common, later, widest] });
  await scanImage(deps, harbour, { image: 'c', software: [widest] });
  const { timeline } = callAs(deps, harbour);
  const read = async (limit: number) => {
    const { lines, rest } = await timeline.top({ limit, within: 12 });
    return { lines: lines.map(({ productName }) => productName), rest };
  };
  // Of those that as many images hold, the one that ends first.
  expect(await read(2)).toEqual({
    lines: ['Cutter', 'Brig'],
    rest: { lines: 3, from: '2026-12-01', largest: { productName: 'Yawl', images: 2 } },
  });
  expect(await read(4)).toEqual({
    lines: ['Skiff', 'Cutter', 'Yawl', 'Brig'],
    rest: { lines: 1, from: '2027-03-01', largest: { productName: 'Barge', images: 1 } },
  });
  expect((await read(5)).rest).toBeNull();
});

test('plans and waivers stand on the cycles that they are for', async () => {
  const caller = callAs(deps, organization, 'admin');
  await caller.plan.create({
    body: {
      scope: 'organization',
      product_name: 'Ferry',
      cycle: '16',
      target_cycle: '18',
      due_on: '2027-01-31',
    },
  });
  const [ferry] = await itemsOf({ artifactType: 'npm' });
  expect(ferry).toMatchObject({ plans: [{ day: '2027-01-31', count: 1 }], waivers: [] });
});

test('any place of many lines can be read, and those around what ends next are read first', async () => {
  const many = await makeOrganization(deps);
  const count = LINES_AT_A_TIME + 50;
  const software = Array.from({ length: count }, (_, index) => ({
    product: `Product ${String(index).padStart(3, '0')}`,
    eol:
      index < LINES_AT_A_TIME + 10
        ? `2019-01-${String((index % 28) + 1).padStart(2, '0')}`
        : '2030-01-01',
  }));
  await scanImage(deps, many, { software });
  const { timeline } = callAs(deps, many);
  const opened = await timeline.list({});
  expect(opened).toMatchObject({
    total: count,
    first: LINES_AT_A_TIME + 10,
    from: LINES_AT_A_TIME,
  });
  expect(opened.lines).toHaveLength(50);
  expect((await timeline.list({ from: 0 })).lines).toHaveLength(LINES_AT_A_TIME);
  expect((await timeline.list({ from: 3, size: 2 })).lines).toHaveLength(2);
  expect((await timeline.list({ from: count + 1 })).lines).toEqual([]);
});

test('of one product with very many cycles the first are read, and all are counted', async () => {
  const many = await makeOrganization(deps);
  const software = Array.from({ length: MAX_ROWS_OF_LINE + 5 }, (_, index) => ({
    product: 'Hydra',
    cycle: String(index),
    eol: '2030-01-01',
  }));
  await scanImage(deps, many, { software });
  const [line] = (await callAs(deps, many).timeline.list({})).lines;
  expect(line?.items).toHaveLength(MAX_ROWS_OF_LINE);
  expect(line?.cycles).toBe(MAX_ROWS_OF_LINE + 5);
});

test('of very many, those that ended first are left out, and the order stays', async () => {
  const many = await makeOrganization(deps);
  const still = [
    { product: 'Hydra', cycle: '900', eol: '2027-02-01' },
    { product: 'Hydra', cycle: '901', eol: '2030-01-01' },
    { product: 'Hydra', cycle: '902' },
  ];
  const ended = Array.from({ length: MAX_ROWS_OF_LINE + 2 }, (_, index) => ({
    product: 'Hydra',
    cycle: String(index),
    eol: `${String(1900 + index)}-01-01`,
  }));
  await scanImage(deps, many, { software: [...ended, ...still] });
  const [line] = (await callAs(deps, many).timeline.list({})).lines;
  const cycles = line?.items.map(({ cycle }) => cycle);
  // What is still to end, and as many as there is room for of those that ended last.
  expect(cycles).toEqual([...ended, ...still].slice(5).map(({ cycle }) => cycle));
  expect(line?.cycles).toBe(MAX_ROWS_OF_LINE + 5);
});

test('nothing of another organization is seen', async () => {
  const empty = await makeOrganization(deps);
  const { timeline } = callAs(deps, empty);
  const nothing = { lines: [], total: 0, cycles: 0, first: 0 };
  expect(await timeline.list({})).toMatchObject(nothing);
  const foreign = await projectId('one');
  expect(await timeline.list({ projectId: foreign })).toMatchObject(nothing);
  expect(await timeline.images({ productNames: ['Ferry'] })).toEqual({ lines: [], software: [] });
  expect((await timeline.top({ limit: 5 })).lines).toEqual([]);
});

test('scanners may not read it', async () => {
  const { timeline } = callAs(deps, organization, 'scanner');
  const forbidden = { code: 'FORBIDDEN' };
  await expect(timeline.list({})).rejects.toMatchObject(forbidden);
  await expect(timeline.top({ limit: 5 })).rejects.toMatchObject(forbidden);
  await expect(timeline.images({ productNames: [] })).rejects.toMatchObject(forbidden);
});
