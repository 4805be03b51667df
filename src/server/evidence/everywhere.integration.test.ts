import { afterAll, beforeAll, expect, test } from 'vitest';
import { degreeCountWords, EVIDENCE_DEGREES, perDegree } from '@/domain/evidence/degree';
import { forecastExport } from '@/server/forecast/export';
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
