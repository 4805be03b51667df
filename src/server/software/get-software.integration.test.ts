import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createNote } from '@/server/note/service/notes';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;

const node16 = {
  product: 'Node.js',
  cycle: '16',
  eol: '2023-09-11',
  type: 'binary',
  facts: { lts: true, releasedOn: '2021-04-20', latestRelease: '16.20.2' },
};
const node22 = {
  product: 'Node.js',
  cycle: '22',
  eol: '2027-04-30',
  type: 'binary',
  facts: { releasedOn: '2024-04-24' },
};

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

async function organizationWithNode(): Promise<OrganizationId> {
  const organization = await makeOrganization(deps);
  const scans = [
    { project: 'one', image: 'a', software: [node16, node22] },
    { project: 'one', image: 'b', software: [node16] },
    { project: 'two', image: 'c', software: [node16, { ...node16, type: 'npm' }] },
  ];
  for (const scan of scans) await scanImage(deps, organization, scan);
  return organization;
}

async function idOf(organization: OrganizationId, search: string, artifactType = 'binary') {
  const { items } = await callAs(deps, organization).software.listForDashboard({ artifactType });
  return items.find(({ cycle }) => cycle === search)?.id ?? '';
}

test('a cycle with its dates, counts and note, and the product’s cycles around it', async () => {
  const organization = await organizationWithNode();
  const actor = await makeActor(deps, organization, 'member');
  await createNote(deps, actor, { content: 'Goes', eolSoftware: 'Node.js', userProfile: null });
  const softwareId = await idOf(organization, '16');
  const found = await callAs(deps, organization).software.get({ softwareId });
  expect(found).toMatchObject({
    id: softwareId,
    productName: 'Node.js',
    cycle: '16',
    artifactType: 'binary',
    lts: true,
    releaseDate: '2021-04-20',
    latestRelease: '16.20.2',
    eolDate: '2023-09-11',
    eolDateKnown: true,
    eolSource: 'scanner',
    images: 3,
    projects: 2,
    productNote: { noteContent: 'Goes', userProfile: 'Ada Lovelace' },
    policy: { action: 'ALLOW', message: null, changes: [] },
    projectPolicies: [],
    teamPolicies: [],
  });
  expect(found.lifecycle).toMatchObject([
    { name: '22', isThis: false, endsOn: '2027-04-30', images: 1, held: [{ images: 1 }] },
    {
      name: '16',
      isThis: true,
      // One of them holds it as both types.
      images: 3,
      releasedOn: '2021-04-20',
      held: [
        { artifactType: 'binary', images: 3, softwareId },
        { artifactType: 'npm', images: 1 },
      ],
    },
  ]);
});

test('what the policies say, everywhere and in projects that have their own', async () => {
  const organization = await organizationWithNode();
  await makePolicy(deps, organization, { warnDays: 90, denyDays: 0 });
  await makePolicy(deps, organization, {
    scope: 'project',
    projectName: 'two',
    denyOn: parseDay('2027-01-01'),
  });
  const softwareId = await idOf(organization, '22');
  const found = await callAs(deps, organization).software.get({ softwareId });
  expect(found.policy).toMatchObject({
    action: 'ALLOW',
    changes: [
      { on: '2027-01-30', action: 'WARN' },
      { on: '2027-04-30', action: 'DENY' },
    ],
  });
  expect(found.projectPolicies).toEqual([]);

  const ended = await callAs(deps, organization).software.get({
    softwareId: await idOf(organization, '16'),
  });
  expect(ended.policy).toMatchObject({ action: 'DENY', appliesOn: '2023-09-11', changes: [] });
  expect(ended.policy.message).toContain('Node.js 16 is denied from 2023-09-11 on');
  expect(ended.projectPolicies).toMatchObject([
    { project: { name: 'two' }, policy: { action: 'DENY' } },
  ]);
});

test('the projects that hold it, in pages', async () => {
  const organization = await organizationWithNode();
  const caller = callAs(deps, organization);
  const softwareId = await idOf(organization, '16');
  const page = await caller.software.projects({ softwareId });
  expect(page).toMatchObject({
    total: 2,
    items: [
      { name: 'one', images: 2 },
      { name: 'two', images: 1 },
    ],
  });
  const second = await caller.software.projects({ softwareId, page: 2, size: 1 });
  expect(second.items.map(({ name }) => name)).toEqual(['two']);
  const past = await caller.software.projects({ softwareId, page: 9 });
  expect(past).toMatchObject({ total: 2, items: [] });
});

test('a cycle that no image holds any more still has its page', async () => {
  const organization = await organizationWithNode();
  const softwareId = await idOf(organization, '22');
  await scanImage(deps, organization, { project: 'one', image: 'a', software: [node16] });
  const found = await callAs(deps, organization).software.get({ softwareId });
  expect(found).toMatchObject({ images: 0, projects: 0 });
  expect(found.lifecycle).toMatchObject([
    { name: '22', isThis: true, held: [] },
    { name: '16', isThis: false },
  ]);
});

test('another organization’s software is not found', async () => {
  const organization = await organizationWithNode();
  const stranger = callAs(deps, await makeOrganization(deps));
  const softwareId = await idOf(organization, '16');
  expect(await callAs(deps, organization).software.name({ softwareId })).toEqual({
    id: softwareId,
    productName: 'Node.js',
    cycle: '16',
    artifactType: 'binary',
  });
  const notFound = { code: 'NOT_FOUND', message: 'Software not found' };
  await expect(stranger.software.get({ softwareId })).rejects.toMatchObject(notFound);
  await expect(stranger.software.name({ softwareId })).rejects.toMatchObject(notFound);
  await expect(stranger.software.projects({ softwareId })).rejects.toMatchObject(notFound);
});

test('with the catalog: where to move, the support phases, and cycles that nobody holds yet', async () => {
  const organization = await organizationWithNode();
  const cycle = (name: string, releasedOn: string, supportedUntil: string) => ({
    name,
    releasedOn,
    supportedUntil,
    activeUntil: name === '24' ? '2026-10-20' : undefined,
  });
  await withCatalog(deps, [
    importedProduct({
      name: 'Node.js',
      cycles: [
        cycle('26', '2026-12-22', '2029-04-30'),
        cycle('24', '2025-05-06', '2028-04-30'),
        cycle('22', '2024-04-24', '2027-04-30'),
        cycle('20', '2023-04-18', '2026-04-30'),
        cycle('16', '2021-04-20', '2023-09-11'),
      ],
    }),
  ]);
  const softwareId = await idOf(organization, '16');
  const found = await callAs(deps, organization).software.get({ softwareId });
  // 26 is not out yet, and 22 ends within a year.
  expect(found.advice).toMatchObject({
    target: { name: '24', endsOn: '2028-04-30', state: 'later' },
    smallest: null,
    reason: null,
  });
  expect(found.catalog).toMatchObject({ product: 'node-js' });
  // 20 has ended and no image holds it.
  expect(found.lifecycle.map(({ name, isThis }) => [name, isThis])).toEqual([
    ['26', false],
    ['24', false],
    ['22', false],
    ['16', true],
  ]);
  expect(found.lifecycle[1]).toMatchObject({
    endsOn: '2028-04-30',
    support: [{ level: 'ACTIVE_SUPPORT', endsOn: '2026-10-20' }, { level: 'STANDARD_SUPPORT' }],
    held: [],
  });
  expect(found.lifecycle[2]).toMatchObject({ held: [{ images: 1 }] });
  const newest = await callAs(deps, organization).software.get({
    softwareId: await idOf(organization, '22'),
  });
  expect(newest.advice?.target).toMatchObject({ name: '24' });
});
