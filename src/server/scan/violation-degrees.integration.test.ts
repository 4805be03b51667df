import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { reportFinding } from '@/domain/report/finding';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { DEGREE_PACKAGES, DEGREE_SOFTWARE, organizationOfDegrees } from '@/test/degrees';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { recordStatements } from '@/test/recordings';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { z } from 'zod';
import { scanAnswer } from './upload-scan';

const LONG_AGO = dayOf(new Date('2020-01-01T00:00:00Z'));

let deps: TestDeps;
let organizationId: OrganizationId;
let imageTagId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  ({ organizationId, imageTagId } = await organizationOfDegrees(deps));
  // Whatever its end is, and where nobody knows one.
  await makePolicy(deps, organizationId, { warnOn: LONG_AGO });
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const answerSchema = z.object({
  policy: scanAnswer.shape.policy,
  findings: z.array(reportFinding),
});

/** What nobody else knows the end of, and what the organization itself makes. */
const CARRYING = ['pkg:pypi/carried@7', 'pkg:npm/ours@2.0.0'];

/** An SBOM of these packages, of which some carry their ends. */
function documentOf(purls: readonly string[]) {
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: purls.map((purl) => {
      const [, name = '', version = ''] = /\/([^/@]+)@(.+)$/.exec(purl) ?? [];
      const carried = { name: 'cdx:lifecycle:milestone:endOfSupport', value: '2025-01-31' };
      return {
        ...{ type: 'library', name, version, purl },
        ...(CARRYING.includes(purl) && { properties: [carried] }),
      };
    }),
  };
}

const degreesIn = (answer: z.output<typeof answerSchema>) => ({
  violations: Object.fromEntries(
    answer.policy.violations.map((one) => [`${one.product_name} ${one.cycle}`, one.evidence]),
  ),
  findings: Object.fromEntries(
    answer.findings.map((one) => [`${one.product_name} ${one.cycle}`, one.evidence]),
  ),
});

test('every violation of an upload has the degree that the lists have', async () => {
  const { policy } = await scanImage(deps, organizationId, {
    packages: Object.keys(DEGREE_PACKAGES),
    software: [
      { product: 'Scanner knows', type: 'binary', eol: '2025-01-01', packages: ['known@1'] },
      { product: 'Nobody knows', type: 'binary', packages: ['nobody@1'] },
      { product: 'Nobody too', type: 'binary', packages: ['pkg:npm/old@2.0.0'] },
    ],
  });
  const { violations } = scanAnswer.shape.policy.parse(policy);
  const degrees = violations.map((one) => [`${one.product_name} ${one.cycle}`, one.evidence]);
  expect(Object.fromEntries(degrees)).toEqual(DEGREE_SOFTWARE);
});

test('what is waived has it, too', async () => {
  const rest = new RestClient(deps);
  const member = await signedIn(deps, rest, { organizationId, role: 'member' });
  const admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
  const { id } = await ask(member, {
    ...{ scope: 'organization', project_name: undefined },
    ...{ product_name: 'Redis', cycle: '4.0', ends_on: '2027-01-01' },
  });
  await decide(admin, id, 'granted');
  const { policy } = await scanImage(deps, organizationId, {
    image: 'waived',
    packages: ['pkg:generic/redis@4.0.14'],
  });
  expect(policy).toMatchObject({
    violations: [],
    waived: [{ product_name: 'Redis', cycle: '4.0', evidence: 'inferred' }],
  });
});

test.each(['PUT', 'POST'] as const)(
  'an SBOM that is sent by %s has it for findings and violations, of what was never seen before',
  async (method) => {
    const other = await makeOrganization(deps, 'Other');
    await makePolicy(deps, other, { warnOn: LONG_AGO });
    const ours = { slug: 'ours', name: 'Ours', category: 'app' as const, purls: ['pkg:npm/ours'] };
    await callAs(deps, other, 'admin').ownCatalog.save({
      body: {
        product: {
          ...ours,
          cycles: [
            { name: '2', releasedOn: '2025-01-01' },
            { name: '1', releasedOn: '2020-01-01', supportedUntil: '2024-01-01' },
          ],
        },
        reason: 'we make it',
      },
    });
    const client = await new RestClient(deps).as(other, 'scanner');
    const path = method === 'PUT' ? '/sbom?name=first&tag=1' : '/sbom/check';
    const given = documentOf([
      ...['pkg:generic/redis@4.0.14', 'pkg:generic/redis@5.0.1', 'pkg:npm/ours@1.2.0'],
      ...CARRYING,
    ]);
    const expected = {
      ...{ 'Redis 4.0': 'inferred', 'Redis 5.0': 'catalog', 'Ours 1': 'own', 'Ours 2': 'own' },
      'carried 7': 'sbom',
    };
    for (const time of ['first', 'again']) {
      const { status, body } = await client(method, path, given);
      expect([time, status]).toEqual([time, 200]);
      const answer = degreesIn(answerSchema.parse(body));
      expect(answer).toEqual({ violations: expected, findings: expected });
    }
  },
);

test('a check of what a contract or the organization itself dates says so', async () => {
  const client = await new RestClient(deps).as(organizationId, 'scanner');
  const given = documentOf(['pkg:generic/redis@5.0.1', 'pkg:generic/redis@6.0.1']);
  const { body } = await client('POST', '/sbom/check', given);
  const expected = { 'Redis 5.0': 'own', 'Redis 6.0': 'contract' };
  expect(degreesIn(answerSchema.parse(body))).toEqual({ violations: expected, findings: expected });
});

test('an upload of which policies say nothing asks for no degree', async () => {
  const quiet = await makeOrganization(deps, 'Quiet');
  const statements = recordStatements(deps.db);
  await scanImage(deps, quiet, { packages: ['pkg:generic/redis@5.0.1'] });
  expect(statements.filter((text) => text.includes('as "evidence"'))).toEqual([]);
});

test('images under policies say it of what decides, and how much rests on estimates', async () => {
  const { policy } = callAs(deps, organizationId);
  const { items } = await policy.images({ action: 'WARN' });
  const [first] = items.filter(({ id }) => id === imageTagId);
  // Of several the first by name.
  expect(first?.because).toMatchObject({ productName: 'Nobody knows', evidence: 'unknown' });
  const degrees = items.flatMap(({ because }) => because?.evidence ?? []);
  expect(EVIDENCE_DEGREES).toEqual(expect.arrayContaining(degrees));
  const carries = items.find(({ name }) => name === 'carries');
  expect(carries?.because).toMatchObject({ productName: 'carried-0', evidence: 'sbom' });
  const lone = await scanImage(deps, organizationId, {
    image: 'lone',
    packages: ['pkg:generic/redis@4.0.14', 'pkg:npm/vendored@1.2.0'],
  });
  const [status] = await policy.statusOfImages({ imageTagIds: [lone.image_tag_id] });
  // The estimate is waived.
  expect(status).toMatchObject({ warned: 1, estimates: 0, waived: 1 });
  deps.clock.set('2027-01-02T12:00:00Z');
  const [later] = await policy.statusOfImages({ imageTagIds: [lone.image_tag_id] });
  expect(later).toMatchObject({ warned: 2, estimates: 1, waived: 0 });
});
