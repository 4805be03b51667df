import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { followRetirements } from '@/server/retirement/service/round';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { runImages, scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const gone = (product: string) => ({ product, eol: '2020-01-01' });

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  const scans = [
    { project: 'one', image: 'b', software: [gone('x'), gone('y'), { product: 'z' }] },
    { project: 'two', image: 'a', software: [gone('x')] },
    { project: 'one', image: './src', kind: 'directory' },
    { project: 'two', image: 'c', software: [gone('y')], labels: { team: 'a' }, verified: true },
  ] as const;
  for (const scan of scans) {
    await scanImage(deps, organization, scan);
    deps.clock.advance(60_000);
  }
});
afterAll(() => db.close());

const names = async (input: object) => {
  const { items } = await callAs(deps, organization).image.listForDashboard(input);
  return items.map(({ name }) => name);
};

test.each([
  [{}, ['./src', 'a', 'b', 'c']],
  [{ direction: 'desc' }, ['c', 'b', 'a', './src']],
  [{ sort: 'project' }, ['./src', 'b', 'a', 'c']],
  [{ sort: 'project', direction: 'desc' }, ['a', 'c', './src', 'b']],
  [{ sort: 'latestScan', direction: 'desc' }, ['c', './src', 'a', 'b']],
  [{ sort: 'ended', direction: 'desc' }, ['b', 'a', 'c', './src']],
  [{ sort: 'ended', direction: 'desc', page: 2, size: 3 }, ['./src']],
  [
    { sort: 'ended', state: 'ended', label: { key: 'team', operator: 'NOT_IN', value: 'a' } },
    ['a', 'b'],
  ],
  [{ search: 'SRC' }, ['./src']],
  [{ verified: true }, ['c']],
])('%j', async (input, expected) => {
  expect(await names(input)).toEqual(expected);
});

test('rows carry what the table’s columns need', async () => {
  const { items } = await callAs(deps, organization).image.listForDashboard({ search: 'b' });
  expect(items).toMatchObject([
    {
      kind: 'image',
      states: { ended: 2, soon: 0, next: 0, later: 0, unknown: 1 },
      eol: { high: 2, med: 0, low: 0 },
      projectId: expect.any(String),
    },
  ]);
});

test('one project alone, by its id', async () => {
  const { items } = await callAs(deps, organization).image.listForDashboard({ search: 'b' });
  expect(await names({ projectId: items[0]?.projectId })).toEqual(['./src', 'b']);
  expect(await names({ projectId: '01890000-0000-7000-8000-000000000001' })).toEqual([]);
});

test('one cluster alone, by its id, for programs too', async () => {
  const other = await makeOrganization(deps);
  const { image, cluster } = callAs(deps, other);
  for (const name of ['here:1', 'there:1', 'nowhere:1'])
    await scanImage(deps, other, { image: name, software: [gone(name)] });
  await runImages(deps, other, ['here:1'], 'here');
  await runImages(deps, other, ['there:1'], 'there');
  const [here] = await cluster.names();
  const clusterId = here?.id;
  const { items } = await image.listForDashboard({ clusterId });
  expect(items.map(({ name }) => name)).toEqual(['here']);
  expect(await image.states({ clusterId })).toMatchObject({ ended: 1 });
  const listed = await image.list({ cluster_id: clusterId });
  expect(listed.items.map(({ name }) => name)).toEqual(['here']);
  expect((await image.listForDashboard({ clusterId, running: false })).items).toEqual([]);
  expect(await names({ clusterId })).toEqual([]);
});

test('states follow the days ahead', async () => {
  const other = await makeOrganization(deps);
  await scanImage(deps, other, {
    image: 'x',
    software: [
      { product: 'now', eol: '2026-11-21' },
      { product: 'half', eol: '2027-05-21' },
      { product: 'year', eol: '2027-11-21' },
      { product: 'beyond', eol: '2027-11-22' },
    ],
  });
  const { items } = await callAs(deps, other).image.listForDashboard({});
  expect(items).toMatchObject([
    {
      states: { ended: 1, soon: 1, next: 1, later: 1, unknown: 0 },
      eol: { high: 1, med: 2, low: 1 },
    },
  ]);
});

test('an unknown sort is refused', async () => {
  await expect(names({ sort: 'id; DROP TABLE image_tag' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('counts images by the states of the software in them, whatever state is asked for', async () => {
  const { image } = callAs(deps, organization);
  expect(await image.states({})).toEqual({ ended: 3, soon: 0, next: 0, later: 0, unknown: 1 });
  expect(await image.states({ search: 'b' })).toMatchObject({ ended: 1, unknown: 1 });
  expect(await image.states({ label: { key: 'team', operator: 'IN', value: 'a' } })).toMatchObject({
    ended: 1,
    unknown: 0,
  });
  for (const [state, count] of Object.entries(await image.states({}))) {
    expect(await names({ state })).toHaveLength(count);
  }
});

test('by when they were last seen, scanned or running, now and as of a day', async () => {
  const other = await makeOrganization(deps);
  const { image, retirement } = callAs(deps, other, 'admin');
  const before = deps.clock.now();
  const { image_tag_id: old } = await scanImage(deps, other, {
    image: 'old',
    software: [gone('x')],
  });
  const scan = { image: 'runs', software: [gone('y')], labels: { team: 'a' } } as const;
  await scanImage(deps, other, scan);
  deps.clock.advance(60 * DAY_MS);
  await runImages(deps, other, ['runs:latest'], 'here');
  await followRetirements(deps, new AbortController().signal);
  await scanImage(deps, other, { image: 'new' });
  deps.clock.advance(31 * DAY_MS);
  const listed = async (input: Parameters<typeof image.listForDashboard>[0]) => {
    const { items } = await image.listForDashboard(input);
    const programs = { not_seen_for_days: input.notSeenForDays, as_of: input.asOf } as const;
    const rest = await image.list({ ...programs, verified: input.verified ? 'true' : null });
    const names = items.map(({ name }) => name);
    if (!input.label && !input.retired) expect(rest.items.map(({ name }) => name)).toEqual(names);
    return names;
  };
  expect(await listed({ notSeenForDays: 30 })).toEqual(['new', 'old', 'runs']);
  expect(await listed({ notSeenForDays: 31 })).toEqual(['old']);
  expect(await listed({ notSeenForDays: 90 })).toEqual(['old']);
  expect(await listed({ notSeenForDays: 91 })).toEqual([]);
  const label = { key: 'team', operator: 'IN', value: 'a' } as const;
  expect(await listed({ notSeenForDays: 30, label })).toEqual(['runs']);
  expect(await image.states({ notSeenForDays: 90 })).toMatchObject({ ended: 1 });
  expect(await image.states({ notSeenForDays: 91 })).toMatchObject({ ended: 0 });
  // Of a day before, by the scans until then and the end of that day.
  const asOf = dayOf(new Date(before.getTime() + 40 * DAY_MS));
  expect(await listed({ notSeenForDays: 40, asOf })).toEqual(['old', 'runs']);
  expect(await listed({ notSeenForDays: 41, asOf })).toEqual([]);
  await retirement.retire({ id: old, body: {} });
  expect(await listed({ notSeenForDays: 90 })).toEqual([]);
  expect(await listed({ notSeenForDays: 90, retired: true })).toEqual(['old']);
  for (const days of [0, 3_651, 1.5]) {
    await expect(listed({ notSeenForDays: days })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});
