import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { runImages, scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const node = { product: 'Node.js', cycle: '16', eol: '2023-09-11', type: 'binary' };
const django = { product: 'Django', cycle: '4.2', eol: '2027-04-01', type: 'python' };
const express = { product: 'Express', cycle: '4', type: 'npm' };

const SCANS = [
  { project: 'shop', image: 'web:1', software: [node, django, express] },
  { project: 'bank', image: 'api:1', software: [node] },
  { project: 'bank', image: 'gone:1', software: [{ product: 'Lua', eol: '2020-01-01' }] },
  { project: 'bank', image: 'gone:1', software: [] },
] as const;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  for (const scan of SCANS) {
    await scanImage(deps, organization, scan);
    deps.clock.advance(60_000);
  }
  const other = await makeOrganization(deps);
  await scanImage(deps, other, { project: 'shop', image: 'web:1', software: [node] });
});
afterAll(() => db.close());

const list = (input: object = {}) => callAs(deps, organization).finding.list(input);
const rows = async (input: object = {}) =>
  (await list(input)).items.map((one) => `${one.product_name} in ${one.image.name}`);

test('is one row for each image and software, by end, with what has no known end last', async () => {
  const page = await list();
  expect(page).toMatchObject({
    total: 4,
    states: { ended: 2, soon: 1, next: 0, later: 0, unknown: 1 },
  });
  expect(page.items[0]).toMatchObject({
    ...{ product_name: 'Node.js', cycle: '16', artifact_type: 'binary', state: 'ended' },
    ...{ eol_date: '2023-09-11', eol_date_known: true, contract: null, owner: null },
    image: { name: 'api', tag: '1', kind: 'image' },
    project: { name: 'bank' },
  });
  expect(await rows()).toEqual([
    'Node.js in api',
    'Node.js in web',
    'Django in web',
    'Express in web',
  ]);
});

test.each([
  [{ sort: 'name' }, ['Django in web', 'Express in web', 'Node.js in api', 'Node.js in web']],
  [{ sort: 'image' }, ['Node.js in api', 'Django in web', 'Express in web', 'Node.js in web']],
  [
    { sort: 'project', direction: 'desc' },
    ['Django in web', 'Express in web', 'Node.js in web', 'Node.js in api'],
  ],
  [
    { sort: 'firstSeen', direction: 'desc' },
    ['Node.js in api', 'Django in web', 'Express in web', 'Node.js in web'],
  ],
  [{ direction: 'desc' }, ['Django in web', 'Node.js in api', 'Node.js in web', 'Express in web']],
])('is in the order of %o', async (input, expected) => {
  expect(await rows(input)).toEqual(expected);
});

test.each([
  [{ search: 'web node' }, ['Node.js in web']],
  [{ search: '16 bank' }, ['Node.js in api']],
  [{ search: 'node in shop' }, ['Node.js in web']],
  [{ search: 'node nothing' }, []],
  [{ state: 'unknown' }, ['Express in web']],
  [{ artifact_type: 'python' }, ['Django in web']],
  [{ product_name: 'Node.js' }, ['Node.js in api', 'Node.js in web']],
  [{ owner: 'mine' }, []],
  [{ page: 2, size: 3 }, ['Express in web']],
])('%o keeps %o', async (input, expected) => {
  expect(await rows(input)).toEqual(expected);
});

test('one project alone, whose numbers by state are its own', async () => {
  const projects = await callAs(deps, organization).scanner.projects();
  const project_id = projects.find(({ name }) => name === 'bank')?.id;
  expect(await list({ project_id, state: 'later' })).toMatchObject({
    ...{ total: 0, items: [] },
    states: { ended: 1, unknown: 0 },
  });
});

test('images that are retired have none', async () => {
  const member = callAs(deps, organization, 'member');
  const { items } = await member.image.list({ search: 'api' });
  const id = items[0]?.id ?? '';
  await member.retirement.retire({ id, body: {} });
  expect(await rows({ search: 'api' })).toEqual([]);
  await member.retirement.bringBack({ id });
  expect(await rows({ search: 'api' })).toEqual(['Node.js in api']);
});

test('one cluster alone: what images hold that run there', async () => {
  await runImages(deps, organization, ['web:1'], 'prod');
  await runImages(deps, organization, ['api:1'], 'test');
  const [prod, test] = await callAs(deps, organization).cluster.names();
  expect([prod?.name, test?.name]).toEqual(['prod', 'test']);
  expect(await rows({ cluster_id: test?.id })).toEqual(['Node.js in api']);
  expect(await rows({ cluster_id: prod?.id, state: 'ended' })).toEqual(['Node.js in web']);
  // What runs nowhere runs in no cluster.
  expect(await rows({ cluster_id: prod?.id, running: 'false' })).toEqual([]);
  const other = await makeOrganization(deps);
  expect(await callAs(deps, other).cluster.names()).toEqual([]);
  const theirs = await callAs(deps, other).finding.list({ cluster_id: prod?.id });
  expect(theirs.items).toEqual([]);
});
