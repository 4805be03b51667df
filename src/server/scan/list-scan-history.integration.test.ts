import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  const digest = `sha256:${'a'.repeat(64)}`;
  const scans = [
    { project: 'shop', image: 'nginx:1' },
    { project: 'shop', image: 'docker.io/library/nginx:2' },
    { project: 'shop', image: 'nginx:1' },
    { project: 'Shop', image: 'nginx:3' },
    { project: 'shop', image: `redis@${digest}` },
    { project: 'shop', image: '../A b', kind: 'directory' },
    { project: 'shop', image: 'app', kind: 'directory' },
    { project: 'shop', image: 'nginx' },
  ] as const;
  for (const scan of scans) {
    deps.clock.advance(60_000);
    await scanImage(deps, organization, scan);
  }
});
afterAll(() => db.close());

const history = (image_name: string, project_name = 'shop') =>
  callAs(deps, organization).scan.history({ image_name, project_name });

test.each([
  ['nginx', ['latest', '1', '2', '1']],
  ['docker.io/library/nginx', ['latest', '1', '2', '1']],
  ['nginx:1', ['1', '1']],
  ['index.docker.io/library/nginx:2', ['2']],
  ['nginx:latest', ['latest']],
  ['../A b', ['latest']],
  ['app', ['latest']],
  [`redis@sha256:${'a'.repeat(64)}`, [`sha256:${'a'.repeat(64)}`]],
  ['redis', [`sha256:${'a'.repeat(64)}`]],
  ['redis:latest', []],
  ['%', []],
  ['unknown', []],
])('%s', async (image, tags) => {
  const { scans } = await history(image);
  expect(scans.map(({ imageTag }) => imageTag)).toEqual(tags);
});

test('says when, newest first', async () => {
  const { scans } = await history('nginx:1');
  expect(scans.map(({ scanDate }) => scanDate)).toEqual([
    '2026-11-21T12:03:00.000Z',
    '2026-11-21T12:01:00.000Z',
  ]);
});

test('project names count to the letter', async () => {
  expect((await history('nginx', 'Shop')).scans).toHaveLength(1);
  expect(await history('nginx', 'sho')).toEqual({ scans: [] });
});

test('another organization sees nothing of it', async () => {
  const { scan } = callAs(deps, await makeOrganization(deps));
  expect(await scan.history({ image_name: 'nginx', project_name: 'shop' })).toEqual({ scans: [] });
});

test('a scanner may not read it', async () => {
  const { scan } = callAs(deps, organization, 'scanner');
  await expect(scan.history({ image_name: 'nginx', project_name: 'shop' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
