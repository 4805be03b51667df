import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { countDegrees } from '@/server/evidence/service';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { REDIS, REDIS_PACKAGES, redisDates, SCANNED_SOFTWARE } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';
import { measure, measureWhenDue } from './service/measure';

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [REDIS]);
  organizationId = await makeOrganization(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await db.close();
});

const caller = () => callAs(deps, organizationId, 'admin');

const carrying = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: ['2025-01-31', '2030-01-31'].map((value, index) => ({
    ...{ type: 'library', name: `carried-${String(index)}`, version: '7' },
    purl: `pkg:pypi/carried-${String(index)}@7`,
    properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
  })),
};

/** One image with what has every degree that there is. */
async function imageOfAllDegrees(): Promise<void> {
  await redisDates(deps, organizationId);
  await scanImage(deps, organizationId, {
    packages: [
      ...Object.keys(REDIS_PACKAGES),
      ...['old', 'slow', 'left-pad'].map((name) => `pkg:npm/${name}@1.0.0`),
    ],
    software: [
      ...SCANNED_SOFTWARE,
      { product: 'Nobody too', type: 'binary', packages: ['pkg:npm/old@2.0.0'] },
    ],
  });
  const upload = await new RestClient(deps).as(organizationId, 'scanner');
  expect((await upload('PUT', '/sbom?name=carries&tag=1', carrying)).status).toBe(200);
  await db.query(
    `INSERT INTO component_fact (organization_id, component_id, degree, kind, message, checked_at)
     SELECT organization_id, id, CASE name WHEN 'old' THEN 'registry' ELSE 'stale' END,
            CASE name WHEN 'old' THEN 'deprecated' END, 'said', now()
       FROM component WHERE organization_id = $1 AND name IN ('old', 'slow')`,
    [organizationId],
  );
  await rematchOrganization(deps, organizationId);
}

test('coverage counts what the lists of images say, and what is counted of all', async () => {
  await imageOfAllDegrees();
  const listed = new Map<string, number>();
  const images = await caller().image.listForDashboard({});
  for (const { id: imageTagId } of images.items) {
    const { items } = await caller().image.components({ imageTagId, size: 100 });
    for (const { evidence } of items) listed.set(evidence, (listed.get(evidence) ?? 0) + 1);
  }
  expect([...EVIDENCE_DEGREES].filter((degree) => !listed.has(degree))).toEqual([]);

  await measure(deps, organizationId);
  const { all } = await caller().knowledge.coverage();
  const covered = all.degrees.map(({ degree, count }) => [degree, count] as const);
  expect(Object.fromEntries(covered)).toEqual(Object.fromEntries(listed));

  const [counted] = await countDegrees(deps, organizationId, { by: 'all' });
  expect(counted?.degrees).toEqual(Object.fromEntries(listed));
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
  expect(await count('stale')).toBe(stale - 1);
  await db.query(
    "UPDATE component_fact SET degree = 'stale', checked_at = now() + '1 s' WHERE organization_id = $1",
    [organizationId],
  );
  expect(await isDue()).toBe(true);
  expect(await count('registry')).toBe(0);
});
