import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, runImages, scanImage, type ScannedImage } from '@/test/factories';
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
        evidence: 'catalog',
        applies_on: '2026-11-01',
        message:
          'Redis 6 is denied from 2026-11-01 on by the policy for all software: from its end of life on 2026-11-01.',
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

const [D1 = '', D2 = ''] = ['1', '2'].map((one) => `sha256:${one.repeat(64)}`);
const redis = [{ product: 'Redis', cycle: '6', eol: '2026-11-01' }];

interface Upload {
  readonly running: string;
  readonly before?: ScannedImage;
  readonly scanned: ScannedImage;
  readonly runs: boolean;
}

test.each<[string, Upload]>([
  ['by name and tag', { running: 'a/b:1', scanned: { image: 'a/b:1' }, runs: true }],
  [
    'by the name in full',
    { running: 'docker.io/library/shop:1', scanned: { image: 'shop:1' }, runs: true },
  ],
  ['not by another tag', { running: 'shop:1', scanned: { image: 'shop:2' }, runs: false }],
  [
    'by digest, whatever the name',
    { running: `a/b:9@${D1}`, scanned: { image: 'shop:1', digest: D1 }, runs: true },
  ],
  [
    'by name and tag when nobody knows the digest of the upload',
    { running: `shop:1@${D1}`, scanned: { image: 'shop:1' }, runs: true },
  ],
  [
    'by name and tag when the digest that runs was never scanned',
    { running: `shop:1@${D1}`, scanned: { image: 'shop:1', digest: D2 }, runs: true },
  ],
  [
    'not when the digest that runs is another image’s',
    {
      running: `shop:1@${D1}`,
      before: { image: 'other:1', digest: D1 },
      ...{ scanned: { image: 'shop:1', digest: D2 }, runs: false },
    },
  ],
  [
    'when the digest that runs is its own before',
    {
      running: `shop:1@${D1}`,
      before: { image: 'shop:1', digest: D1 },
      ...{ scanned: { image: 'shop:1', digest: D2 }, runs: true },
    },
  ],
  [
    'not when that is of the same name in another project',
    {
      running: `shop:1@${D1}`,
      before: { project: 'billing', image: 'shop:1', digest: D1 },
      ...{ scanned: { image: 'shop:1', digest: D2 }, runs: false },
    },
  ],
  [
    'never as a directory',
    { running: 'shop:latest', scanned: { kind: 'directory', image: 'shop' }, runs: false },
  ],
])(
  'a policy for what runs judges an upload that runs: %s',
  async (_, { running, before, scanned, runs }) => {
    await makePolicy(deps, organization, { denyDays: 0, onlyRunning: true });
    if (before) await scanImage(deps, organization, { ...before, software: redis });
    await runImages(deps, organization, [running]);
    const answer = scanAnswer.parse(
      await scanImage(deps, organization, { ...scanned, software: redis }),
    );
    expect(answer.policy).toMatchObject({
      action: runs ? 'DENY' : 'ALLOW',
      only_running: { policies: 1, runs },
    });
    // What is asked later is joined as the upload foresaw.
    const [status] = await callAs(deps, organization).policy.statusOfImages({
      imageTagIds: [answer.image_tag_id],
    });
    expect(status).toMatchObject({ action: runs ? 'DENY' : 'ALLOW' });
  },
);

test('where no cluster was heard of for a week, an upload is told that nobody knows what runs', async () => {
  await makePolicy(deps, organization, { denyDays: 0, onlyRunning: true });
  await runImages(deps, organization, ['shop:1']);
  const told = async () => {
    const { policy } = await scanImage(deps, organization, { image: 'shop:1', software: redis });
    return [policy.action, policy.only_running?.runs];
  };
  expect(await told()).toEqual(['DENY', true]);
  deps.clock.set('2026-11-28T12:00:01Z');
  expect(await told()).toEqual(['ALLOW', null]);
});
