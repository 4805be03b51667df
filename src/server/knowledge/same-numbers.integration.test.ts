import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVIDENCE_DEGREES, EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { imageComponentsExport } from '@/server/component/export';
import { findingsExport, imageFindingsExport } from '@/server/finding/export';
import { changeContract } from '@/server/contract/service/contracts';
import { countDegrees } from '@/server/evidence/service';
import type { ExportedList } from '@/server/export/exported-list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { softwareExport } from '@/server/software/export';
import { makeActor } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { dayOf } from '@/test/contracts';
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

/** Counts the records of a file by their degree; `header` is of the column that tells it. */
async function degreesOfFile<Query>(list: ExportedList<Query>, query: Query, header: string) {
  const place = list.columns.findIndex((column) => column.header === header);
  const counts: Record<string, number> = {};
  const batches = list.records(deps, organizationId, query, { places: [place], ids: null });
  for await (const records of batches) {
    for (const cell of records.flat()) {
      const degree = EVIDENCE_DEGREES.find((one) => EVIDENCE_WORDS[one] === cell) ?? 'none';
      counts[degree] = (counts[degree] ?? 0) + 1;
    }
  }
  return counts;
}

const byDegree = (items: readonly { evidence: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ evidence }) => evidence)].map(([degree, of]) => [degree, of.length]),
  );

test('software has one degree in every list of it, and filters and files leave nothing out', async () => {
  const query = { sort: 'end', direction: 'asc', readerId: null } as const;
  const { items } = await caller().software.listForDashboard({ size: 100 });
  const counts = byDegree(items);
  expect(Object.keys(counts).sort()).toEqual([
    'catalog',
    'contract',
    'inferred',
    'own',
    'sbom',
    'unknown',
  ]);
  for (const evidence of EVIDENCE_DEGREES) {
    const chosen = await caller().software.listForDashboard({ evidence, size: 100 });
    expect([evidence, byDegree(chosen.items), chosen.total]).toEqual([
      evidence,
      counts[evidence] === undefined ? {} : { [evidence]: counts[evidence] },
      counts[evidence] ?? 0,
    ]);
  }
  expect(await degreesOfFile(softwareExport, query, 'Evidence')).toEqual(counts);
});

test('so have the lists of the contract, which leave out what has no known end', async () => {
  const { items } = await caller().software.listForDashboard({ size: 100 });
  const ending = items.filter(({ eolDate }) => eolDate !== null);
  const counts = byDegree(ending);
  const degreeOf = new Map(ending.map((one) => [`${one.productName} ${one.cycle}`, one.evidence]));

  const listed = await caller().software.list({ size: 100 });
  expect(byDegree(listed.items)).toEqual(counts);
  const scanners = await callAs(deps, organizationId, 'scanner').scanner.software();
  expect(byDegree(scanners)).toEqual(counts);
  for (const evidence of EVIDENCE_DEGREES) {
    const { total } = await caller().software.list({ evidence, size: 1 });
    expect([evidence, total]).toEqual([evidence, counts[evidence] ?? 0]);
  }

  const everywhere: string[] = [];
  for (const image_tag_id of await images()) {
    const held = await caller().image.software({ image_tag_id, size: 100 });
    for (const one of held.items) {
      const name = `${one.productName} ${one.releaseCycle}`;
      expect([name, one.evidence]).toEqual([name, degreeOf.get(name)]);
      // Whose word it is, where it is a contract's.
      expect([name, one.contract !== undefined]).toEqual([name, one.evidence === 'contract']);
      everywhere.push(one.id);
    }
    const { projectId } = await caller().image.get({ imageTagId: image_tag_id });
    const ofProject = await caller().project.software({ project_id: projectId });
    expect(byDegree(ofProject)).toEqual(byDegree(held.items));
    for (const evidence of EVIDENCE_DEGREES) {
      const chosen = await caller().image.software({ image_tag_id, evidence, size: 100 });
      const expected = held.items.filter((one) => one.evidence === evidence);
      expect(chosen.items).toEqual(expected);
      expect(await caller().project.software({ project_id: projectId, evidence })).toEqual(
        expected,
      );
    }
    const file = await degreesOfFile(
      imageFindingsExport,
      { imageTagId: image_tag_id, state: null },
      'Evidence',
    );
    expect(file).toEqual(byDegree(await caller().image.findings({ imageTagId: image_tag_id })));
  }
  expect(everywhere).toHaveLength(ending.length);
  const findings = { sort: 'end', direction: 'asc', readerId: null } as const;
  const { items: found } = await caller().finding.list({ size: 100 });
  expect(await degreesOfFile(findingsExport, findings, 'Evidence')).toEqual(byDegree(found));
});

test('what registries say anew is counted anew, though nothing else has moved', async () => {
  const { signal } = new AbortController();
  const isDue = async () => {
    await db.query('UPDATE evidence_measure SET took_ms = 0 WHERE organization_id = $1', [
      organizationId,
    ]);
    return (await measureWhenDue(deps, organizationId, signal)) === 'counted';
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

test('nothing is counted by a contract whose first day was moved ahead', async () => {
  const countNow = async () => {
    const [counted] = await countDegrees(deps, organizationId, { by: 'all' });
    return counted?.degrees.contract ?? 0;
  };
  expect(await countNow()).toBeGreaterThan(0);
  const actor = await makeActor(deps, organizationId);
  const contracts = await db.query<{ id: string }>('SELECT id FROM contract');
  const ahead = { startsOn: dayOf('2030-01-01'), endsOn: dayOf('2031-01-01') };
  for (const { id } of contracts) await changeContract(deps, actor, id, ahead);
  expect(await countNow()).toBe(0);
});
