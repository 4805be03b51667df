import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, dayOf } from '@/domain/eol/calendar';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import { ENDED_UNDATED } from '@/domain/eol/words';
import { MAX_ROWS_OF_LINE } from '@/domain/timeline/list';
import { loadTimelineParams, toTimelineQuery } from '@/features/timeline/params';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createExportHandler } from '@/server/listener/export-handler';
import { timelineInBatches } from '@/server/timeline/service/lines';
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

const ferry = { product: 'Ferry', cycle: '16', type: 'npm' };
/** Many lines, and one with more rows than the page shows. */
const MANY = Array.from({ length: 60 }, (_, at) => ({
  ...{ product: `Product ${String(at)}`, cycle: '1', type: 'deb' },
  ...(at % 7 === 0 ? {} : { eol: `20${String(25 + (at % 9))}-03-31` }),
}));
const HYDRA = Array.from({ length: MAX_ROWS_OF_LINE + 5 }, (_, at) => ({
  ...{ product: 'Hydra', cycle: String(at), type: 'binary', eol: '2030-01-01' },
}));
const FERRY = importedProduct({
  name: 'Ferry',
  cycles: [
    { name: '18', releasedOn: '2026-01-01', supportedUntil: '2028-06-01' },
    {
      ...{ name: '16', releasedOn: '2021-04-20', activeUntil: '2022-10-18' },
      ...{ supportedUntil: '2023-09-11', extendedUntil: '2027-09-11' },
    },
  ],
});

/** What has ended on days that nobody tells, and what nobody says an end of. */
const BARGE = importedProduct({
  name: 'Barge',
  cycles: [
    { name: '2', supportedUntil: '2024-06-01', extendedUntil: null },
    { name: '1', activeUntil: true, supportedUntil: '2020-06-01', extendedUntil: true },
  ],
});

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [FERRY, BARGE]);
  await deps.catalog.start();
  organization = await makeOrganization(deps, 'Acme');
  await scanImage(deps, organization, { project: 'one', image: 'a:1', software: [...MANY, ferry] });
  await scanImage(deps, organization, {
    ...{ project: 'two', image: 'b:1', labels: { team: 'a' } },
    software: [ferry, ...MANY.slice(0, 3)],
  });
  deps.clock.advance(40 * DAY_MS);
  await scanImage(deps, organization, { project: 'two', image: 'wide:1', software: HYDRA });
  ({ key } = await makeApiKey(deps, organization, 'viewer'));
});
afterAll(async () => {
  await deps.catalog.stop();
  await db.close();
});

async function get(path: string, own = key): Promise<Response> {
  const headers = { 'x-api-key': own };
  const request = new Request(`http://127.0.0.1/export/${path}`, { headers });
  return createExportHandler(deps, EXPORTS)(request);
}

async function readJson(query: string, own = key): Promise<Record<string, unknown>[]> {
  const response = await get(`timeline.json${query}`, own);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(rows));
  return rows;
}

const asOf = () => dayOf(new Date(deps.clock.now().getTime() - 20 * DAY_MS));

test.each([
  '',
  '?type=npm',
  '?state=ended',
  '?state=unknown,soon',
  '?within=12',
  '?label=team&labelValue=a',
  '?label=team&labelValue=a&labelIs=not-in&state=later',
  '?owner=none&type=deb',
  '?as_of=DAY',
  '?type=nothing',
])('is what the timeline of %s lists, in its order, with the images of each', async (given) => {
  const query = given.replace('DAY', asOf());
  const { timeline } = callAs(deps, organization);
  const input = toTimelineQuery(loadTimelineParams(new URLSearchParams(query)));
  const { lines } = await timeline.list({ ...input, from: 0 });
  const rows = await readJson(query);
  const productNames = lines.map(({ productName }) => productName);
  const counted = await Promise.all(
    [productNames.slice(0, 60), productNames.slice(60)].map((names) =>
      timeline.images({ ...input, productNames: names }),
    ),
  );
  const images = new Map(
    counted.flatMap(({ software }) => software.map((one) => [one.id, one.images])),
  );
  const listed = lines.flatMap(({ items }) => items);
  // Of a very wide line the page leaves rows out, and the file does not.
  const ids = new Set(listed.map(({ id }) => id));
  expect(rows.filter((row) => ids.has(String(row['software_id'])))).toHaveLength(listed.length);
  expect(
    rows
      .filter(({ software }) => software !== 'Hydra')
      .map((row) => [row['software_id'], row['end_of_life'], row['images']]),
  ).toEqual(
    listed
      .filter(({ productName }) => productName !== 'Hydra')
      .map(({ id, eolDate, eolDateKnown }) => [id, eolDateKnown ? eolDate : null, images.get(id)]),
  );
});

test('says of support that has ended on an unknown day that it has, and not that it may still be had', async () => {
  const own = await makeOrganization(deps);
  const software = ['1', '2'].map((cycle) => ({ product: 'Barge', cycle, type: 'npm' }));
  await scanImage(deps, own, { image: 'a:1', software });
  const { key: ownKey } = await makeApiKey(deps, own, 'viewer');
  const rows = await readJson('', ownKey);
  const told = rows.map((row) => [row['cycle'], row['active_until'], row['extended_until']]);
  expect(told.toSorted()).toEqual([
    ['1', ENDED_UNDATED, ENDED_UNDATED],
    ['2', null, null],
  ]);
});

test('has the same rows in the same order, however many are read at a time', async () => {
  const ids = (await readJson('')).map((row) => row['software_id']);
  for (const rowsAtOnce of [7, 61]) {
    const read: string[] = [];
    for await (const rows of timelineInBatches(deps, organization, {}, rowsAtOnce))
      read.push(...rows.map(({ id }) => id));
    expect(read).toEqual(ids);
  }
});

test.each([{}, { label: { key: 'team', operator: 'IN' as const, value: 'a' } }])(
  'is of one moment, whatever changes while it is read: %j',
  async (query) => {
    const own = await makeOrganization(deps);
    const labels = { team: 'a' };
    const named = (product: string, eol: string) => ({ product, cycle: '1', type: 'deb', eol });
    const [first, gone, last] = [
      named('First', '2030-01-01'),
      named('Gone', '2031-01-01'),
      named('Last', '2032-01-01'),
    ];
    await scanImage(deps, own, { image: 'a:1', labels, software: [first, gone, last] });
    const told: string[] = [];
    for await (const rows of timelineInBatches(deps, own, query, 1)) {
      for (const { productName, images, eolDate } of rows)
        told.push(`${productName} ${eolDate ?? ''} ${String(images)}`);
      if (told.length > 1) continue;
      // What was read comes later now, what was to come is held by nothing, or by more.
      await scanImage(deps, own, {
        ...{ image: 'a:1', labels, software: [named('First', '2039-01-01'), last] },
      });
      await scanImage(deps, own, { image: 'b:1', labels, software: [last] });
    }
    expect(told).toEqual(['First 2030-01-01 1', 'Gone 2031-01-01 1', 'Last 2032-01-01 1']);
  },
);

test('has every row of a line, however many', async () => {
  const rows = await readJson('?type=binary');
  expect(new Set(rows.map(({ cycle }) => cycle)).size).toBe(HYDRA.length);
  expect(rows).toHaveLength(HYDRA.length);
});

test('tells phases, where to move, and the columns that are asked for', async () => {
  const [row, ...others] = await readJson('?type=npm');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ software: 'Ferry', cycle: '16', type: 'npm', released: '2021-04-20', state: 'Ended' },
    ...{ active_until: '2022-10-18', end_of_life: '2023-09-11', extended_until: '2027-09-11' },
    ...{ move_to: '18', images: 2 },
  });
  // Of a day before, where to move is not asked, and so not answered either.
  const [then] = await readJson(`?type=npm&as_of=${asOf()}`);
  expect(then).toMatchObject({ software: 'Ferry', move_to: null, why_not: null });
  const file = await get('timeline.csv?type=npm&columns=images,end&as=table&page=9');
  const [header, ...records] = parseCsv(await file.text());
  expect(header?.slice(0, 4)).toEqual(['Software', 'Cycle', 'Images', 'State']);
  expect(records.map((cells) => cells.slice(0, 4))).toEqual([['Ferry', '16', '2', 'Ended']]);
});

test('holds the chosen records alone, and nothing of another organization', async () => {
  const ids = (await readJson('')).map((row) => String(row['software_id']));
  const chosen = ids.filter((_, at) => at % 50 === 3);
  const rows = await readJson(`?ids=${[...chosen].reverse().join(',')}`);
  expect(rows.map((row) => row['software_id'])).toEqual(chosen);
  const other = await makeOrganization(deps, 'Other');
  const { key: foreign } = await makeApiKey(deps, other, 'admin');
  expect(await readJson('', foreign)).toEqual([]);
  expect((await get('timeline.csv?as_of=2099-01-01')).status).toBe(422);
});
