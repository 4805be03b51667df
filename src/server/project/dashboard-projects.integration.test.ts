import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;
const ids = new Map<string, string>();

const node = { product: 'Node.js', eol: '2026-04-30' };
const redis = { product: 'Redis', eol: '2026-05-01' };
const rails = { product: 'Rails', eol: '2027-01-10' };
const unknown = { product: 'Express' };

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  const scans = [
    { project: 'beta', image: 'a', software: [node, redis, unknown] },
    { project: 'beta', image: 'b', software: [node, rails] },
    { project: 'Alpha', image: 'c', software: [node] },
    { project: 'github//acme/100%', image: 'd', software: [] },
    { project: 'deleted', image: 'e', software: [node] },
  ] as const;
  for (const scan of scans) {
    const { project_id } = await scanImage(deps, organization, scan);
    ids.set(scan.project, project_id);
    deps.clock.advance(60_000);
  }
  const admin = callAs(deps, organization, 'admin');
  await admin.project.delete({ id: ids.get('deleted') ?? '' });
  await scanImage(deps, await makeOrganization(deps, 'Other'), { project: 'beta' });
});
afterAll(() => deps.db.close());

const names = async (input: object) => {
  const { items } = await callAs(deps, organization).project.listForDashboard(input);
  return items.map(({ name }) => name);
};

test.each([
  [{}, ['Alpha', 'beta', 'github//acme/100%']],
  [{ direction: 'desc' }, ['github//acme/100%', 'beta', 'Alpha']],
  [{ sort: 'images', direction: 'desc' }, ['beta', 'Alpha', 'github//acme/100%']],
  [{ sort: 'ended', direction: 'desc' }, ['beta', 'Alpha', 'github//acme/100%']],
  [{ sort: 'ended' }, ['github//acme/100%', 'Alpha', 'beta']],
  [{ sort: 'latestScan', direction: 'desc' }, ['github//acme/100%', 'Alpha', 'beta']],
  [{ sort: 'ended', direction: 'desc', page: 2, size: 2 }, ['github//acme/100%']],
  [{ search: 'ALP' }, ['Alpha']],
  [{ search: '%' }, ['github//acme/100%']],
  [{ search: 'nothing' }, []],
])('%j', async (input, expected) => {
  expect(await names(input)).toEqual(expected);
});

test('counts images, and software once however many images hold it', async () => {
  const { items } = await callAs(deps, organization).project.listForDashboard({ search: 'beta' });
  expect(items).toMatchObject([
    {
      id: ids.get('beta'),
      images: 2,
      latestScanDate: '2026-11-21T12:01:00.000Z',
      states: { ended: 2, soon: 1, next: 0, later: 0, unknown: 1 },
    },
  ]);
});

test('a page past the end has the true total', async () => {
  const caller = callAs(deps, organization);
  expect(await caller.project.listForDashboard({ page: 9 })).toMatchObject({ items: [], total: 3 });
});

test('one project says the same as the list', async () => {
  const caller = callAs(deps, organization);
  const { items } = await caller.project.listForDashboard({});
  for (const item of items) {
    expect(await caller.project.get({ projectId: item.id })).toMatchObject(item);
    const images = await caller.image.listForDashboard({ projectId: item.id });
    expect(images.total).toBe(item.images);
  }
});

test('a deleted project, and one of another organization, do not exist', async () => {
  const missing = { code: 'NOT_FOUND', message: 'Project not found' };
  const caller = callAs(deps, organization);
  const deleted = caller.project.get({ projectId: ids.get('deleted') ?? '' });
  await expect(deleted).rejects.toMatchObject(missing);
  const other = callAs(deps, await makeOrganization(deps));
  const foreign = other.project.get({ projectId: ids.get('beta') ?? '' });
  await expect(foreign).rejects.toMatchObject(missing);
  expect(await other.project.listForDashboard({})).toMatchObject({ items: [], total: 0 });
});

test('scanners see none', async () => {
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.project.listForDashboard({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
