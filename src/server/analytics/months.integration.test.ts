import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { shareMatching } from '@/server/inventory/repository/matching';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { keepMonths, keepMonthsOfAll, repairMonths, wrongMonths } from './service/months';

/** Trends by month are the same by what is kept of months that are over as by the times of all findings. */

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2024-11-05T12:00:00Z');
  organization = await makeOrganization(deps);
});

const admin = () => callAs(deps, organization, 'admin');

/** The same numbers in every run. */
let seed = 11;
function randomInt(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

const SOFTWARE = [
  { product: 'Node.js', cycle: '18', eol: '2025-04-30', type: 'binary' },
  { product: 'Debian', cycle: '11', eol: '2026-08-31' },
  { product: 'Express', cycle: '4', type: 'npm' },
  { product: 'Redis', cycle: '7', eol: '2026-02-28' },
  { product: 'Quill', cycle: '2', ended: true },
  { product: 'Inkwell', cycle: '9', eol: '2028-01-01', type: 'npm' },
];

const scanSome = () =>
  scanImage(deps, organization, {
    project: `project-${String(randomInt(3))}`,
    image: `image-${String(randomInt(8))}`,
    software: SOFTWARE.filter(() => randomInt(2) === 0),
  });

/** Two years in which images come, change, and go; ends at noon on 21 November 2026. */
async function liveTwoYears(): Promise<void> {
  const until = Date.parse('2026-11-21T12:00:00Z');
  while (deps.clock.now().getTime() < until - 20 * DAY_MS) {
    deps.clock.advance((1 + randomInt(20)) * DAY_MS);
    const { image_tag_id: id } = await scanSome();
    if (randomInt(9) === 0) await admin().image.delete({ id });
  }
  deps.clock.set('2026-11-21T12:00:00Z');
}

/** Everything that is told by month. */
async function trends() {
  const { analytics, forecast } = admin();
  return {
    byState: await analytics.trend({ period: 'MONTHLY', months: 24, by: 'state' }),
    byType: await analytics.trend({ period: 'MONTHLY', months: 12, by: 'type' }),
    counts: await analytics.eolCounts({
      ...{ period: 'MONTHLY', start: '2025-02-01', end: '2027-03-01', package_type: 'npm' },
    }),
    year: (await forecast.get({ quarters: '4' })).trend,
  };
}

async function kept(): Promise<string[]> {
  const rows = await deps.db.query<{ month: string }>(
    `SELECT to_char(month, 'YYYY-MM') AS month FROM trend_month WHERE organization_id = $1 ORDER BY month`,
    [organization],
  );
  return rows.map(({ month }) => month);
}

test('trends are the same by months that are kept, and by the times of findings', async () => {
  await liveTwoYears();
  const byTimes = await trends();
  expect(byTimes.byState.series[0]?.values.some((value) => value > 5)).toBe(true);
  await keepMonths(deps, organization);
  expect(await kept()).toHaveLength(24);
  expect((await kept()).at(-1)).toBe('2026-10');
  expect(await trends()).toEqual(byTimes);
  expect(await wrongMonths(deps, organization)).toBe(0);

  await scanSome();
  const afterwards = await trends();
  await repairMonths(deps, organization);
  expect(await trends()).toEqual(afterwards);
});

test('they are read from what is kept, which a check holds against the times', async () => {
  await liveTwoYears();
  const byTimes = await trends();
  await keepMonthsOfAll(deps, new AbortController().signal);
  await deps.db.query(
    `UPDATE trend_month SET findings = ARRAY(SELECT one + 1 FROM unnest(findings) one)
      WHERE organization_id = $1 AND month = '2026-09-01'`,
    [organization],
  );
  expect((await trends()).byState).not.toEqual(byTimes.byState);
  expect(await wrongMonths(deps, organization)).toBeGreaterThan(0);
  await repairMonths(deps, organization);
  expect(await trends()).toEqual(byTimes);
  await keepMonths(deps, organization);
  expect(await wrongMonths(deps, organization)).toBe(0);
});

test('who writes into the past has the months from then on made anew', async () => {
  await liveTwoYears();
  await keepMonths(deps, organization);
  // A clock that was set back, by more than a month.
  deps.clock.set('2026-08-20T12:00:00Z');
  await scanImage(deps, organization, { image: 'late', software: SOFTWARE });
  expect((await kept()).at(-1)).toBe('2026-07');
  deps.clock.set('2026-11-21T12:00:00Z');
  const byTimes = await trends();
  await keepMonths(deps, organization);
  expect((await kept()).at(-1)).toBe('2026-10');
  expect(await trends()).toEqual(byTimes);
  // What it closes there counts as well.
  deps.clock.set('2026-09-20T12:00:00Z');
  await scanImage(deps, organization, { image: 'late', software: [] });
  expect((await kept()).at(-1)).toBe('2026-08');
  expect(await wrongMonths(deps, organization)).toBe(0);
});

test('a month is kept when it has been over for a while, and the times tell it until then', async () => {
  await liveTwoYears();
  deps.clock.set('2026-12-01T00:30:00Z');
  await keepMonths(deps, organization);
  expect((await kept()).at(-1)).toBe('2026-10');
  const byTimes = await trends();
  deps.clock.set('2026-12-01T01:30:00Z');
  await keepMonths(deps, organization);
  expect((await kept()).at(-1)).toBe('2026-11');
  expect(await trends()).toEqual(byTimes);
});

test('contracts move what was found long ago to software of their own, and the months with it', async () => {
  await liveTwoYears();
  await keepMonths(deps, organization);
  await admin().contract.create({
    body: {
      ...{ vendor: 'Evergreen', scope: 'organization' },
      ...{ starts_on: '2025-06-01', ends_on: '2028-06-01' },
      software: [{ product_name: 'Debian', cycle: '11' }],
    },
  });
  expect(await kept()).not.toHaveLength(24);
  const byTimes = await trends();
  await keepMonths(deps, organization);
  expect(await kept()).toHaveLength(24);
  expect(await trends()).toEqual(byTimes);
  expect(await wrongMonths(deps, organization)).toBe(0);
});

test('a month waits for who writes findings, and is kept as they leave it', async () => {
  await liveTwoYears();
  const begun = Promise.withResolvers<null>();
  const written = Promise.withResolvers<null>();
  const writing = deps.db.transaction(async (tx) => {
    await shareMatching(organization, tx);
    // There is no month yet that this could remove.
    await sql`
      UPDATE finding_interval SET opened_at = opened_at - interval '40 days'
       WHERE organization_id = ${organization}`.execute(tx.sql);
    begun.resolve(null);
    await written.promise;
  });
  await begun.promise;
  const keeping = keepMonths(deps, organization);
  const waiting = () =>
    deps.db.query(`
      SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
       WHERE l.locktype = 'advisory' AND NOT l.granted`);
  await expect.poll(waiting).toHaveLength(1);
  expect(await kept()).toEqual([]);
  written.resolve(null);
  await Promise.all([writing, keeping]);
  expect(await kept()).toHaveLength(24);
  expect(await wrongMonths(deps, organization)).toBe(0);
});

test('nothing is kept of an organization in which nothing was found', async () => {
  await keepMonths(deps, organization);
  expect(await kept()).toEqual([]);
});

test('an organization that fails counts, and its months are kept the next time', async () => {
  await scanImage(deps, organization, { software: SOFTWARE });
  deps.clock.set('2024-12-02T12:00:00Z');
  const { signal } = new AbortController();
  expect(await keepMonthsOfAll(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('months could not be kept');
  expect(await keepMonthsOfAll(deps, signal)).toEqual({ failed: 0 });
  expect((await kept()).at(-1)).toBe('2024-11');
});
