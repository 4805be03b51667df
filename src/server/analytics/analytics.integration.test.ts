import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let db: TestDatabase;
let deps: TestDeps;
let rest: RestClient;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  rest = new RestClient(deps);
});
afterAll(() => db.close());

const COUNTS = '/analytics/eol/counts';
const OVERVIEW = '/analytics/eol/overview';
const NOTHING = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, none: 0 };

const viewer = (organization: OrganizationId) => rest.as(organization, 'viewer');

describe(COUNTS, () => {
  test('counts findings by class as of each day, and images without any', async () => {
    const organization = await makeOrganization(deps);
    deps.clock.set('2026-11-20T12:00:00Z');
    await scanImage(deps, organization, {
      image: 'a',
      software: [
        { product: 'Ended', eol: '2026-11-20' },
        { product: 'Soon', eol: '2026-11-21', type: 'npm' },
        { product: 'Next', eol: '2027-05-21' },
        { product: 'Later', eol: '2027-11-22' },
        { product: 'Unknown' },
        { product: 'Ended, unknown when', ended: true },
      ],
    });
    await scanImage(deps, organization, { image: 'clean' });
    deps.clock.set('2026-11-21T12:00:00Z');
    await scanImage(deps, organization, {
      image: 'a',
      software: [{ product: 'Ended', eol: '2026-11-20' }],
    });
    const call = await viewer(organization);
    const { body } = await call(
      'GET',
      `${COUNTS}?period=DAILY&start=2026-11-19&end=2026-11-22&package_type=deb`,
    );
    const held = { ...NOTHING, critical: 1, none: 1 };
    expect(body).toEqual({
      eolCounts: [
        { date: '2026-11-19', ...NOTHING },
        { date: '2026-11-20', ...NOTHING, critical: 1, medium: 1, low: 1, unknown: 2, none: 1 },
        { date: '2026-11-21', ...held },
        { date: '2026-11-22', ...held },
      ],
      allEolCounts: [
        { date: '2026-11-19', ...NOTHING },
        {
          date: '2026-11-20',
          ...NOTHING,
          critical: 1,
          high: 1,
          medium: 1,
          low: 1,
          unknown: 2,
          none: 1,
        },
        { date: '2026-11-21', ...held },
        { date: '2026-11-22', ...held },
      ],
    });
  });

  test('follows a date that moves, for the past too, and keeps what a deleted project held', async () => {
    const organization = await makeOrganization(deps);
    deps.clock.set('2026-10-15T00:00:00Z');
    const { project_id } = await scanImage(deps, organization, {
      software: [{ product: 'Debian', eol: '2026-01-01' }],
    });
    deps.clock.set('2026-11-21T12:00:00Z');
    await (
      await rest.as(organization, 'admin')
    )('DELETE', `/projects/${project_id}`);
    await db.query(`UPDATE software_cycle SET eol_on = '2030-01-01' WHERE organization_id = $1`, [
      organization,
    ]);
    const call = await viewer(organization);
    const { body } = await call('GET', `${COUNTS}?period=MONTHLY&start=2026-09-30&end=2026-12-01`);
    const counts = [
      { date: '2026-09-01', ...NOTHING },
      { date: '2026-10-01', ...NOTHING, low: 1 },
      { date: '2026-11-01', ...NOTHING },
      { date: '2026-12-01', ...NOTHING },
    ];
    expect(body).toEqual({ eolCounts: counts, allEolCounts: counts });
  });

  test('takes date-times by the UTC day they fall on, and types never seen', async () => {
    const call = await viewer(await makeOrganization(deps));
    const start = encodeURIComponent('2026-01-01T23:30:00-01:00');
    const query = `period=DAILY&start=${start}&end=2026-01-02T00:00&package_type=never`;
    expect((await call('GET', `${COUNTS}?${query}`)).body).toEqual({
      eolCounts: [{ date: '2026-01-02', ...NOTHING }],
      allEolCounts: [{ date: '2026-01-02', ...NOTHING }],
    });
  });

  test.each([
    ['DAILY', '2024-01-01', '2025-12-31', 731],
    ['DAILY', '9999-12-31', '9999-12-31', 1],
    ['DAILY', '0001-01-01', '0001-01-02', 2],
    ['MONTHLY', '1970-01-31', '2030-11-01', 731],
    ['MONTHLY', '9999-12-01', '9999-12-31', 1],
  ])('%s from %s to %s', async (period, start, end, length) => {
    const call = await viewer(await makeOrganization(deps));
    const { status, body } = await call(
      'GET',
      `${COUNTS}?period=${period}&start=${start}&end=${end}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ eolCounts: { length }, allEolCounts: { length } });
  });

  const dates = 'start=2026-01-01&end=2026-02-01';
  test.each([
    ['', ['query', 'period'], 'missing'],
    [`period=WEEKLY&${dates}`, ['query', 'period'], 'enum'],
    ['period=DAILY&end=2026-01-01', ['query', 'start'], 'missing'],
    ['period=DAILY&start=2026-01-01&end=', ['query', 'end'], 'date_from_datetime_parsing'],
    [
      'period=DAILY&start=2026-02-30&end=2026-03-01',
      ['query', 'start'],
      'date_from_datetime_parsing',
    ],
    [
      'period=DAILY&start=yesterday&end=2026-03-01',
      ['query', 'start'],
      'date_from_datetime_parsing',
    ],
    ['period=DAILY&start=2026-02-02&end=2026-02-01', ['query', 'end'], 'value_error'],
    ['period=DAILY&start=2024-01-01&end=2026-01-01', ['query', 'end'], 'value_error'],
    ['period=MONTHLY&start=0001-01-01&end=9999-12-31', ['query', 'end'], 'value_error'],
    [`period=DAILY&${dates}&package_type=%00`, ['query', 'package_type'], 'value_error'],
  ])('%s is a 422', async (query, loc, type) => {
    const call = await viewer(await makeOrganization(deps));
    const { status, body } = await call('GET', `${COUNTS}?${query}`);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: expect.arrayContaining([expect.objectContaining({ loc, type })]) },
    });
  });
});

describe(OVERVIEW, () => {
  test('gives the totals of the software list and the cycles of each type', async () => {
    const organization = await makeOrganization(deps);
    deps.clock.set('2026-11-21T12:00:00Z');
    const shared = { product: 'Debian', eol: '2026-11-21' };
    await scanImage(deps, organization, {
      image: 'a',
      software: [shared, { ...shared, type: 'npm' }],
    });
    await scanImage(deps, organization, {
      image: 'b',
      software: [
        shared,
        { product: 'Redis', eol: '2027-01-01' },
        { product: 'Node.js', eol: '2027-08-01' },
        { product: 'Go', eol: '2030-01-01' },
        { product: 'Unknown' },
      ],
    });
    await scanImage(deps, organization, {
      project: 'gone',
      software: [{ product: 'Gone', eol: '2020-01-01' }],
    });
    await scanImage(deps, organization, { project: 'gone' });
    const call = await viewer(organization);
    const { body } = await call('GET', OVERVIEW);
    expect(body).toEqual({
      eol: [
        { name: 'EOL', value: 2 },
        { name: 'EOL LESS THAN 6MO', value: 1 },
        { name: 'EOL LESS THAN 12MO', value: 2 },
        { name: 'EOL MORE THAN 12MO', value: 1 },
      ],
      pkgTypes: [
        { name: 'deb', value: 5 },
        { name: 'npm', value: 1 },
      ],
    });
    // Read above as the contract's EolAnalytics.
    for (const { name, value } of (body as { eol: { name: string; value: number }[] }).eol) {
      const list = await call('GET', `/software?eol_filter=${encodeURIComponent(name)}`);
      expect(list.body).toMatchObject({ total: value });
    }
  });

  test('of an organization without images', async () => {
    const call = await viewer(await makeOrganization(deps));
    const { body } = await call('GET', OVERVIEW);
    expect(body).toMatchObject({ eol: { length: 4 }, pkgTypes: [] });
  });
});

describe.each([`${COUNTS}?period=DAILY&start=2026-01-01&end=2026-01-01`, OVERVIEW])(
  '%s',
  (path) => {
    test('is closed to scanners and to nobody', async () => {
      const organization = await makeOrganization(deps);
      expect(await (await rest.as(organization, 'scanner'))('GET', path)).toMatchObject({
        status: 403,
      });
      expect(await rest.anonymously('GET', path)).toMatchObject({ status: 401 });
    });

    test('counts nothing of another organization', async () => {
      const organization = await makeOrganization(deps);
      const call = await viewer(organization);
      const before = (await call('GET', path)).body;
      deps.clock.set('2025-12-31T12:00:00Z');
      await scanImage(deps, await makeOrganization(deps), {
        software: [{ product: 'Debian', eol: '2020-01-01' }],
      });
      expect((await call('GET', path)).body).toEqual(before);
    });
  },
);
