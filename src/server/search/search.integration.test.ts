import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { importedProduct, withCatalog } from '@/test/catalog';
import { runImages, scanImage } from '@/test/factories';
import { makeTeam } from '@/test/owners';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let elsewhere: OrganizationId;

const debian11 = { product: 'Debian', cycle: '11', eol: '2026-08-31', type: 'os' };
const debian12 = { product: 'Debian', cycle: '12', eol: '2028-06-30', type: 'os' };
const openssl3 = { product: 'OpenSSL', cycle: '3.0', eol: '2026-09-07', type: 'deb' };
const openssl1 = { product: 'OpenSSL', cycle: '1.1.1', eol: '2023-09-11', type: 'binary' };
const node20 = { product: 'Node.js', cycle: '20', eol: '2026-04-30', type: 'binary' };
const node2 = { product: 'Node.js', cycle: '2', eol: '2016-04-30', type: 'binary' };

const SCANS = [
  { project: 'github//acme/shop', image: 'shop/web:1', software: [debian12, node20, openssl3] },
  { project: 'github//acme/shop', image: 'shop/jobs:1', software: [debian11, openssl3] },
  { project: 'billing', image: 'bill:7', software: [debian11, node20, openssl1, node2] },
] as const;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  elsewhere = await makeOrganization(deps);
  for (const scan of SCANS) await scanImage(deps, organization, scan);
  await scanImage(deps, elsewhere, {
    project: 'shop of others',
    image: 'shop/secret:1',
    software: [debian12],
  });
  const projects = await callAs(deps, organization).scanner.projects();
  const billing = projects.find(({ name }) => name === 'billing');
  await makeTeam(deps, organization, { name: 'Payments', projects: billing ? [billing.id] : [] });
});
afterAll(() => db.close());

const find = (text: string) => callAs(deps, organization).search.things({ text });
const software = async (text: string) =>
  (await find(text)).software.map(
    ({ productName, cycle, images }) => `${productName} ${cycle}: ${String(images)}`,
  );
const listed = async (search: string) =>
  (await callAs(deps, organization).software.listForDashboard({ search })).items.map(
    ({ productName, cycle, images }) => `${productName} ${cycle}: ${String(images)}`,
  );

test.each([
  ['debian 12', ['Debian 12: 1']],
  ['12 Debian', ['Debian 12: 1']],
  ['DEBIAN', ['Debian 11: 2', 'Debian 12: 1']],
  // From the version's beginning on, as it is typed, and with more numbers than the cycle has.
  ['debian 1', ['Debian 11: 2', 'Debian 12: 1']],
  ['openssl 3', ['OpenSSL 3.0: 2']],
  ['node 20.11.1', ['Node.js 20: 2']],
  ['node@v20', ['Node.js 20: 2']],
  ['openssl binary', ['OpenSSL 1.1.1: 1']],
  // A version is no part of another one.
  ['openssl 0', []],
  ['debian 2', []],
  ['node 20 in payments', ['Node.js 20: 1']],
  ['node 20 in acme/shop', ['Node.js 20: 1']],
  ['openssl in shop', ['OpenSSL 3.0: 2']],
])('%j finds the same in the palette and in the list', async (text, expected) => {
  expect((await software(text)).toSorted()).toEqual(expected);
  expect((await listed(text)).toSorted()).toEqual(expected);
});

describe('a cluster as the place', () => {
  const clusters = async (text: string) => (await find(text)).clusters;

  beforeAll(async () => {
    await runImages(deps, organization, ['shop/web:1', 'never/scanned:1'], 'Production EU');
    await runImages(deps, elsewhere, ['shop/secret:1'], 'Theirs');
  });
  afterAll(() => deps.clock.set('2026-11-21T12:00:00Z'));

  test('is found by name, with what runs in it', async () => {
    expect(await clusters('production')).toMatchObject([{ name: 'Production EU', containers: 2 }]);
    expect(await clusters('theirs')).toEqual([]);
  });

  test.each([
    ['debian in production', ['Debian 12: 1']],
    ['openssl in production eu', ['OpenSSL 3.0: 1']],
    // It runs elsewhere.
    ['debian 11 in production', []],
  ])('%j finds what runs there, in the palette and in the lists', async (text, expected) => {
    expect(await software(text)).toEqual(expected);
    expect(await listed(text)).toEqual(expected);
    const findings = await callAs(deps, organization).finding.list({ search: text });
    expect(findings.items.map(({ image }) => image.name)).toEqual(expected.map(() => 'shop/web'));
    const found = await find(text);
    expect(found).toMatchObject({ place: text.slice(text.indexOf('in ') + 3), respelled: null });
    expect(found.clusters).toHaveLength(1);
    expect(found.images.map(({ name }) => name)).toEqual(expected.map(() => 'shop/web'));
  });

  test('narrows what else is asked for to what runs there', async () => {
    const { finding } = callAs(deps, organization);
    const total = async (input: object) =>
      (await finding.list({ search: 'debian in production', ...input })).total;
    expect([await total({ running: 'true' }), await total({ running: 'false' })]).toEqual([1, 0]);
  });

  test('forgives its name, and is no place once nothing was heard of it for a week', async () => {
    expect(await find('debian 12 in prodction')).toMatchObject({
      respelled: 'debian 12 in production',
    });
    deps.clock.advance(8 * 86_400_000);
    expect((await find('debian in production')).software).toEqual([]);
  });

  test('goes before projects by its whole name alone', async () => {
    const other = await makeOrganization(deps);
    await scanImage(deps, other, { project: 'live-tools', image: 'tool:1', software: [debian11] });
    await scanImage(deps, other, { project: 'shop', image: 'web:1', software: [debian12] });
    const cyclesOf = async (text: string) =>
      (await callAs(deps, other).search.things({ text })).software.map(({ cycle }) => cycle);
    await runImages(deps, other, ['web:1'], 'live-eu');
    expect(await cyclesOf('debian in live')).toEqual(['11']);
    await runImages(deps, other, ['web:1'], 'live');
    expect(await cyclesOf('debian in live')).toEqual(['12']);
  });
});

test('puts the version that was asked for before those that begin with it', async () => {
  expect(await software('node 2')).toEqual(['Node.js 2: 1', 'Node.js 20: 2']);
});

test('finds images, projects and teams by words in any order', async () => {
  const found = await find('web shop');
  expect(found.images).toMatchObject([
    { name: 'shop/web', tag: '1', projectName: 'github//acme/shop' },
  ]);
  expect(found.projects).toEqual([]);
  expect((await find('acme')).projects).toMatchObject([{ name: 'github//acme/shop', images: 2 }]);
  expect((await find('pay')).teams).toMatchObject([{ name: 'Payments', projects: 1 }]);
});

test('finds images with names of any length, in the order of all, and as often as the list does', async () => {
  const other = await makeOrganization(deps);
  const deep = `/srv/${'ünder/'.repeat(200)}depot`;
  const scans = [
    { image: deep, kind: 'directory' },
    { image: '/srv/depot', kind: 'directory' },
    { image: 'zebra/depot:2' },
    { image: '/srv/two\nlines of depot', kind: 'directory' },
  ] as const;
  for (const scan of scans) await scanImage(deps, other, scan);
  const names = async (text: string) =>
    (await callAs(deps, other).search.things({ text })).images.map(({ name }) => name);
  const inList = async (search: string) =>
    (await callAs(deps, other).image.listForDashboard({ search })).items.map(({ name }) => name);
  const all = ['/srv/depot', '/srv/two\nlines of depot', deep, 'zebra/depot'];
  for (const [text, expected] of [
    ['depot', all],
    ['DEPOT ünder', [deep]],
    ['ünder/ünder', [deep]],
    ['depot 2', ['zebra/depot']],
    ['lines', ['/srv/two\nlines of depot']],
    // Of the name in full, which nobody typed, no single word is looked for, but a path is.
    ['docker', []],
    ['docker.io/zebra', ['zebra/depot']],
  ] as const) {
    expect(await names(text), text).toEqual(expected);
    expect(await inList(text), text).toEqual(expected);
  }
});

test('with a place looks further than at the first of what is named', async () => {
  const other = await makeOrganization(deps);
  const lines = Array.from({ length: 70 }, (_, n) => ({ product: 'Quay', cycle: String(n) }));
  await scanImage(deps, other, { project: 'everything', image: 'all:1', software: lines });
  await scanImage(deps, other, { project: 'last', image: 'one:1', software: lines.slice(-1) });
  const { software: found } = await callAs(deps, other).search.things({ text: 'quay in last' });
  expect(found).toMatchObject([{ cycle: '69', images: 1 }]);
});

test('with a place finds the images there that hold it', async () => {
  const found = await find('node in payments');
  expect(found).toMatchObject({ place: 'payments', respelled: null });
  expect(found.images.map(({ name }) => name)).toEqual(['bill']);
  expect(found.teams.map(({ name }) => name)).toEqual(['Payments']);
});

test.each([
  ['debain 12', 'debian 12', ['Debian 12: 1']],
  ['opnessl', 'openssl', ['OpenSSL 1.1.1: 1', 'OpenSSL 3.0: 2']],
  ['node 20 in paymens', 'node 20 in payments', ['Node.js 20: 1']],
])('forgives %j', async (text, respelled, expected) => {
  expect(await find(text)).toMatchObject({ respelled });
  expect((await software(text)).toSorted()).toEqual(expected);
});

test.each([
  ['node 20 in nowhere', 'node 20', ['Node.js 20: 2']],
  // What others have is not a place here.
  ['debian in others', 'debian', ['Debian 11: 2', 'Debian 12: 1']],
])('of %j, where there is no such place, finds %j and says so', async (text, meant, expected) => {
  expect(await find(text)).toMatchObject({ respelled: meant, place: null });
  expect((await software(text)).toSorted()).toEqual(expected);
  // A list holds what its address says.
  expect(await listed(text)).toEqual([]);
});

test('says so where nothing goes by it, however it is spelled', async () => {
  const empty = { images: [], projects: [], teams: [], clusters: [], software: [], products: [] };
  for (const text of ['zzzzzz', '%', '@', ':=', '  ', "'); --"])
    expect(await find(text), text).toMatchObject({ ...empty, respelled: null });
});

test('finds nothing of other organizations', async () => {
  expect((await find('secret')).images).toEqual([]);
  const theirs = await callAs(deps, elsewhere).search.things({ text: 'payments' });
  expect(theirs).toMatchObject({ teams: [], projects: [], images: [] });
});

test('finds products by their names, not by what only their identifiers contain', async () => {
  const redis = { name: 'Redis', purls: ['pkg:deb/debian/redis'] };
  await withCatalog(deps, [importedProduct(redis), importedProduct({ name: 'Debian' })]);
  const products = async (text: string) => (await find(text)).products.map(({ slug }) => slug);
  expect(await products('debian')).toEqual(['debian']);
  expect(await products('redis 7')).toEqual(['redis']);
  expect(await products('pkg:deb/debian/redis')).toEqual(['redis']);
});
