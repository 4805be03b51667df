import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVIDENCE_DEGREES, EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { imageComponentsExport } from '@/server/component/export';
import { countDegrees } from '@/server/evidence/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { organizationOfDegrees } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';
import { measure, measureWhenDue } from './service/measure';

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  ({ organizationId } = await organizationOfDegrees(deps));
});
afterAll(async () => {
  await backgroundDone(deps);
  await db.close();
});

const caller = () => callAs(deps, organizationId, 'admin');

async function images(): Promise<string[]> {
  const { items } = await caller().image.listForDashboard({});
  return items.map(({ id }) => id);
}

/** Counts what all images hold by degree, in the way that `count` counts one image's packages of one degree. */
async function sums(count: (imageTagId: string, degree: string) => Promise<number>) {
  const counts: Record<string, number> = {};
  for (const imageTagId of await images())
    for (const degree of EVIDENCE_DEGREES)
      counts[degree] = (counts[degree] ?? 0) + (await count(imageTagId, degree));
  return counts;
}

test('coverage counts what the lists of images say, their filters, files and what is counted of all', async () => {
  const listed = await sums(async (imageTagId, degree) => {
    const { items } = await caller().image.components({ imageTagId, size: 100 });
    return items.filter(({ evidence }) => evidence === degree).length;
  });
  expect(Object.entries(listed).filter(([, count]) => count === 0)).toEqual([]);

  await measure(deps, organizationId);
  const { all } = await caller().knowledge.coverage();
  const covered = all.degrees.map(({ degree, count }) => [degree, count] as const);
  expect(Object.fromEntries(covered)).toEqual(listed);

  const [counted] = await countDegrees(deps, organizationId, { by: 'all' });
  expect(counted?.degrees).toEqual(listed);

  const filtered = await sums(async (imageTagId, degree) => {
    const evidence = EVIDENCE_DEGREES.find((one) => one === degree);
    return (await caller().image.components({ imageTagId, evidence, size: 1 })).total;
  });
  expect(filtered).toEqual(listed);

  const place = imageComponentsExport.columns.findIndex(({ key }) => key === 'degree_of_evidence');
  const exported = await sums(async (imageTagId, degree) => {
    const choice = { places: [place], ids: null };
    const words = EVIDENCE_DEGREES.flatMap((one) => (one === degree ? EVIDENCE_WORDS[one] : []));
    const query = { imageTagId };
    const batches = imageComponentsExport.records(deps, organizationId, query, choice);
    let count = 0;
    for await (const records of batches)
      count += records.flat().filter((cell) => words.some((word) => word === cell)).length;
    return count;
  });
  expect(exported).toEqual(listed);
});

test('findings have the degree of their packages, and their filters leave nothing out', async () => {
  const findings = await caller().finding.list({ size: 100 });
  let filtered = 0;
  for (const evidence of EVIDENCE_DEGREES)
    filtered += (await caller().finding.list({ evidence })).total;
  expect(filtered).toBe(findings.total);

  for (const imageTagId of await images()) {
    const { items } = await caller().image.components({ imageTagId, size: 100 });
    const degreeOf = new Map(items.map((one) => [`${one.name}@${one.version}`, one.evidence]));
    for (const finding of await caller().image.findings({ imageTagId })) {
      const own = finding.packages.map(({ name, version }) => degreeOf.get(`${name}@${version}`));
      // Of software that nobody says anything of, a registry may say something of a package.
      if (finding.evidence !== 'unknown')
        expect([finding.productName, own]).toEqual([finding.productName, [finding.evidence]]);
    }
  }
});

test('what registries say anew is counted anew, though nothing else has moved', async () => {
  const { signal } = new AbortController();
  const isDue = async () => {
    await db.query('UPDATE evidence_measure SET took_ms = 0 WHERE organization_id = $1', [
      organizationId,
    ]);
    return measureWhenDue(deps, organizationId, signal);
  };
  const count = async (degree: string) => {
    const { all } = await caller().knowledge.coverage();
    return all.degrees.find((one) => one.degree === degree)?.count ?? 0;
  };
  await measure(deps, organizationId);
  const stale = await count('stale');
  expect(await isDue()).toBe(false);
  await db.query("DELETE FROM component_fact WHERE organization_id = $1 AND degree = 'stale'", [
    organizationId,
  ]);
  expect(await isDue()).toBe(true);
  expect([stale > 0, await count('stale')]).toEqual([true, 0]);
  await db.query(
    "UPDATE component_fact SET degree = 'stale', checked_at = now() + '1 s' WHERE organization_id = $1",
    [organizationId],
  );
  expect(await isDue()).toBe(true);
  expect(await count('registry')).toBe(0);
});
