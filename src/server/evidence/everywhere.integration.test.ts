import { afterAll, beforeAll, expect, test } from 'vitest';
import { degreeCountWords, EVIDENCE_DEGREES, perDegree } from '@/domain/evidence/degree';
import { forecastExport } from '@/server/forecast/export';
import { plansExport } from '@/server/plan/export';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { DEGREE_SOFTWARE, organizationOfDegrees } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';

/** The degree is the same wherever software is told of: as the list of software has it. */

let deps: TestDeps;
let organizationId: OrganizationId;

const caller = () => callAs(deps, organizationId, 'admin');

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  ({ organizationId } = await organizationOfDegrees(deps));
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const CARRIED = { 'carried-0 7': 'sbom', 'carried-1 7': 'sbom' };
const ALL: Readonly<Record<string, string>> = { ...DEGREE_SOFTWARE, ...CARRIED };

/** Software with an end that has come, by its name and cycle. */
async function ended() {
  const { items } = await caller().software.listForDashboard({ state: 'ended', size: 100 });
  return items.map(({ productName, cycle, evidence }) => ({
    name: `${productName} ${cycle}`,
    evidence,
  }));
}

test('the overview has it with each software to move', async () => {
  const { lines } = await caller().overview.toMove();
  const told = lines.flatMap(({ software }) =>
    software.map((one) => [`${one.productName} ${one.cycle}`, one.evidence] as const),
  );
  expect(told.length).toBeGreaterThan(3);
  for (const [name, evidence] of told) expect([name, evidence]).toEqual([name, ALL[name]]);
  expect(told.map(([, evidence]) => evidence)).toContain('inferred');
});

test('the forecast counts software by it, in each column, line and file', async () => {
  const software = await ended();
  const { columns, sentences } = await caller().forecast.get({});
  const [column] = columns;
  const count = perDegree((degree) => software.filter((one) => one.evidence === degree).length);
  expect(column?.evidence).toEqual(count);
  expect(count).toMatchObject({ inferred: 1, sbom: 1 });
  expect(sentences[0]).toMatch(/: 1 by an estimate\.$/);
  for (const { evidence, software: all } of columns) {
    const sum = EVIDENCE_DEGREES.reduce((so, degree) => so + (evidence[degree] ?? 0), 0);
    expect(sum).toBe(all);
  }
  const redis = column?.lines.find((line) => line.product_name === 'Redis');
  expect(redis?.evidence).toMatchObject({ inferred: 1 });
  const place = forecastExport.columns.findIndex(({ header }) => header === 'Evidence');
  const chosen = { places: [place], ids: null };
  const query = { quarters: 4, readerId: null };
  const files = forecastExport.records(deps, organizationId, query, chosen);
  const words: unknown[] = [];
  for await (const batch of files) words.push(...batch.map(([cell]) => cell));
  expect(words).toContain('Inferred');
  expect(words).toContain('From the SBOM');
  expect(degreeCountWords(count)).toContain('Inferred 1');
});

test('the timeline has it with each bar, and as of a day before what was known then', async () => {
  const told = async (asOf?: string) => {
    const { lines } = await caller().timeline.list({ asOf });
    return Object.fromEntries(
      lines.flatMap(({ items }) =>
        items.map((one) => [`${one.productName} ${one.cycle}`, one.evidence]),
      ),
    );
  };
  expect(await told()).toEqual(ALL);
  deps.clock.set('2026-11-25T12:00:00Z');
  await caller().catalog.setOverride({
    ...{ product: 'Vendored', cycle: '1', ends_on: '2027-06-01', reason: 'it lasts' },
  });
  expect(await told()).toEqual({ ...ALL, 'Vendored 1': 'own' });
  expect(await told('2026-11-24')).toEqual(ALL);
});

test('plans have it, in lists and files, of what no contract covers them with', async () => {
  const plan = { target_cycle: '8.2', due_on: '2027-03-31', scope: 'organization' } as const;
  for (const cycle of ['4.0', '5.0', '6.0'])
    await caller().plan.create({ body: { ...plan, product_name: 'Redis', cycle } });
  const { items } = await caller().plan.list({});
  const degrees = items.map(({ cycle, evidence, estimated_from: from }) => [cycle, evidence, from]);
  expect(degrees.toSorted()).toEqual([
    ['4.0', 'inferred', '5.0'],
    ['5.0', 'own', null],
    // The plan's end is that without the contract.
    ['6.0', 'catalog', null],
  ]);
  for (const { id, evidence } of items)
    expect(await caller().plan.get({ id })).toMatchObject({ evidence });
  const place = plansExport.columns.findIndex(({ header }) => header === 'Evidence');
  const query = { sort: 'due', direction: 'asc', page: 1, size: 50, readerId: null } as const;
  const words: unknown[] = [];
  const chosen = { places: [place], ids: null };
  for await (const batch of plansExport.records(deps, organizationId, query, chosen))
    words.push(...batch.map(([cell]) => cell));
  expect(words.toSorted()).toEqual(['Catalog', 'Inferred', 'Own date']);
});
