import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUpAll } from '@/server/holding/service';
import { createExportHandler } from '@/server/listener/export-handler';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { makeTeam } from '@/test/owners';
import { forecastLines } from './service/forecast';

let deps: TestDeps;
let organization: OrganizationId;
let payments: string;
let shop: string;

const node = { product: 'Node.js', cycle: '20', eol: '2026-04-30', type: 'binary' };
const nodeFromNpm = { ...node, type: 'npm' };
const wreck = { product: 'Wreck', cycle: '5', ended: true };
const rails = { product: 'Rails', cycle: '7.1', eol: '2026-12-31' };
const redis = { product: 'Redis', cycle: '7.2', eol: '2027-01-01' };
const go = { product: 'Go', cycle: '1.24', eol: '2027-03-31' };
const lasting = { product: 'Debian', cycle: '13', eol: '2030-06-30' };
const unknown = { product: 'Express', cycle: '4' };
const labels = { tier: 'one' };

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({
      name: 'Redis',
      cycles: [
        { name: '8.0', releasedOn: '2026-05-01', supportedUntil: '2029-04-30' },
        { name: '7.2', releasedOn: '2023-08-01', supportedUntil: '2027-01-01' },
      ],
    }),
  ]);
  await deps.catalog.start();
  organization = await makeOrganization(deps);
  const [one] = [
    await scanImage(deps, organization, {
      ...{ project: 'shop', image: 'a', labels },
      software: [node, nodeFromNpm, rails, redis, unknown],
    }),
  ];
  await scanImage(deps, organization, {
    ...{ project: 'shop', image: 'b' },
    software: [node, wreck, redis, go],
  });
  await scanImage(deps, organization, {
    ...{ project: 'loose', image: 'c' },
    software: [redis, lasting],
  });
  await scanImage(deps, organization, { project: 'loose', image: 'gone', software: [node] });
  await scanImage(deps, organization, { project: 'loose', image: 'gone', software: [] });
  shop = one.project_id;
  payments = await makeTeam(deps, organization, { name: 'Payments', projects: [shop] });
  const other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { image: 'a', software: [node, redis, go, wreck] });
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});

const forecast = (input: object = {}) => callAs(deps, organization).forecast.get(input);

describe('a forecast', () => {
  test('tells by quarter what ends, and first what has ended', async () => {
    const { as_of: asOf, columns, ahead } = await forecast();
    expect(asOf).toBe('2026-11-21');
    expect(
      columns.map((one) => [one.quarter, one.software, one.findings, one.images, one.teams]),
    ).toEqual([
      [null, 3, 4, 2, 1],
      ['Q4 2026', 1, 1, 1, 1],
      ['Q1 2027', 2, 4, 3, 1],
      ['Q2 2027', 0, 0, 0, 0],
      ['Q3 2027', 0, 0, 0, 0],
    ]);
    expect(ahead).toMatchObject({ software: 3, findings: 5, images: 3, teams: 1 });
    expect(columns[0]?.lines).toMatchObject([
      {
        ...{ product_name: 'Node.js', software: 2, findings: 3, images: 2, ends_on: '2026-04-30' },
        ...{ team_names: ['Payments'], move_to: null },
        cycles: [{ cycle: '20', ends_on: '2026-04-30', ends_on_known: true }],
        evidence: { catalog: 2, inferred: 0 },
      },
      { product_name: 'Wreck', cycles: [{ cycle: '5', ends_on_known: false }] },
    ]);
    expect(columns[2]?.lines).toMatchObject([
      { product_name: 'Redis', images: 3, unowned_findings: 1, move_to: '8.0' },
      { product_name: 'Go', images: 1 },
    ]);
    expect((await forecast({ quarters: '6' })).columns.at(-1)?.quarter).toBe('Q1 2028');
  });

  test.each([
    ['before bits are written', false],
    ['by bits', true],
  ])('has the numbers of the lists, in every scope: %s', async (_, isOfBits) => {
    if (isOfBits) await addUpAll(deps, new AbortController().signal);
    const { overview, software, finding, image, timeline } = callAs(deps, organization);
    const label = { key: 'tier', operator: 'IN', value: 'one' } as const;
    const scopes = [
      [{}, {}, {}],
      [{ project_id: shop }, { projectId: shop }, { project_id: shop }],
      [{ owner: payments }, { owner: payments }, { owner: payments }],
      [{ owner: 'none' as const }, { owner: 'none' as const }, { owner: 'none' as const }],
      [{ label: 'tier', label_value: 'one' }, { label }, { label: 'tier', label_value: 'one' }],
    ] as const;
    for (const [asked, listed, findings] of scopes) {
      const { columns, trend } = await forecast(asked);
      const [ended, ...quarters] = columns;
      const page = { page: 1, size: 10 };
      expect(ended?.software).toBe((await overview.states(listed)).now.ended);
      expect((await software.listForDashboard({ ...listed, ...page })).states?.ended).toBe(
        ended?.software,
      );
      expect((await finding.list(findings)).states.ended).toBe(ended?.findings);
      expect(trend.at(-1)?.ended).toBe(ended?.findings);
      const inState = await image.listForDashboard({ ...listed, ...page, state: 'ended' });
      expect(inState.total).toBe(ended?.images);
      for (const [index, within] of (['this-quarter', 'next-quarter'] as const).entries()) {
        const { lines } = await timeline.top({ ...listed, within, limit: 10 });
        const column = quarters[index];
        expect(lines.map((line) => [line.productName, line.images]).toSorted()).toEqual(
          column?.lines.map((line) => [line.product_name, line.images]).toSorted(),
        );
        expect(lines.flatMap(({ items }) => items)).toHaveLength(column?.software ?? -1);
        const softwareIds = lines.flatMap(({ items }) => items.map(({ id }) => id));
        if (softwareIds.length === 0) continue;
        const holding = await image.listForDashboard({ ...listed, ...page, softwareIds });
        expect(holding.total).toBe(column?.images);
      }
    }
  });

  test('says in words what the numbers say', async () => {
    expect((await forecast()).sentences.slice(0, 2)).toEqual([
      '3 pieces of software in use have ended, in 2 images of 1 team.',
      'In the next four quarters, this one included, 3 more end, in 3 images of 1 team: none is planned.',
    ]);
  });

  test('names the day of the number that today is compared with', async () => {
    const { trend, sentences } = await forecast();
    expect(trend.map((point) => point.as_of)).toEqual(
      ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'].concat([
        '2026-06-30',
        '2026-07-31',
        '2026-08-31',
        '2026-09-30',
        '2026-10-31',
        '2026-11-21',
      ]),
    );
    // Nothing was uploaded then.
    expect(sentences).toHaveLength(2);
    // On the first of a month it is ten months back.
    deps.clock.set('2027-10-01T12:00:00Z');
    const later = await forecast().finally(() => deps.clock.set('2026-11-21T12:00:00Z'));
    expect(later.sentences[2]).toBe('Findings of ended software: 9, up from 4 on 2026-11-30.');
  });

  test('is of its organization alone, and of no project or team of another one', async () => {
    const stranger = await makeOrganization(deps, 'Strangers');
    const caller = callAs(deps, stranger);
    const { columns } = await caller.forecast.get({});
    expect(columns.every(({ software }) => software === 0)).toBe(true);
    await expect(caller.forecast.get({ project_id: shop })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(callAs(deps, organization, 'scanner').forecast.get({})).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

test('as a document it is one sheet of either paper, for those who may read it', async () => {
  const handler = createExportHandler(deps, []);
  const get = async (role: 'viewer' | 'scanner', search: string) => {
    const { key } = await makeApiKey(deps, organization, role);
    const url = new URL(`http://localhost/export/forecast.pdf?${search}`);
    const request = new Request(url, { headers: { 'x-api-key': key } });
    return handler(request, { path: url.pathname, remoteAddress: '' });
  };
  for (const paper of ['A4', 'LETTER']) {
    const answer = await get('viewer', `quarters=6&paper=${paper}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(pdf).toContain(paper === 'A4' ? '[0 0 595.28 841.89]' : '[0 0 612 792]');
  }
  expect((await get('scanner', '')).status).toBe(403);
  expect((await get('viewer', 'quarters=5')).status).toBe(422);
  expect((await get('viewer', `project=${crypto.randomUUID()}`)).status).toBe(404);
});

test('a column has as many lines as are asked for, and says how many more there are; a file has all', async () => {
  const few = await forecast({ lines: 1 });
  const all = await forecast();
  expect(few.columns.map(({ lines, lines_left_out: more }) => [lines.length, more])).toEqual(
    all.columns.map(({ lines }) => [Math.min(1, lines.length), Math.max(0, lines.length - 1)]),
  );
  expect(few.columns[0]?.lines).toEqual(all.columns[0]?.lines.slice(0, 1));
  expect(few.columns.map((column) => ({ ...column, lines: [], lines_left_out: 0 }))).toEqual(
    all.columns.map((column) => ({ ...column, lines: [] })),
  );
  const query = { quarters: 4, owner: null, label: null, readerId: null };
  for await (const lines of forecastLines(deps, organization, query)) {
    expect(lines).toHaveLength(all.columns.flatMap((column) => column.lines).length);
  }
});

test('plans count where they are for, and are told by where they stand', async () => {
  const own = await makeOrganization(deps);
  const { project_id: projectId } = await scanImage(deps, own, {
    ...{ project: 'one', image: 'a' },
    software: [redis, go, rails],
  });
  await scanImage(deps, own, { project: 'two', image: 'b', software: [redis, go] });
  const admin = callAs(deps, own, 'admin');
  const plan = { target_cycle: '9', due_on: '2026-12-31' };
  const subject = { product_name: 'Redis', cycle: '7.2' };
  await admin.plan.create({
    body: { ...plan, ...subject, scope: 'project', project_id: projectId },
  });
  await admin.plan.create({
    body: { ...plan, product_name: 'Go', cycle: '1.24', scope: 'organization' },
  });
  const { columns, ahead, moves } = await admin.forecast.get({});
  expect(ahead.planned).toEqual({ all: 1, part: 1, none: 1 });
  expect(columns[2]).toMatchObject({ findings: 4, planned_findings: 3 });
  expect(columns[2]?.lines.map(({ product_name: name, plan: told }) => [name, told])).toEqual([
    ['Redis', { cover: 'part', count: 1, under_way: 0, overdue: 0, next_due_on: '2026-12-31' }],
    ['Go', { cover: 'all', count: 1, under_way: 0, overdue: 0, next_due_on: '2026-12-31' }],
  ]);
  expect(moves).toEqual({ planned: 2, under_way: 0, found_again: 0, overdue: 0 });
  const elsewhere = await admin.forecast.get({ project_id: projectId });
  expect(elsewhere.ahead.planned).toEqual({ all: 2, part: 0, none: 1 });
});

test('plans that overlap count a place once, of what it holds now, added up or not', async () => {
  const own = await makeOrganization(deps);
  const scan = (project: string, image: string, software: SoftwareFound[]) =>
    scanImage(deps, own, { project, image, software });
  const { project_id: one } = await scan('one', 'a', [redis, go]);
  const { project_id: two } = await scan('two', 'b', [redis, go]);
  await scan('two', 'c', [redis]);
  const { project_id: three } = await scan('three', 'd', [redis, rails]);
  const team = await makeTeam(deps, own, { name: 'Search', projects: [one, two] });
  const other = await makeTeam(deps, own, { name: 'Ads', projects: [three] });
  await scan('loose', 'e', [redis, go]);
  await addUpAll(deps, new AbortController().signal);
  const admin = callAs(deps, own, 'admin');
  const plan = { product_name: 'Redis', cycle: '7.2', target_cycle: '9', due_on: '2026-12-31' };
  for (const place of [
    { scope: 'project', project_id: one },
    { scope: 'team', team_id: team },
    { scope: 'team', team_id: other },
    { scope: 'organization' },
  ] as const)
    await admin.plan.create({ body: { ...plan, ...place } });
  const told = async (query: object = {}) => {
    const { columns } = await admin.forecast.get(query);
    return columns[2]?.lines.map((line) => [
      ...[line.product_name, line.findings, line.planned_findings, line.unowned_findings],
      ...[line.team_names.join(), line.plan.count],
    ]);
  };
  const scopes = [{}, { project_id: two }, { owner: team }, { owner: other }, { owner: 'none' }];
  const all = async () => Promise.all(scopes.map((scope) => told(scope)));
  expect(await told()).toEqual([
    ['Redis', 5, 5, 1, 'Ads,Search', 4],
    ['Go', 3, 0, 1, 'Search', 0],
  ]);
  // Of one project all is gone, another one has less, one more, and one is new.
  await scan('three', 'd', [rails]);
  await scan('two', 'c', []);
  await scan('one', 'f', [redis]);
  await scan('new', 'g', [go]);
  const before = await all();
  expect(before).toEqual([
    [
      ['Redis', 4, 4, 1, 'Search', 3],
      ['Go', 4, 0, 2, 'Search', 0],
    ],
    [
      ['Redis', 1, 1, 0, 'Search', 2],
      ['Go', 1, 0, 0, 'Search', 0],
    ],
    [
      ['Redis', 3, 3, 0, 'Search', 3],
      ['Go', 2, 0, 0, 'Search', 0],
    ],
    [],
    [
      ['Go', 2, 0, 2, '', 0],
      ['Redis', 1, 1, 1, '', 1],
    ],
  ]);
  await addUpAll(deps, new AbortController().signal);
  expect(await all()).toEqual(before);
});
