import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

const THEN = '2026-03-31';
const on = (day: string) => deps.clock.set(`${day}T12:00:00Z`);
const calls = (role: 'viewer' | 'member' | 'admin' = 'viewer') => callAs(deps, organization, role);
const redis = (until: string) =>
  importedProduct({ name: 'Redis', cycles: [{ name: '6', supportedUntil: until }] });
const scan = (image: string, products: readonly string[], project = 'shop') =>
  scanImage(deps, organization, {
    ...{ image, project },
    software: products.map((product) => ({ product, cycle: '6', eol: '2020-01-01' })),
  });

/** Ids of what the first scans brought, as they are known in March. */
async function ids() {
  const images = (await calls().image.listForDashboard({ sort: 'name', direction: 'asc' })).items;
  const software = (await calls().software.listForDashboard({ productName: 'Redis' })).items;
  const [a, b] = images;
  return {
    ...{ a: a?.id ?? '', b: b?.id ?? '', redis: software[0]?.id ?? '' },
    ...{ shop: a?.projectId ?? '', till: b?.projectId ?? '' },
  };
}
type Ids = Awaited<ReturnType<typeof ids>>;

/** All that the pages say as of a day. */
async function pages({ a, b, shop, till, redis: softwareId }: Ids, asOf: string) {
  const { image, project, software, timeline } = calls();
  const list = await timeline.list({ asOf });
  const productNames = list.lines.map(({ productName }) => productName);
  const counted = await timeline.images({ asOf, productNames });
  const top = await timeline.top({ asOf, limit: 9 });
  const holders = { softwareIds: [softwareId], asOf, sort: 'name' as const };
  return {
    images: [
      await image.getPast({ imageTagId: a, asOf }),
      await image.getPast({ imageTagId: b, asOf }),
    ],
    projects: [
      await project.getPast({ projectId: shop, asOf }),
      await project.getPast({ projectId: till, asOf }),
    ],
    software: await software.getPast({ softwareId, asOf }),
    holders: (await image.listForDashboard(holders)).items.map(({ name, states }) => [
      name,
      states,
    ]),
    holdingProjects: await software.projects({ softwareId, asOf }),
    timeline: {
      ...{ total: list.total, first: list.first, cycles: list.cycles, states: list.states },
      lines: list.lines.map(({ cycles, items }) => [
        cycles,
        items.map(({ productName, eolDate, state, releaseDate }) => ({
          ...{ productName, eolDate, state, releaseDate },
        })),
      ]),
      counted,
      top: top.lines.map(({ productName, images }) => [productName, images]),
    },
  };
}

/** Without what is said of today: whether it is gone. */
const settled = ({ images, projects, ...rest }: Awaited<ReturnType<typeof pages>>) => ({
  ...rest,
  images: images.map(({ isGone: _gone, ...image }) => image),
  projects: projects.map(({ isGone: _gone, ...project }) => project),
});

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  on('2026-03-01');
  await withCatalog(deps, [redis('2026-06-30')]);
  organization = await makeOrganization(deps);
  await scan('a:1', ['Redis', 'Lua']);
  await scan('b:1', ['Redis'], 'till');
});

it('pages say what they said on the day, whatever ends, findings, policies, images and projects became', async () => {
  const policy = await makePolicy(deps, organization, {
    ...{ scope: 'software', productName: 'Redis', cycle: '6', cycleOperator: 'EQ' as const },
    warnDays: 365,
  });
  on(THEN);
  const known = await ids();
  const said = await pages(known, THEN);
  // As of today it is what it is.
  const { image, project, software } = calls();
  expect(said.images[0]).toMatchObject({
    ...{ states: (await image.get({ imageTagId: known.a })).states, action: 'WARN' },
    ...{ fate: 'counted', isGone: false, arePoliciesKept: true },
    latestScan: { componentCount: 2 },
    findings: [
      { productName: 'Lua', eolDate: '2020-01-01', state: 'ended', policy: { action: 'ALLOW' } },
      { productName: 'Redis', eolDate: '2026-06-30', state: 'soon', policy: { action: 'WARN' } },
    ],
  });
  const { states, images, latestScanDate } = await project.get({ projectId: known.shop });
  expect(said.projects[0]).toMatchObject({ states, images, latestScanDate });
  const now = await software.get({ softwareId: known.redis });
  expect(said.software).toMatchObject({ images: 2, projects: 2, eolDate: now.eolDate });
  expect(said.timeline).toMatchObject({
    ...{
      total: 2,
      cycles: 2,
      states: { ended: 1, soon: 1 },
      top: [
        ['Lua', 1],
        ['Redis', 2],
      ],
    },
  });

  on('2026-04-01');
  await scan('a:1', []);
  on('2026-05-01');
  await withCatalog(deps, [redis('2027-06-30')]);
  on('2026-05-15');
  await calls('admin').policy.delete({ id: policy });
  on('2026-06-01');
  await calls('admin').image.delete({ id: known.b });
  on('2026-06-10');
  await calls('admin').project.delete({ id: known.till });
  on('2026-07-01');

  const after = await pages(known, THEN);
  expect(settled(after)).toEqual(settled(said));
  expect(after.images.map(({ isGone }) => isGone)).toEqual([false, true]);
  expect(after.projects.map(({ isGone }) => isGone)).toEqual([false, true]);

  const may = await pages(known, '2026-05-20');
  expect(may.images).toMatchObject([
    { findings: [], action: 'ALLOW', fate: 'counted', states: { ended: 0, soon: 0 } },
    { findings: [{ eolDate: '2027-06-30', state: 'later', policy: { action: 'ALLOW' } }] },
  ]);
  expect(may.projects).toMatchObject([
    { images: 1, states: { ended: 0 }, latestScanDate: '2026-04-01T12:00:00.000Z' },
    { images: 1, states: { later: 1 } },
  ]);
  expect(may.software).toMatchObject({
    ...{ images: 1, projects: 1, eolDate: '2027-06-30' },
    lifecycle: [{ name: '6', isThis: true, held: [{ images: 1 }] }],
  });
  expect(may.holders).toMatchObject([['b', { later: 1 }]]);
  expect(may.holdingProjects.items).toMatchObject([{ name: 'till', images: 1 }]);
  expect(may.timeline).toMatchObject({ total: 1, top: [['Redis', 1]] });
  const july = await pages(known, '2026-06-30');
  expect(july.images[1]).toMatchObject({ fate: 'deleted', findings: [] });
  expect(july.software).toMatchObject({ images: 0, projects: 0 });
  expect(july.timeline.total).toBe(0);
});

it('the other release cycles of a product, too, end when it was known then', async () => {
  const both = (fifth: string) =>
    importedProduct({
      name: 'Redis',
      cycles: [
        { name: '6', supportedUntil: '2026-06-30' },
        { name: '5', supportedUntil: fifth },
      ],
    });
  await withCatalog(deps, [both('2026-05-31')]);
  await scanImage(deps, organization, {
    ...{ image: 'c:1', project: 'shop' },
    software: [{ product: 'Redis', cycle: '5', eol: '2020-01-01' }],
  });
  const { items } = await calls().software.listForDashboard({ productName: 'Redis' });
  const softwareId = items.find(({ cycle }) => cycle === '6')?.id ?? '';
  on('2026-05-01');
  await withCatalog(deps, [both('2027-05-31')]);
  on('2026-07-01');
  const ends = async (asOf: string) => {
    const { lifecycle } = await calls().software.getPast({ softwareId, asOf });
    return lifecycle.map(({ name, endsOn }) => `${name} ${endsOn ?? 'unknown'}`).toSorted();
  };
  expect(await ends(THEN)).toEqual(['5 2026-05-31', '6 2026-06-30']);
  expect(await ends('2026-05-31')).toEqual(['5 2027-05-31', '6 2026-06-30']);
});

it('nothing of today is told of a day before: plans, waivers, phases of support, where to move', async () => {
  await withCatalog(deps, [
    importedProduct({
      name: 'Redis',
      cycles: [
        { name: '7', releasedOn: '2025-01-01', supportedUntil: '2029-01-01' },
        {
          ...{ name: '6', releasedOn: '2020-05-01', supportedUntil: '2026-06-30' },
          extendedUntil: '2027-01-01',
        },
      ],
    }),
  ]);
  await calls('admin').plan.create({
    body: {
      ...{ scope: 'organization', product_name: 'Redis', cycle: '6', target_cycle: '7' },
      due_on: '2026-12-01',
    },
  });
  on('2026-07-01');
  const items = async (asOf?: string) =>
    (await calls().timeline.list({ asOf })).lines.flatMap((line) => line.items);
  const named = (found: Awaited<ReturnType<typeof items>>) =>
    found.find(({ productName }) => productName === 'Redis');
  expect(named(await items())).toMatchObject({
    plans: [{ day: '2026-12-01', count: 1 }],
    advice: { target: { name: '7' } },
  });
  expect(named(await items())?.support).not.toEqual([]);
  expect(named(await items(THEN))).toMatchObject({
    ...{ plans: [], waivers: [], support: [], advice: null, contractElsewhere: null },
    releaseDate: '2020-05-01',
  });
});

it('an image tells what had become of it by then', async () => {
  const { a } = await ids();
  on('2026-05-01');
  await calls('member').retirement.retire({ id: a, body: {} });
  on('2026-06-01');
  await scan('a:1', ['Lua']);
  on('2026-07-01');
  const fate = async (asOf: string) => {
    const image = await calls().image.getPast({ imageTagId: a, asOf });
    return [image.fate, image.findings.length, image.latestScan?.scanDate.slice(0, 10)];
  };
  expect(await fate('2026-02-28')).toEqual(['not-scanned', 0, undefined]);
  expect(await fate('2026-03-01')).toEqual(['counted', 2, '2026-03-01']);
  expect(await fate('2026-05-01')).toEqual(['retired', 0, '2026-03-01']);
  expect(await fate('2026-06-01')).toEqual(['counted', 1, '2026-06-01']);
});

it('the software of an image and of a project is listed as of a day to programs, too', async () => {
  const { a, b, shop, till } = await ids();
  on('2026-04-01');
  await scan('a:1', ['Lua']);
  on('2026-05-01');
  await withCatalog(deps, [redis('2027-06-30')]);
  on('2026-06-01');
  await calls('admin').project.delete({ id: till });
  on('2026-07-01');
  const ofImage = async (id: string, asOf?: string, more: object = {}) =>
    (await calls().image.software({ image_tag_id: id, as_of: asOf, ...more })).items.map(
      ({ productName, eolDate, advice }) => [productName, eolDate, advice],
    );
  const ofProject = async (id: string, asOf?: string) =>
    (await calls().project.software({ project_id: id, as_of: asOf })).map(
      ({ productName, eolDate, imageName }) => [productName, eolDate, imageName],
    );
  expect(await ofImage(a)).toHaveLength(1);
  expect(await ofImage(a, '2026-07-01')).toEqual(await ofImage(a));
  expect(await ofImage(a, THEN)).toEqual([
    ['Lua', '2020-01-01', null],
    ['Redis', '2026-06-30', null],
  ]);
  expect(await ofImage(a, THEN, { eol_filter: 'EOL' })).toEqual([['Lua', '2020-01-01', null]]);
  expect(await ofImage(b, '2026-05-20')).toEqual([['Redis', '2027-06-30', null]]);
  expect(await ofProject(shop, THEN)).toEqual([
    ['Lua', '2020-01-01', 'a'],
    ['Redis', '2026-06-30', 'a'],
  ]);
  expect(await ofProject(till, '2026-05-20')).toEqual([['Redis', '2027-06-30', 'b']]);
  for (const day of ['2026-02-28', '2026-06-01', undefined]) {
    await expect(ofImage(b, day)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ofProject(till, day)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('a contract that began later covers nothing on the page of its software', async () => {
  const { redis: softwareId } = await ids();
  on('2026-05-01');
  await calls('admin').contract.create({
    body: {
      ...{ vendor: 'Vendor', scope: 'organization' as const },
      software: [{ product_name: 'Redis', cycle: '6' }],
      ...{ starts_on: '2026-04-01', ends_on: '2029-01-01' },
    },
  });
  on('2026-06-01');
  const { items } = await calls().software.listForDashboard({ productName: 'Redis' });
  const page = (id: string, asOf: string) => calls().software.getPast({ softwareId: id, asOf });
  const covered = items[0]?.id ?? '';
  expect(await page(covered, '2026-05-01')).toMatchObject({
    ...{ eolDate: '2029-01-01', images: 2, contract: { vendor: 'Vendor' } },
  });
  expect(await page(covered, '2026-04-30')).toMatchObject({
    ...{ eolDate: '2026-06-30', images: 2, contract: null },
  });
  // What is found is told apart by the contract, also on days before: the page of the other one says by which.
  expect(await page(softwareId, '2026-04-30')).toMatchObject({
    ...{ eolDate: '2026-06-30', images: 0 },
    lifecycle: [{ name: '6', isThis: true, held: [{ softwareId: covered, images: 2 }] }],
  });
  expect(await calls().timeline.list({ asOf: '2026-04-30' })).toMatchObject({
    cycles: 2,
    total: 2,
  });
});

it('refuses what nobody knows yet, and what is no day', async () => {
  const { a, shop, redis: softwareId } = await ids();
  const { image, project, software, timeline } = calls();
  const asked = (asOf: string) => [
    image.getPast({ imageTagId: a, asOf }),
    project.getPast({ projectId: shop, asOf }),
    software.getPast({ softwareId, asOf }),
    software.projects({ softwareId, asOf }),
    timeline.list({ asOf }),
    timeline.top({ asOf, limit: 5 }),
    timeline.images({ asOf, productNames: ['Redis'] }),
    image.software({ image_tag_id: a, as_of: asOf }),
    project.software({ project_id: shop, as_of: asOf }),
  ];
  const refused = (code: string) =>
    Array.from({ length: 9 }, () => ({ status: 'rejected', reason: { code } }));
  expect(await Promise.allSettled(asked('2026-03-02'))).toMatchObject(
    refused('UNPROCESSABLE_CONTENT'),
  );
  expect(await Promise.allSettled(asked('2026-02-30'))).toMatchObject(refused('BAD_REQUEST'));
});

it('tells nothing of another organization', async () => {
  const { a, shop, redis: softwareId } = await ids();
  const other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { image: 'a:1', software: [{ product: 'Elm', eol: '2027-01-01' }] });
  on('2026-07-01');
  const { image, project, software, timeline } = callAs(deps, other, 'admin');
  const asked = [
    image.getPast({ imageTagId: a, asOf: THEN }),
    project.getPast({ projectId: shop, asOf: THEN }),
    software.getPast({ softwareId, asOf: THEN }),
    software.projects({ softwareId, asOf: THEN }),
    image.software({ image_tag_id: a, as_of: THEN }),
    project.software({ project_id: shop, as_of: THEN }),
  ];
  expect(await Promise.allSettled(asked)).toMatchObject(
    asked.map(() => ({ status: 'rejected', reason: { code: 'NOT_FOUND' } })),
  );
  const { lines } = await timeline.list({ asOf: THEN });
  expect(lines.map(({ productName }) => productName)).toEqual(['Elm']);
  expect((await timeline.images({ asOf: THEN, productNames: ['Redis'] })).lines).toEqual([]);
});
