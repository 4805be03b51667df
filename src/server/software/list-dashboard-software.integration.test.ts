import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createNote } from '@/server/note/service/notes';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const node = { product: 'Node.js', cycle: '16', eol: '2023-09-11', type: 'binary' };
const nodeFromNpm = { ...node, type: 'npm' };
const django = { product: 'Django', cycle: '4.2', eol: '2027-04-01', type: 'python' };
const go = { product: 'Go', cycle: '1.24', eol: '2027-08-01', type: 'binary' };
const redis = { product: 'Redis', cycle: '8', eol: '2029-01-01', type: 'deb' };
const express = { product: 'Express', cycle: '4', type: 'npm' };
const perl = { product: 'Perl', cycle: '5.8', ended: true, type: 'deb' };

const SCANS = [
  { project: 'one', image: 'a', software: [node, django, express] },
  { project: 'one', image: 'b', software: [node, go] },
  { project: 'two', image: 'c', software: [node, nodeFromNpm, redis, perl] },
  { project: 'two', image: 'gone', software: [{ product: 'Lua', eol: '2020-01-01' }] },
  { project: 'two', image: 'gone', software: [] },
] as const;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  for (const scan of SCANS) await scanImage(deps, organization, scan);
  const other = await makeOrganization(deps);
  await scanImage(deps, other, {
    project: 'one',
    image: 'a',
    software: [node, { product: 'Elm' }],
  });
});
afterAll(() => db.close());

const list = (input: object = {}) => callAs(deps, organization).software.listForDashboard(input);
const names = async (input: object) =>
  (await list(input)).items.map(({ productName, cycle }) => `${productName} ${cycle}`);
const projectId = async (name: string) => {
  const projects = await callAs(deps, organization).scanner.projects();
  return projects.find((project) => project.name === name)?.id;
};

test('by end, with what has no known end last, and what only stood there before left out', async () => {
  const page = await list();
  expect(page.items.map(({ productName, eolDate }) => [productName, eolDate])).toEqual([
    ['Node.js', '2023-09-11'],
    ['Node.js', '2023-09-11'],
    ['Perl', '2026-11-21'],
    ['Django', '2027-04-01'],
    ['Go', '2027-08-01'],
    ['Redis', '2029-01-01'],
    ['Express', null],
  ]);
  expect(page).toMatchObject({
    total: 7,
    states: { ended: 3, soon: 1, next: 1, later: 1, unknown: 1 },
  });
});

test('counts images and projects, and tells an unknown day from a known one', async () => {
  const { items } = await list({ search: 'NODE' });
  expect(items).toMatchObject([
    { artifactType: 'binary', images: 3, projects: 2, eolDateKnown: true, note: null },
    { artifactType: 'npm', images: 1, projects: 1 },
  ]);
  const [undated] = (await list({ search: 'perl' })).items;
  expect(undated).toMatchObject({ eolDate: '2026-11-21', eolDateKnown: false });
});

test.each([
  [{ state: 'ended' }, ['Node.js 16', 'Node.js 16', 'Perl 5.8']],
  [{ state: 'soon' }, ['Django 4.2']],
  [{ state: 'next' }, ['Go 1.24']],
  [{ state: 'later' }, ['Redis 8']],
  [{ state: 'unknown' }, ['Express 4']],
  [{ artifactType: 'npm' }, ['Node.js 16', 'Express 4']],
  [{ artifactType: 'npm', state: 'unknown' }, ['Express 4']],
  [{ productName: 'Node.js', artifactType: 'binary' }, ['Node.js 16']],
  [{ productName: 'node.js' }, []],
  [{ search: 'o', sort: 'name', direction: 'desc', size: 2 }, ['Node.js 16', 'Node.js 16']],
  [{ sort: 'name', size: 2 }, ['Django 4.2', 'Express 4']],
  [{ sort: 'images', direction: 'desc', size: 1 }, ['Node.js 16']],
  [{ direction: 'desc', size: 2 }, ['Redis 8', 'Go 1.24']],
  [{ page: 2, size: 6 }, ['Express 4']],
  [{ page: 9 }, []],
])('%j', async (input, expected) => {
  expect(await names(input)).toEqual(expected);
});

test('states count what the other conditions leave, whatever state is asked for', async () => {
  const { total, states } = await list({ artifactType: 'npm', state: 'soon' });
  expect(total).toBe(0);
  expect(states).toEqual({ ended: 1, soon: 0, next: 0, later: 0, unknown: 1 });
});

test('within a project only its images count', async () => {
  const page = await list({ projectId: await projectId('one'), sort: 'images', direction: 'desc' });
  expect(page.items.map(({ productName, images }) => [productName, images])).toEqual([
    ['Node.js', 2],
    ['Django', 1],
    ['Go', 1],
    ['Express', 1],
  ]);
  expect(await names({ projectId: '01890000-0000-7000-8000-000000000001' })).toEqual([]);
});

test('each count is the length of the list of images that it leads to', async () => {
  const caller = callAs(deps, organization);
  for (const { id, images } of (await list()).items) {
    const page = await caller.image.listForDashboard({ softwareIds: [id] });
    expect(page.total).toBe(images);
  }
  const ofProduct = await caller.image.listForDashboard({ productName: 'Node.js' });
  expect(ofProduct.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  const narrowed = await caller.image.listForDashboard({
    productName: 'Node.js',
    projectId: await projectId('two'),
  });
  expect(narrowed.items.map(({ name }) => name)).toEqual(['c']);
  expect((await caller.image.listForDashboard({ productName: 'Elm' })).total).toBe(0);
});

test('shows the beginning of the note on its product', async () => {
  const actor = await makeActor(deps, organization, 'member');
  await createNote(deps, actor, {
    content: `Moves on. ${'x'.repeat(500)}`,
    eolSoftware: 'Redis',
    userProfile: null,
  });
  const [found] = (await list({ search: 'redis' })).items;
  expect(found?.note?.excerpt).toHaveLength(200);
  expect(found?.note?.excerpt).toMatch(/^Moves on\. xxx/);
});

test('types and products in use', async () => {
  const caller = callAs(deps, organization);
  expect(await caller.software.types()).toEqual(['binary', 'deb', 'npm', 'python']);
  const products = await caller.software.products();
  expect(products.map(({ productName }) => productName)).toEqual([
    'Django',
    'Express',
    'Go',
    'Node.js',
    'Perl',
    'Redis',
  ]);
  expect(products.find(({ hasNote }) => hasNote)?.productName).toBe('Redis');
});

test('nothing of another organization is seen', async () => {
  const empty = await makeOrganization(deps);
  const caller = callAs(deps, empty);
  expect(await caller.software.listForDashboard({})).toMatchObject({
    items: [],
    total: 0,
    states: { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 },
  });
  expect(await caller.software.types()).toEqual([]);
  expect(await caller.software.products()).toEqual([]);
  const [foreign] = (await list()).items;
  const page = await caller.image.listForDashboard({ softwareIds: [foreign?.id ?? ''] });
  expect(page.total).toBe(0);
});

test('scanners may not read it', async () => {
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.software.listForDashboard({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
