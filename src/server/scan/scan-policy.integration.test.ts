import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';
import { recordStatements } from '@/test/recordings';
import { scanAnswer } from './upload-scan';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
});

const software = [
  { product: 'Redis', cycle: '6', eol: '2026-11-01', type: 'deb' },
  { product: 'Redis', cycle: '6', eol: '2026-11-01', type: 'binary' },
  { product: 'Node.js', cycle: '22', eol: '2027-01-10' },
  { product: 'Express', cycle: '4' },
  { product: 'Python', cycle: '2', ended: true },
];

test('an upload is told what the policies say of it, and the scan keeps it', async () => {
  const policyId = await makePolicy(deps, organization, { warnDays: 60, denyDays: 0 });
  const answer = scanAnswer.parse(await scanImage(deps, organization, { software }));
  expect(answer.policy).toEqual({
    action: 'DENY',
    violations: [
      {
        policy_id: policyId,
        action: 'DENY',
        product_name: 'Redis',
        cycle: '6',
        artifact_types: ['binary', 'deb'],
        eol_date: '2026-11-01',
        applies_on: '2026-11-01',
        message:
          'Redis 6 is denied since 2026-11-01 by the policy for all software: from its end of life on 2026-11-01.',
      },
      expect.objectContaining({
        action: 'WARN',
        product_name: 'Node.js',
        applies_on: '2026-11-11',
      }),
      expect.objectContaining({ action: 'WARN', product_name: 'Python', eol_date: '2026-11-21' }),
    ],
  });
  const [scan] = await deps.db.query<{ answer: object }>(
    'SELECT answer FROM scan WHERE organization_id = $1',
    [organization],
  );
  expect(scan?.answer).toEqual({ eol: answer.eol, policy: answer.policy, policiesRead: null });
});

test('a re-scan is judged anew, and history keeps what was said', async () => {
  const first = await scanImage(deps, organization, { software });
  expect(first.policy).toEqual({ action: 'ALLOW', violations: [] });
  await makePolicy(deps, organization, { warnDays: 60 });
  deps.clock.advance(60_000);
  expect((await scanImage(deps, organization, { software })).policy.action).toBe('WARN');
  const scans = await callAs(deps, organization).image.scans({ imageTagId: first.image_tag_id });
  expect(scans.items.map(({ policyAction }) => policyAction)).toEqual(['WARN', 'ALLOW']);
});

test('policies are about the project to the letter, and the organization', async () => {
  const projectName = 'github//acme/shop';
  await makePolicy(deps, organization, { scope: 'project', projectName, denyDays: 0 });
  await makePolicy(deps, await makeOrganization(deps), { denyDays: 0 });
  const actionIn = async (project: string) =>
    (await scanImage(deps, organization, { project, software })).policy.action;
  expect(await actionIn(projectName)).toBe('DENY');
  expect(await actionIn('github/acme/shop')).toBe('ALLOW');
});

test('costs one statement, however many policies and findings there are', async () => {
  await makePolicy(deps, organization, { denyDays: 0 });
  await makePolicy(deps, organization, { warnDays: 0 });
  const statements = recordStatements(deps.db);
  await scanImage(deps, organization, { software });
  expect(statements.filter((text) => /from "?policy"?\s/i.test(text))).toHaveLength(1);
});

test('the answer over REST has the shape that the document promises', async () => {
  await makePolicy(deps, organization, { denyDays: 0 });
  const upload = {
    AppConfig: { 'project-name': 'shop' },
    Matches: [
      {
        Cycle: {
          ProductName: 'Redis',
          ReleaseCycle: '6',
          Eol: '2026-11-01',
          LatestRelease: null,
          LatestReleaseDate: null,
          ReleaseDate: null,
        },
        Package: { Name: 'redis', Version: '6.2.1', Type: 'binary' },
      },
    ],
    EventSource: { Type: 'DirectoryScheme', Target: '.' },
  };
  const scanner = await new RestClient(deps).as(organization, 'scanner');
  const { status, body } = await scanner('PUT', '/v2/scan', upload);
  expect(status).toBe(200);
  const strict = z.strictObject(scanAnswer.shape).parse(body);
  expect(strict.policy).toMatchObject({
    action: 'DENY',
    violations: [{ product_name: 'Redis', artifact_types: ['binary'] }],
  });
});
