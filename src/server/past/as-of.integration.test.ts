import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { keepCoverage } from '@/server/contract/service/notices';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { followRetention } from '@/server/retention/service/round';

let deps: TestDeps;
let organization: OrganizationId;

const on = (day: string) => deps.clock.set(`${day}T12:00:00Z`);
const redis = (until: string) =>
  importedProduct({ name: 'Redis', cycles: [{ name: '6', supportedUntil: until }] });
const scan = (image: string, products: readonly string[], project = 'shop') =>
  scanImage(deps, organization, {
    ...{ image, project },
    software: products.map((product) => ({ product, cycle: '6', eol: '2020-01-01' })),
  });

async function findings(asOf?: string, more: object = {}) {
  const list = await callAs(deps, organization).finding.list({
    as_of: asOf,
    sort: 'image',
    ...more,
  });
  return list.items.map(
    ({ product_name: product, image, eol_date: end, state }) =>
      `${product} in ${image.name}: ${end ?? 'unknown'}, ${state}`,
  );
}

async function software(asOf?: string, more: object = {}) {
  const { items, states } = await callAs(deps, organization).software.listForDashboard({
    ...{ asOf, sort: 'name' },
    ...more,
  });
  const rows = items.map(
    ({ productName, images, projects, eolDate }) =>
      `${productName}: ${eolDate ?? 'unknown'}, ${String(images)} in ${String(projects)}`,
  );
  return { rows, ended: states.ended };
}

/** The list of software that programs get. */
async function listed(asOf?: string) {
  const { items } = await callAs(deps, organization).software.list({ as_of: asOf });
  return items.map(
    ({ productName, eolDate, evidence }) => `${productName}: ${eolDate ?? 'unknown'}, ${evidence}`,
  );
}

async function images(asOf?: string, more: object = {}) {
  const { items } = await callAs(deps, organization).image.listForDashboard({ asOf, ...more });
  return items.map(
    ({ name, states, latestScanDate }) =>
      `${name}: ${String(states.ended)} ended, ${String(states.soon)} soon, ${latestScanDate?.slice(0, 10) ?? 'not kept'}`,
  );
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  on('2026-03-01');
  await withCatalog(deps, [redis('2026-06-30')]);
  organization = await makeOrganization(deps);
});

it('lists tell what was held when a day was over, by the ends that were known then', async () => {
  await scan('a:1', ['Redis', 'Lua']);
  await scan('b:1', ['Redis'], 'till');
  on('2026-04-01');
  await scan('a:1', ['Lua']);
  on('2026-05-01');
  await withCatalog(deps, [redis('2027-06-30')]);
  on('2026-06-01');
  const { items } = await callAs(deps, organization).image.list({ search: 'b' });
  await callAs(deps, organization, 'admin').image.delete({ id: items[0]?.id ?? '' });
  on('2026-07-01');

  expect(await findings()).toEqual(['Lua in a: 2020-01-01, ended']);
  expect(await findings('2026-07-01')).toEqual(await findings());
  expect(await findings('2026-05-31')).toEqual([
    'Lua in a: 2020-01-01, ended',
    'Redis in b: 2027-06-30, later',
  ]);
  // What was learnt on a day counts when it is over.
  expect(await findings('2026-05-01')).toEqual(await findings('2026-05-31'));
  expect(await listed('2026-05-31')).toContain('Redis: 2027-06-30, catalog');
  expect(await listed('2026-04-30')).toContain('Redis: 2026-06-30, catalog');
  expect(await findings('2026-04-01')).toEqual([
    'Lua in a: 2020-01-01, ended',
    'Redis in b: 2026-06-30, soon',
  ]);
  expect(await findings('2026-03-31')).toEqual([
    'Lua in a: 2020-01-01, ended',
    'Redis in a: 2026-06-30, soon',
    'Redis in b: 2026-06-30, soon',
  ]);
  expect(await findings('2026-03-31', { state: 'soon', product_name: 'Redis' })).toHaveLength(2);
  expect(await findings('2026-02-28')).toEqual([]);

  expect((await software()).rows).toEqual(['Lua: 2020-01-01, 1 in 1']);
  expect(await software('2026-03-31')).toEqual({
    rows: ['Lua: 2020-01-01, 1 in 1', 'Redis: 2026-06-30, 2 in 2'],
    ended: 1,
  });
  expect((await software('2026-05-31')).rows).toContain('Redis: 2027-06-30, 1 in 1');
  expect((await software('2026-02-28')).rows).toEqual([]);

  const overview = await callAs(deps, organization).overview.states({ asOf: '2026-05-15' });
  expect(overview).toMatchObject({
    ...{ today: '2026-05-15', since: '2026-04-15' },
    now: { ended: 1, soon: 0, later: 1 },
    then: { ended: 1, soon: 1, later: 0 },
  });
});

it('images tell what they held when a day was over, also those that are gone', async () => {
  await scan('a:1', ['Redis', 'Lua']);
  on('2026-04-01');
  await scan('a:1', ['Lua']);
  await scan('b:1', ['Redis'], 'till');
  on('2026-05-01');
  const { items } = await callAs(deps, organization).image.list({ search: 'a' });
  const id = items[0]?.id ?? '';
  await callAs(deps, organization, 'member').retirement.retire({ id, body: {} });
  on('2026-06-01');
  await scan('a:1', []);
  on('2026-07-01');

  expect(await images()).toEqual([
    'a: 0 ended, 0 soon, 2026-06-01',
    'b: 1 ended, 0 soon, 2026-04-01',
  ]);
  expect(await images('2026-05-31')).toEqual(['b: 0 ended, 1 soon, 2026-04-01']);
  expect(await images('2026-04-30')).toEqual([
    'a: 1 ended, 0 soon, 2026-04-01',
    'b: 0 ended, 1 soon, 2026-04-01',
  ]);
  expect(await images('2026-03-31')).toEqual(['a: 1 ended, 1 soon, 2026-03-01']);
  expect(await images('2026-04-30', { state: 'soon' })).toHaveLength(1);
  expect(await images('2026-02-28')).toEqual([]);
  const states = await callAs(deps, organization).image.states({ asOf: '2026-04-30' });
  expect(states).toMatchObject({ ended: 1, soon: 1 });
  const rest = await callAs(deps, organization).image.list({ as_of: '2026-04-30' });
  expect(rest.items.map(({ eol }) => eol)).toEqual([
    { low: 0, med: 0, high: 1 },
    { low: 0, med: 1, high: 0 },
  ]);
  const software = await callAs(deps, organization).software.list({ as_of: '2026-03-31' });
  expect(software.items.map(({ productName, projects }) => [productName, projects.length])).toEqual(
    [
      ['Lua', 1],
      ['Redis', 1],
    ],
  );
});

it('the last scan by a day is left out once it is not kept any more, and is not the first one', async () => {
  const { project_id: projectId } = await scan('a:1', ['Redis']);
  await scan('b:1', ['Redis']);
  for (const day of ['2026-04-01', '2026-05-01', '2026-06-01']) {
    on(day);
    await scan('a:1', ['Redis']);
  }
  const api = callAs(deps, organization, 'admin');
  const project = (asOf: string) => api.project.getPast({ projectId, asOf });
  expect(await images('2026-05-15')).toEqual([
    'a: 0 ended, 1 soon, 2026-05-01',
    'b: 0 ended, 1 soon, 2026-03-01',
  ]);
  expect(await project('2026-05-15')).toMatchObject({ latestScanDate: '2026-05-01T12:00:00.000Z' });
  on('2026-07-15');
  const { runs: _, history_from: _from, next_on: _on, ...kept } = await api.retention.rules();
  await api.retention.changeRules({ body: { ...kept, scan_days: 30, newest_scans: 1 } });
  await followRetention(deps, new AbortController().signal);

  const sorts = ['latestScan', 'lastSeen'] as const;
  for (const sort of sorts) {
    const [a, b] = ['a: 0 ended, 1 soon, not kept', 'b: 0 ended, 1 soon, 2026-03-01'];
    expect(await images('2026-05-15', { sort, direction: 'desc' })).toEqual([b, a]);
    expect(await images('2026-05-15', { sort, direction: 'asc' })).toEqual([b, a]);
  }
  const { items } = await api.image.listForDashboard({ asOf: '2026-05-15' });
  expect(items.map(({ lastSeenDate }) => lastSeenDate)).toEqual([null, '2026-03-01T12:00:00.000Z']);
  // Nobody knows for how long it was not seen.
  expect(await images('2026-05-15', { notSeenForDays: 10 })).toEqual([
    'b: 0 ended, 1 soon, 2026-03-01',
  ]);
  const programs = await api.image.list({ as_of: '2026-05-15' });
  expect(programs.items).toMatchObject([
    { name: 'a', latestScanDate: '2026-03-01T12:00:00.000Z', latestScanGone: true },
    { name: 'b', latestScanDate: '2026-03-01T12:00:00.000Z' },
  ]);
  expect(programs.items[1]).not.toHaveProperty('latestScanGone');
  expect(await project('2026-05-15')).toMatchObject({ images: 2, latestScanDate: null });
  expect(await images('2026-06-15')).toEqual([
    'a: 0 ended, 1 soon, 2026-06-01',
    'b: 0 ended, 1 soon, 2026-03-01',
  ]);
  expect(await project('2026-06-15')).toMatchObject({ latestScanDate: '2026-06-01T12:00:00.000Z' });
});

it('a contract covers nothing before it began', async () => {
  await scan('a:1', ['Redis']);
  on('2026-05-01');
  await callAs(deps, organization, 'admin').contract.create({
    body: {
      ...{
        vendor: 'Vendor',
        scope: 'organization',
        software: [{ product_name: 'Redis', cycle: '6' }],
      },
      ...{ starts_on: '2026-04-01', ends_on: '2029-01-01' },
    },
  });
  on('2026-06-01');
  expect(await findings()).toEqual(['Redis in a: 2029-01-01, later']);
  expect(await findings('2026-05-01')).toEqual(['Redis in a: 2029-01-01, later']);
  expect(await findings('2026-04-30')).toEqual(['Redis in a: 2026-06-30, soon']);
  expect((await software('2026-04-30')).rows).toEqual(['Redis: 2026-06-30, 1 in 1']);
  expect(await listed()).toEqual(['Redis: 2029-01-01, contract']);
  expect(await listed('2026-04-30')).toEqual(['Redis: 2026-06-30, catalog']);
});

it('a contract that follows another one leaves what that one covered as it was', async () => {
  await scan('a:1', ['Redis']);
  on('2026-04-01');
  const enter = (vendor: string, starts_on: string, ends_on: string, more: object = {}) =>
    callAs(deps, organization, 'admin').contract.create({
      body: {
        ...{ vendor, scope: 'organization', starts_on, ends_on, ...more },
        software: [{ product_name: 'Redis', cycle: '6' }],
      },
    });
  const first = await enter('First', '2026-04-01', '2026-09-01');
  on('2026-08-01');
  await enter('Second', '2026-09-01', '2029-01-01');
  on('2026-09-01');
  await keepCoverage(deps, organization, true);
  on('2026-10-05');
  expect(await findings()).toEqual(['Redis in a: 2029-01-01, later']);
  expect(await findings('2026-09-01')).toEqual(['Redis in a: 2029-01-01, later']);
  // Upstream ended in June.
  expect(await findings('2026-08-31')).toEqual(['Redis in a: 2026-09-01, soon']);
  expect(await software('2026-08-31')).toEqual({ rows: ['Redis: 2026-09-01, 1 in 1'], ended: 0 });
  expect(await images('2026-08-31')).toEqual(['a: 0 ended, 1 soon, 2026-03-01']);
  expect(await listed('2026-08-31')).toEqual(['Redis: 2026-09-01, contract']);
  expect(await findings('2026-03-31')).toEqual(['Redis in a: 2026-06-30, soon']);
  const { items } = await callAs(deps, organization).finding.list({});
  const explained = await callAs(deps, organization).finding.explain({
    ...{ id: items[0]?.id ?? '', as_of: '2026-08-31' },
  });
  expect(explained).toMatchObject({
    finding: { state: 'soon' },
    end: { date: '2026-09-01', source: 'contract' },
    contract: { vendor: 'First', until: '2026-09-01', upstreamDate: '2026-06-30' },
  });
  // A month ago, as it is known today, and as it was then.
  const ended = async (asOf?: string) =>
    (await callAs(deps, organization).overview.states({ asOf })).then.ended;
  on('2026-09-15');
  expect([await ended(), await ended('2026-09-14')]).toEqual([0, 0]);
  // One that is deleted never was.
  await callAs(deps, organization, 'admin').contract.delete({ id: first.id });
  expect([await ended(), await ended('2026-09-14')]).toEqual([1, 1]);
  expect(await findings('2026-08-31')).toEqual(['Redis in a: 2026-06-30, ended']);
});

it('a contract of another place, or one that was entered later, leaves it as it was without one', async () => {
  const { project_id: projectId } = await scan('a:1', ['Redis']);
  await scan('b:1', ['Redis'], 'till');
  on('2026-04-01');
  const enter = (vendor: string, starts_on: string, ends_on: string, more: object = {}) =>
    callAs(deps, organization, 'admin').contract.create({
      body: {
        ...{ vendor, scope: 'organization', starts_on, ends_on, ...more },
        software: [{ product_name: 'Redis', cycle: '6' }],
      },
    });
  const here = { scope: 'project', project_id: projectId };
  await enter('Here', '2026-04-01', '2026-09-01', here);
  on('2026-09-01');
  await enter('Everywhere', '2026-09-01', '2029-01-01');
  await enter('Here again', '2026-09-01', '2030-01-01', here);
  on('2026-10-05');
  expect(await findings()).toEqual([
    'Redis in a: 2030-01-01, later',
    'Redis in b: 2029-01-01, later',
  ]);
  expect(await findings('2026-08-31')).toEqual([
    'Redis in a: 2026-09-01, soon',
    'Redis in b: 2026-06-30, ended',
  ]);
});

it('a contract that names a release no more has never covered it, also where another one follows it', async () => {
  const cycles = ['6', '7'].map((name) => ({ name, supportedUntil: '2026-06-30' }));
  await withCatalog(deps, [importedProduct({ name: 'Redis', cycles })]);
  await scan('a:1', ['Redis']);
  const admin = callAs(deps, organization, 'admin');
  const software = (...names: readonly string[]) =>
    names.map((cycle) => ({ product_name: 'Redis', cycle }));
  const enter = (vendor: string, starts_on: string, ends_on: string) => {
    const terms = { vendor, scope: 'organization', starts_on, ends_on } as const;
    return admin.contract.create({ body: { ...terms, software: software('6') } });
  };
  on('2026-04-01');
  const { id } = await enter('First', '2026-04-01', '2026-09-01');
  on('2026-09-01');
  await enter('Second', '2026-09-01', '2029-01-01');
  on('2026-09-15');
  const told = async () => [
    await findings('2026-08-31'),
    (await callAs(deps, organization).overview.states({})).then.ended,
  ];
  await admin.contract.change({ id, body: { software: software('7', '6') } });
  expect(await told()).toEqual([['Redis in a: 2026-09-01, soon'], 0]);
  await admin.contract.change({ id, body: { software: software('7') } });
  expect(await told()).toEqual([['Redis in a: 2026-06-30, ended'], 1]);
  expect(await findings()).toEqual(['Redis in a: 2029-01-01, later']);
});

it('images and software agree on a day before a contract began, whose first day was moved before it later', async () => {
  await scan('a:1', ['Redis']);
  on('2026-06-20');
  const body = {
    vendor: 'Vendor',
    scope: 'organization' as const,
    software: [{ product_name: 'Redis', cycle: '6' }],
    ...{ starts_on: '2026-07-10', ends_on: '2029-01-01' },
  };
  const admin = callAs(deps, organization, 'admin');
  const { id } = await admin.contract.create({ body });
  on('2026-07-10');
  await keepCoverage(deps, organization, true);
  on('2026-07-20');
  await admin.contract.change({ id, body: { starts_on: '2026-06-20' } });
  on('2026-07-25');
  expect((await software('2026-07-05')).ended).toBe(1);
  expect(await images('2026-07-05')).toEqual(['a: 1 ended, 0 soon, 2026-03-01']);
  expect((await software()).ended).toBe(0);
  expect(await images()).toEqual(['a: 0 ended, 0 soon, 2026-03-01']);
});

it('refuses what nobody knows yet', async () => {
  await expect(findings('2026-03-02')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  await expect(software('2026-03-02')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
});

it('of days before anybody kept an end, the oldest that is kept tells, and not what is known today', async () => {
  await scan('a:1', ['Redis']);
  on('2026-05-01');
  await withCatalog(deps, [redis('2027-06-30')]);
  on('2026-06-01');
  await withCatalog(deps, [redis('2028-06-30')]);
  await deps.db.query(
    `DELETE FROM software_cycle_fact WHERE organization_id = $1 AND learnt_on < '2026-05-01'`,
    [organization],
  );
  expect(await findings('2026-04-30')).toEqual(['Redis in a: 2027-06-30, later']);
  expect(await findings('2026-05-31')).toEqual(['Redis in a: 2027-06-30, later']);
  expect(await findings()).toEqual(['Redis in a: 2028-06-30, later']);
});
