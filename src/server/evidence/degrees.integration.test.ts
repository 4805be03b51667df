import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { countDegrees, type CountedBy } from '@/server/evidence/service';
import { checkComponent } from '@/server/check/service/check';
import { backgroundDone } from '@/server/platform/jobs/background';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { DEGREE_PACKAGES, DEGREE_SOFTWARE, organizationOfDegrees } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organizationId: OrganizationId;
let imageTagId: string;

const caller = () => callAs(deps, organizationId, 'admin');

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  ({ organizationId, imageTagId } = await organizationOfDegrees(deps));
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

/** Of the other image, whose SBOM says so. */
const CARRIED = { 'carried-0 7': 'sbom', 'carried-1 7': 'sbom' };

test('findings, software and an image’s software say how well each end is known', async () => {
  const findings = await caller().finding.list({});
  const listed = findings.items.map((one) => [`${one.product_name} ${one.cycle}`, one.evidence]);
  expect(Object.fromEntries(listed)).toEqual({ ...DEGREE_SOFTWARE, ...CARRIED });
  const software = await caller().software.listForDashboard({});
  expect(
    Object.fromEntries(
      software.items.map((one) => [`${one.productName} ${one.cycle}`, one.evidence]),
    ),
  ).toEqual({ ...DEGREE_SOFTWARE, ...CARRIED });
  const held = await caller().image.findings({ imageTagId });
  expect(
    Object.fromEntries(held.map((one) => [`${one.productName} ${one.releaseCycle}`, one.evidence])),
  ).toEqual(DEGREE_SOFTWARE);
});

test('lists are filtered by it', async () => {
  const findings = await caller().finding.list({ evidence: 'own' });
  expect(findings.items.map(({ product_name: name }) => name).sort()).toEqual(['Ours', 'Redis']);
  expect(findings.total).toBe(2);
  const software = await caller().software.listForDashboard({ evidence: 'inferred' });
  expect(software.items).toMatchObject([{ productName: 'Redis', cycle: '4.0' }]);
  const packages = await caller().image.components({ imageTagId, evidence: 'unknown' });
  expect(packages.items.map(({ name }) => name).sort()).toEqual(['left-pad', 'nobody']);
});

test('every package of an image has its degree', async () => {
  const { items } = await caller().image.components({ imageTagId, size: 100 });
  const degrees = items.map(({ name, purl, evidence }) => [purl ?? name, evidence]);
  expect(Object.fromEntries(degrees)).toEqual({
    ...DEGREE_PACKAGES,
    ...{ 'pkg:npm/old@2.0.0': 'registry', known: 'catalog', nobody: 'unknown' },
  });
});

describe('a check', () => {
  const check = async (purl: string) => {
    const question = { component: { kind: 'purl', purl }, lifecycle: 'STANDARD_SUPPORT' } as const;
    const { answer } = await checkComponent(deps, { organizationId, projectName: null }, question);
    return answer;
  };

  test('says the same of each', async () => {
    for (const [purl, degree] of Object.entries(DEGREE_PACKAGES)) {
      const answer = await check(purl);
      expect([purl, answer.evidence_degree]).toEqual([purl, degree]);
    }
  });

  test.each([
    ['pkg:cargo/taken-back@0.1.0', 'yanked', 'Yanked.', null],
    ['pkg:gem/taken@1.0.0', 'yanked', 'Yanked.', null],
    ['pkg:composer/acme/gone@1.0.0', 'deprecated', 'Abandoned.', 'acme/instead'],
    ['pkg:npm/old@1.0.0', 'deprecated', 'Deprecated: use newer-thing instead.', 'newer-thing'],
  ])('of %s has its registry’s words', async (purl, kind, message, successor) => {
    expect(await check(purl)).toMatchObject({
      ...{ eol: true, eol_reason: 'REGISTRY_DEPRECATED', eol_date: null },
      match: { found: true, message },
      result: { registry: { reason: 'registry_deprecated', message } },
      fact: { kind, message, successor, released_on: null, read_on: '2026-11-21' },
    });
  });

  test('of another version than its registry speaks of says nothing', async () => {
    expect(await check('pkg:cargo/taken-back@0.1.1')).toMatchObject({
      ...{ eol: false, result: null, evidence_degree: 'unknown' },
    });
  });

  test.each(['pkg:npm/slow@1.0.0', 'pkg:gem/calm@1.0.0'])(
    'of %s estimates, and says neither that it has ended nor that it is supported',
    async (purl) => {
      const answer = await check(purl);
      const message = expect.stringMatching(/^Estimate: line 1 has had no release since 1\.9\.0/);
      expect(answer).toMatchObject({
        ...{ eol: false, eol_reason: null, eol_date: null, result: null, evidence: null },
        ...{ found_support: false, advice: null },
        match: { found: false, message: expect.stringContaining('. Estimate: line 1 ') },
        fact: {
          ...{ kind: null, message, successor: null, url: null },
          ...{ released_on: '2020-01-01', read_on: '2026-11-21' },
        },
      });
    },
  );

  test('in a batch is answered alike, in order, and by name as by package URL', async () => {
    const call = await new RestClient(deps).as(organizationId, 'scanner');
    const components = [
      ...Object.keys(DEGREE_PACKAGES).map((purl) => ({ purl })),
      { name: 'slow', version: '1.0.0', ecosystem: 'npm' },
    ];
    const { status, body } = await call('POST', '/eol/check/batch', { components });
    expect(status).toBe(200);
    const degrees = [...Object.values(DEGREE_PACKAGES), 'stale'];
    expect(body).toMatchObject({
      results: degrees.map((degree) => ({ evidence_degree: degree })),
    });
  });
});

test('packages are counted by degree, of all, by ecosystem, image and team', async () => {
  const count = (by: CountedBy) => countDegrees(deps, organizationId, { by });
  const [all] = await count('all');
  const ofImage = {
    contract: 1,
    own: 3,
    catalog: 3,
    registry: 5,
    inferred: 1,
    stale: 2,
    unknown: 2,
  };
  expect(all).toEqual({ of: null, total: 19, degrees: { ...ofImage, sbom: 2 } });
  const byEcosystem = await count('ecosystem');
  expect(Object.fromEntries(byEcosystem.map(({ of, total }) => [of, total]))).toEqual({
    ...{ npm: 7, generic: 4, gem: 2, binary: 2, pypi: 2, cargo: 1, composer: 1 },
  });
  const [first, ...others] = await count('image');
  expect(first).toEqual({ of: imageTagId, total: 17, degrees: { ...ofImage, sbom: 0 } });
  expect(others).toMatchObject([{ total: 2, degrees: { sbom: 2 } }]);
  expect(await count('team')).toEqual([all]);
  const nothing = { by: 'all', imageTagIds: [] } as const;
  expect(await countDegrees(deps, organizationId, nothing)).toEqual([]);
});
