import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EolState } from '@/domain/eol/proximity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;
let shopId: string;

const node = { product: 'Node.js', eol: '2026-10-15', type: 'binary' };
const debian = { product: 'Debian', eol: '2027-01-20' };
const npm = { product: 'Express', type: 'npm' };

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  deps.clock.set('2026-08-10T12:00:00Z');
  const { project_id } = await scanImage(deps, organization, {
    image: 'a',
    software: [node, debian],
  });
  shopId = project_id;
  await scanImage(deps, organization, { project: 'legacy', software: [node, npm] });
  await scanImage(deps, organization, { project: 'legacy', image: 'clean' });
  deps.clock.set('2026-09-10T12:00:00Z');
  await scanImage(deps, organization, { image: 'b', software: [debian] });
  deps.clock.set('2026-11-10T12:00:00Z');
  await scanImage(deps, organization, { image: 'b', software: [] });
  await scanImage(deps, await makeOrganization(deps, 'Other'), { software: [node, debian, npm] });
  deps.clock.set('2026-11-21T12:00:00Z');
});
afterAll(() => deps.db.close());

const monthly = { period: 'MONTHLY', months: 6, by: 'state' } as const;

test('counts by month what eolCounts counts, and goes on into the future', async () => {
  const caller = callAs(deps, organization);
  const trend = await caller.analytics.trend(monthly);
  expect(trend.points).toEqual([
    ...['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'],
    ...['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01'],
  ]);
  expect({ now: trend.now, today: trend.today }).toEqual({ now: 5, today: '2026-11-21' });
  const { allEolCounts } = await caller.analytics.eolCounts({
    period: 'MONTHLY',
    start: '2026-06-01',
    end: '2027-05-01',
  });
  const keys = { ended: 'critical', soon: 'high', next: 'medium', later: 'low' } as const;
  for (const [state, key] of Object.entries({ ...keys, unknown: 'unknown' } as const)) {
    const series = trend.series.find(({ name }) => name === state);
    expect(series?.values, state).toEqual(allEolCounts.map((entry) => entry[key]));
  }
  expect(trend.series[0]?.values).toEqual([0, 0, 0, 0, 2, 2, 2, 3, 3, 3, 3, 3]);
});

test('counts one project alone', async () => {
  const caller = callAs(deps, organization);
  const { series } = await caller.analytics.trend({ ...monthly, projectId: shopId });
  const valuesOf = (state: string) => series.find(({ name }) => name === state)?.values;
  expect(valuesOf('ended')).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]);
  expect(valuesOf('soon')).toEqual([0, 0, 2, 3, 2, 1, 1, 0, 0, 0, 0, 0]);
  expect(valuesOf('unknown')).toEqual(Array.from({ length: 12 }, () => 0));
});

test('every number is the length of the list behind it, in the past and ahead', async () => {
  const caller = callAs(deps, organization);
  for (const [question, project_id] of [
    [monthly, null],
    [{ ...monthly, by: 'type' }, null],
    [{ ...monthly, projectId: shopId }, shopId],
  ] as const) {
    const { points, asOf, series, by } = await caller.analytics.trend(question);
    for (const [index] of points.entries()) {
      const listed = await caller.finding.list({ on: asOf[index], project_id });
      for (const { name, values } of series) {
        const expected = values[index] ?? 0;
        if (by === 'state') {
          expect(listed.states[name as EolState], `${name ?? ''} ${asOf[index] ?? ''}`).toBe(
            expected,
          );
        } else {
          const ended = { state: 'ended', artifact_type: name, on: asOf[index] } as const;
          expect((await caller.finding.list(ended)).total).toBe(expected);
        }
      }
    }
  }
});

test('what images held that are deleted by now stays in the lists of the past', async () => {
  const own = await makeOrganization(deps);
  const member = callAs(deps, own, 'admin');
  deps.clock.set('2026-08-10T12:00:00Z');
  const { project_id } = await scanImage(deps, own, { image: 'a', software: [node, debian] });
  deps.clock.set('2026-09-20T12:00:00Z');
  await member.project.delete({ id: project_id });
  deps.clock.set('2026-11-21T12:00:00Z');
  const { asOf, series } = await member.analytics.trend(monthly);
  expect(asOf[2]).toBe('2026-08-31');
  expect(series.map(({ values }) => values[2])).toEqual([0, 2, 0, 0, 0]);
  const then = await member.finding.list({ on: '2026-08-31' });
  expect(then.states).toMatchObject({ soon: 2 });
  expect(then.items.map(({ product_name }) => product_name)).toEqual(['Node.js', 'Debian']);
  expect(await member.finding.list({ on: '2026-09-30' })).toMatchObject({ total: 0 });
  await expect(member.finding.list({ on: '2026-02-30' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('counts what has ended by artifact type', async () => {
  const caller = callAs(deps, organization);
  const { series } = await caller.analytics.trend({ ...monthly, by: 'type' });
  expect(series).toEqual([
    { name: 'binary', values: [0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2] },
    { name: 'deb', values: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1] },
  ]);
  const ofShop = await caller.analytics.trend({ ...monthly, by: 'type', projectId: shopId });
  expect(ofShop.series[0]?.values.slice(4)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test('puts all further types into one', async () => {
  const many = await makeOrganization(deps);
  const types = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const software = types.map((type) => ({ product: type, type, eol: '2020-01-01' }));
  await scanImage(deps, many, { software });
  const { series, now } = await callAs(deps, many).analytics.trend({ ...monthly, by: 'type' });
  expect(series.map(({ name, values }) => [name, values[now]])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['d', 1],
    ['e', 1],
    [null, 2],
  ]);
});

test('by day looks ahead as far as there is room', async () => {
  const caller = callAs(deps, organization);
  const quarter = await caller.analytics.trend({ ...monthly, period: 'DAILY', months: 3 });
  expect(quarter.points.at(0)).toBe('2026-08-22');
  expect(quarter.points[quarter.now]).toBe('2026-11-21');
  expect(quarter.points.at(-1)).toBe('2027-02-21');
  const twoYears = await caller.analytics.trend({ ...monthly, period: 'DAILY', months: 24 });
  expect(twoYears.points.at(-1)).toBe('2026-11-21');
});

test('a project of another organization does not exist', async () => {
  const other = callAs(deps, await makeOrganization(deps));
  await expect(other.analytics.trend({ ...monthly, projectId: shopId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const { series } = await other.analytics.trend(monthly);
  expect(series.flatMap(({ values }) => values).some((value) => value > 0)).toBe(false);
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.analytics.trend(monthly)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('what ended on an unknown day has ended, as in the lists', async () => {
  const own = await makeOrganization(deps);
  deps.clock.set('2026-08-10T12:00:00Z');
  const undated = { product: 'Old', cycle: '1', ended: true };
  const { project_id } = await scanImage(deps, own, { image: 'a', software: [undated, npm] });
  deps.clock.set('2026-11-21T12:00:00Z');
  const caller = callAs(deps, own);
  for (const projectId of [null, project_id]) {
    const { asOf, series } = await caller.analytics.trend({ ...monthly, projectId });
    const valuesOf = (state: string) => series.find(({ name }) => name === state)?.values;
    expect(valuesOf('ended')).toEqual([0, 0, ...Array.from({ length: 10 }, () => 1)]);
    for (const [index, on] of asOf.entries()) {
      const { states } = await caller.finding.list({ on, project_id: projectId });
      expect({ on, ended: states.ended, unknown: states.unknown }).toEqual({
        ...{ on, ended: valuesOf('ended')?.[index] },
        unknown: valuesOf('unknown')?.[index],
      });
    }
  }
  // The list that the point of today leads to is asked as it is now.
  expect((await caller.finding.list({})).states).toMatchObject({ ended: 1, unknown: 1 });
});
