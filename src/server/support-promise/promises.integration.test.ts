import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { setOverride } from '@/server/catalog/service/overrides';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { makeTeam } from '@/test/owners';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { outlivesExport } from './export';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let other: OrganizationId;
let shop: string;

const ENDS = [
  { product: 'Redis', cycle: '6', eol: '2026-10-01' },
  { product: 'Perl', cycle: '5.38', eol: '2027-06-01' },
  { product: 'On the day', cycle: '1', eol: '2030-06-30' },
  { product: 'A day later', cycle: '1', eol: '2030-07-01' },
  { product: 'Gone', cycle: '1', ended: true },
  { product: 'Undated', cycle: '1' },
] as const;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps, 'Acme');
  other = await makeOrganization(deps, 'Other');
  for (const image of ['shop:1', 'worker:1']) {
    const software = image === 'shop:1' ? ENDS : ENDS.slice(0, 1);
    shop = (await scanImage(deps, organization, { project: 'shop', image, software })).project_id;
  }
  await scanImage(deps, organization, { project: 'bank', image: 'api:1', software: [ENDS[0]] });
  await scanImage(deps, other, { project: 'shop', image: 'shop:1', software: ENDS });
  await makeTeam(deps, organization, { name: 'Payments', projects: [shop] });
});
afterAll(() => db.close());

const member = (of = organization) => callAs(deps, of, 'member').supportPromise;
const promise = (until: string, of = organization) =>
  member(of).set({ id: shop, body: { promised_until: until, product_name: ' Acme Shop ' } });

test('without a promise nothing is held against it', async () => {
  expect(await member().outlives({ id: shop })).toMatchObject({
    ...{ project: { name: 'shop' }, promise: null, counts: null, rows: [], meaning: [] },
  });
  expect(await member().list({})).toMatchObject({ items: [], total: 0 });
});

test('tells what ends earlier, what is not known and what lasts', async () => {
  expect(await promise('2030-06-30')).toMatchObject({
    ...{ product_name: 'Acme Shop', promised_until: '2030-06-30', owner: { name: 'Payments' } },
  });
  const told = await member().outlives({ id: shop });
  expect(told.rows.map((row) => [row.product_name, row.standing, row.days_short])).toEqual([
    ['Redis', 'earlier', 1369],
    ['Gone', 'earlier', null],
    ['Perl', 'earlier', 1126],
    ['On the day', 'earlier', 1],
    ['Undated', 'unknown', null],
    ['A day later', 'lasts', null],
  ]);
  expect(told.counts).toEqual({ earlier: 4, unknown: 1, lasts: 1 });
  expect(told.meaning[0]).toContain('4 release cycles in it end earlier');
  const [redis] = told.rows;
  expect(redis).toMatchObject({ cycle: '6', image_count: 2, ends_on: '2026-10-01' });
  expect(redis?.images.map(({ name }) => name).toSorted()).toEqual(['shop', 'worker']);
});

test('the list counts as the page does, whatever day is promised', async () => {
  for (const until of ['2020-01-01', '2026-10-01', '2027-06-01', '2030-06-30', '2040-01-01']) {
    await promise(until);
    const { counts } = await member().outlives({ id: shop });
    const { items, total } = await member().list({});
    expect([total, items[0]?.counts, until]).toEqual([1, counts, until]);
    expect(items[0]).toMatchObject({ first_end: '2026-10-01', promised_until: until });
  }
});

test('plans and waivers of what ends earlier are told, a contract moves the end', async () => {
  await promise('2030-06-30');
  await callAs(deps, organization, 'admin').contract.create({
    body: {
      ...{ vendor: 'Example Support', scope: 'organization' },
      software: [{ product_name: 'Perl', cycle: '5.38' }],
      ...{ starts_on: '2026-01-01', ends_on: '2031-01-01' },
    },
  });
  const { rows, counts } = await member().outlives({ id: shop });
  expect(counts).toEqual({ earlier: 3, unknown: 1, lasts: 2 });
  expect(rows.find((row) => row.product_name === 'Perl')).toMatchObject({
    ...{ standing: 'lasts', evidence: 'contract', ends_on: '2031-01-01' },
    contract: { vendor: 'Example Support', until: '2031-01-01' },
  });
  expect((await member().list({})).items[0]?.counts).toEqual(counts);
});

test('waivers of images are told of all images that hold it, and how many there are', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `img-${String(at + 1).padStart(2, '0')}`);
  let fleet = '';
  for (const name of names) {
    const software = [{ product: 'Redis', cycle: '6', eol: '2026-10-01' }];
    const image = { project: 'fleet', image: `${name}:1`, software };
    fleet = (await scanImage(deps, organization, image)).project_id;
  }
  await member().set({ id: fleet, body: { promised_until: '2030-06-30' } });
  const rest = new RestClient(deps);
  const role = { organizationId: organization };
  const asker = await signedIn(deps, rest, { ...role, role: 'member' });
  const admin = await signedIn(deps, rest, { ...role, role: 'admin' });
  const grant = async (more: object) => {
    const redis = { product_name: 'Redis', cycle: '6', project_name: null, scope: 'image' };
    const { id } = await ask(asker, { ...redis, ...more });
    await decide(admin, id, 'granted');
    return id;
  };
  for (const name of names) await grant({ image_name: name, ends_on: '2027-03-03' });
  const first = [
    await grant({ image_name: 'docker.io/library/img-25', ends_on: '2027-01-01' }),
    await grant({ image_name: 'img-24', image_tag: '1', ends_on: '2027-01-02' }),
    await grant({ scope: 'project', project_name: 'fleet', ends_on: '2027-01-03' }),
  ];
  await grant({ image_name: 'img-24', image_tag: '2' });
  await grant({ image_name: 'img-24', project_name: 'shop' });
  await grant({ image_name: 'other' });
  await grant({ image_name: 'img-24', cycle: '7' });
  const [row] = (await member().outlives({ id: fleet })).rows;
  expect(row).toMatchObject({ image_count: 25, waiver_count: 28 });
  expect(row?.images).toHaveLength(20);
  expect(row?.waivers.map(({ id }) => id).slice(0, 3)).toEqual(first);
  expect(row?.waivers).toHaveLength(20);
  const [place] = outlivesExport.columns.flatMap(({ header }, at) =>
    header === 'Covered by' ? [at] : [],
  );
  const chosen = { places: [place ?? -1], ids: null };
  const query = { projectId: fleet, standing: null, readerId: null };
  for await (const [[cell] = []] of outlivesExport.records(deps, organization, query, chosen))
    expect(String(cell)).toMatch(/^Waiver until 2027-01-01; .*; 8 more waivers$/);
  await member().delete({ id: fleet });
});

test('packages are named whoever found them: a scanner, or the catalog alone', async () => {
  const own = await makeOrganization(deps, 'Documents');
  const endsOn = parseDay('2027-01-01');
  if (!endsOn) throw new Error('no day');
  const actor = await makeActor(deps, own, 'admin');
  await scanImage(deps, own, { project: 'x', software: [{ product: 'Foo Server', cycle: '2' }] });
  await setOverride(deps, actor, { product: 'Foo Server', cycle: '2', endsOn, reason: 'known' });
  const component = { type: 'application', name: 'foo-server', version: '2.1' };
  const purl = 'pkg:generic/foo-server@2.1';
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6' };
  const rest = await new RestClient(deps).as(own, 'scanner');
  const upload = await rest('PUT', '/sbom?name=shop&tag=1&project=documents', {
    ...document,
    components: [{ ...component, purl }],
  });
  const { project_id: id } = upload.body as { project_id: string };
  await member(own).set({ id, body: { promised_until: '2030-06-30' } });
  expect((await member(own).outlives({ id })).rows).toMatchObject([
    { product_name: 'Foo Server', packages: ['foo-server 2.1'], package_count: 1 },
  ]);
});

test('nothing crosses an organization, and viewers look alone', async () => {
  const theirs = member(other);
  expect(await theirs.list({})).toMatchObject({ total: 0 });
  const lost = { code: 'NOT_FOUND' };
  await expect(theirs.outlives({ id: shop })).rejects.toMatchObject(lost);
  await expect(promise('2031-01-01', other)).rejects.toMatchObject(lost);
  await expect(theirs.delete({ id: shop })).rejects.toMatchObject(lost);
  const viewer = callAs(deps, organization, 'viewer').supportPromise;
  expect(await viewer.list({})).toMatchObject({ total: 1 });
  await expect(viewer.delete({ id: shop })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const scanner = callAs(deps, organization, 'scanner').supportPromise;
  await expect(scanner.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('is in the audit log, and can be taken back once', async () => {
  expect(await member().delete({ id: shop })).toMatchObject({ promised_until: '2030-06-30' });
  await expect(member().delete({ id: shop })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { items } = await callAs(deps, organization, 'admin').audit.list({});
  expect(items.slice(0, 1)).toMatchObject([
    {
      action: 'support_promise.delete',
      subject_id: shop,
      before: { project: 'shop', promised_until: '2030-06-30' },
    },
  ]);
});

test('goes out of the list with its project', async () => {
  await promise('2030-06-30');
  await callAs(deps, organization, 'admin').project.delete({ id: shop });
  expect(await member().list({})).toMatchObject({ items: [], total: 0 });
  await expect(member().outlives({ id: shop })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
