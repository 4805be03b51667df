import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { productsForExport } from '@/server/catalog/service/dashboard-list';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { makeContract } from '@/test/contracts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let ours: OrganizationId;
let theirs: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [
    importedProduct({
      name: 'Node.js',
      slug: 'nodejs',
      category: 'framework',
      aliases: ['node'],
      purls: ['pkg:docker/library/node'],
      cycles: [
        { name: '24', supportedUntil: '2028-04-30' },
        { name: '22', supportedUntil: '2027-04-30' },
        { name: '20', supportedUntil: '2026-04-30' },
      ],
    }),
    importedProduct({
      name: 'PostgreSQL',
      category: 'database',
      cycles: [{ name: '17', supportedUntil: '2029-11-08' }, { name: '9' }],
    }),
    importedProduct({
      name: 'Redis',
      purls: ['pkg:generic/redis'],
      cycles: [
        { name: '8.2', releasedOn: '2025-08-01', supportedUntil: '2030-09-01' },
        { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
      ],
    }),
  ]);
});
beforeEach(async () => {
  [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
});
afterAll(() => db.close());

const as = (id: OrganizationId, role: 'viewer' | 'member' | 'admin' = 'viewer') =>
  callAs(deps, id, role);
const scanNode = (id: OrganizationId, image: string, cycle: string, product = 'Node.js') =>
  scanImage(deps, id, { image, software: [{ product, cycle, eol: '2020-01-01' }] });

describe('the list', () => {
  beforeEach(async () => {
    await scanNode(ours, 'shop:1', '20');
    await scanNode(ours, 'shop:2', '22', 'node');
    await scanNode(ours, 'shop:2', '22', 'node');
  });

  it('tells what is held, what of it has ended, and what ends next', async () => {
    const { items, total } = await as(ours).catalog.listForDashboard({});
    expect(total).toBe(3);
    expect(items).toMatchObject([
      {
        slug: 'nodejs',
        cycles: 3,
        cycles_in_use: 2,
        ended_in_use: 1,
        images: 2,
        next_end: { cycle: '22', ends_on: '2027-04-30' },
      },
      { cycles_in_use: 0, images: 0, next_end: { cycle: '17', ends_on: '2029-11-08' } },
      { slug: 'redis', next_end: { cycle: '8.2' } },
    ]);
  });

  it('tells of what nobody runs whether all of it has ended, on whatever day, as its file does', async () => {
    const told = [
      [
        'all-gone',
        [
          { name: '7', supportedUntil: '2024-06-30' },
          { name: '6', supportedUntil: true },
        ],
        'ended',
      ],
      ['one-open', [{ name: '2' }, { name: '1', supportedUntil: '2024-06-30' }], 'unknown'],
      ['no-cycles', [], 'unknown'],
    ] as const;
    for (const [slug, cycles] of told) {
      const product = { slug, name: slug, category: 'os' as const, cycles: [...cycles] };
      await as(ours, 'admin').ownCatalog.save({ body: { product, reason: 'ours' } });
    }
    const listed = async (search: string) => {
      const { items } = await as(ours).catalog.listForDashboard({ search });
      return items.map(({ next_end: next, all_ended: all }) => [next, all]);
    };
    const exported = async (search: string) => {
      const states: string[] = [];
      const choice = { search, inUse: false };
      for await (const batch of productsForExport(deps, ours, choice)) {
        states.push(...batch.map(({ state }) => state));
      }
      return states;
    };
    for (const [slug, , state] of told) {
      expect(await listed(slug)).toEqual([[null, state === 'ended']]);
      expect(await exported(slug)).toEqual([state]);
    }
    // What runs decides, where something does.
    expect(await listed('nodejs')).toMatchObject([[{ cycle: '22' }, false]]);
  });

  it('of what is in use alone, for each organization its own', async () => {
    const used = async (id: OrganizationId) =>
      (await as(id).catalog.listForDashboard({ in_use: true })).items.map(({ slug }) => slug);
    expect(await used(ours)).toEqual(['nodejs']);
    expect(await used(theirs)).toEqual([]);
  });

  it.each(['pkg:docker/library/node@20.1.0?arch=amd64', 'node'])('finds %s', async (search) => {
    const { items } = await as(ours).catalog.listForDashboard({ search, in_use: true });
    expect(items).toHaveLength(1);
  });
});

describe('a product’s page', () => {
  it('tells where it runs, cycles that the catalog lacks among them', async () => {
    await scanNode(ours, 'shop:1', '20');
    await scanNode(ours, 'shop:2', '20', 'node');
    await scanNode(ours, 'odd:1', '0.x');
    await scanNode(theirs, 'other:1', '22');
    const { product, images, other_cycles } = await as(ours).catalog.page({ slug: 'nodejs' });
    expect(images).toBe(3);
    expect(product.cycles.map((cycle) => [cycle.name, cycle.images])).toEqual([
      ['24', 0],
      ['22', 0],
      ['20', 2],
    ]);
    const said = { ends_on: '2020-01-01', ends_on_known: true, estimated_from: null };
    expect(other_cycles).toEqual([{ name: '0.x', images: 1, ...said }]);
  });

  it('tells of an older line that its end is an estimate, and counts it with the ended', async () => {
    await scanImage(deps, ours, { image: 'old:1', packages: ['pkg:generic/redis@4.0.14'] });
    const { other_cycles: others } = await as(ours).catalog.page({ slug: 'redis' });
    const estimated = { ends_on: '2026-11-21', ends_on_known: false, estimated_from: '5.0' };
    expect(others).toEqual([{ name: '4.0', images: 1, ...estimated }]);
    const { items } = await as(ours).catalog.listForDashboard({ search: 'redis' });
    expect(items).toMatchObject([{ cycles_in_use: 1, ended_in_use: 1, next_end: null }]);
  });

  it('and the list tell what has ended as images are judged, by scanners and contracts', async () => {
    await scanImage(deps, ours, {
      image: 'db:1',
      software: [{ product: 'PostgreSQL', cycle: '9', eol: '2021-11-11' }],
    });
    const shop = await scanNode(ours, 'shop:1', '20');
    await scanImage(deps, ours, {
      ...{ image: 'bank:1', project: 'bank', software: [{ product: 'Node.js', cycle: '20' }] },
    });
    const told = async (slug: string) => {
      const { items } = await as(ours).catalog.listForDashboard({ in_use: true });
      const listed = items.find((one) => one.slug === slug);
      const { ends_here: ends } = await as(ours).catalog.page({ slug });
      return [listed?.ended_in_use, listed?.next_end, ends.map((one) => [one.cycle, one.ends_on])];
    };
    expect(await told('postgresql')).toEqual([1, null, [['9', '2021-11-11']]]);
    const ended = [1, null, [['20', '2026-04-30']]];
    expect(await told('nodejs')).toEqual(ended);
    const lines = [{ productName: 'Node.js', cycle: '20' }];
    // Covered in one project alone, it has ended in the other.
    const { project_id: projectId } = shop;
    await makeContract(deps, ours, { lines, scope: 'project', projectId });
    expect(await told('nodejs')).toEqual(ended);
    await makeContract(deps, ours, { lines });
    const until = '2028-01-01';
    expect(await told('nodejs')).toEqual([0, { cycle: '20', ends_on: until }, [['20', until]]]);
  });

  it('gives what can be changed to those who may', async () => {
    const admin = as(ours, 'admin').catalog;
    const set = { product: 'node', cycle: '20', ends_on: '2029-01-01', reason: 'by contract' };
    const date = await admin.setOverride(set);
    const other = { ...set, product: 'PostgreSQL', cycle: '9' };
    await admin.setOverride(other);
    expect((await admin.page({ slug: 'nodejs' })).own).toEqual({ product: null, dates: [date] });
    expect((await as(theirs, 'admin').catalog.page({ slug: 'nodejs' })).own?.dates).toEqual([]);
    for (const role of ['viewer', 'member'] as const) {
      expect((await as(ours, role).catalog.page({ slug: 'nodejs' })).own).toBeNull();
    }
    const product = { slug: 'billing', name: 'Billing', category: 'service' as const, cycles: [] };
    const saved = await as(ours, 'admin').ownCatalog.save({ body: { product, reason: 'ours' } });
    expect((await admin.page({ slug: 'billing' })).own?.product).toEqual(saved);
  });

  it('is nowhere for what nobody knows', async () => {
    for (const call of [as(ours).catalog.page, as(ours).catalog.holders]) {
      await expect(call({ slug: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('the images that hold a product', () => {
  it('are listed by name, all or those of one cycle, without another organization’s', async () => {
    await scanNode(ours, 'shop:2', '20', 'node');
    await scanNode(ours, 'shop:1', '22');
    await scanImage(deps, ours, {
      image: 'both:1',
      software: [
        { product: 'Node.js', cycle: '20', eol: '2020-01-01' },
        { product: 'Node.js', cycle: '22', eol: '2020-01-01' },
      ],
    });
    await scanNode(theirs, 'shop:3', '20');
    const { holders } = as(ours).catalog;
    const all = await holders({ slug: 'nodejs' });
    expect(all.total).toBe(3);
    expect(all.items.map(({ name, tag, cycles }) => [name, tag, cycles.toSorted()])).toEqual([
      ['both', '1', ['20', '22']],
      ['shop', '1', ['22']],
      ['shop', '2', ['20']],
    ]);
    const ended = await holders({ slug: 'nodejs', cycle: '20', size: 1, page: 2 });
    expect(ended).toMatchObject({ total: 2, items: [{ name: 'shop', tag: '2' }] });
    expect(await holders({ slug: 'nodejs', cycle: '20', page: 9 })).toMatchObject({
      total: 2,
      items: [],
    });
    expect((await holders({ slug: 'postgresql' })).total).toBe(0);
  });
});

describe('an explained check', () => {
  const explain = (component: object) =>
    as(ours).check.explain({ components: [component], lifecycle: null });

  it('says beside the answer whose support it is and where to move', async () => {
    const { today, results } = await explain({ name: 'node', version: '20.1.0' });
    expect(today).toBe('2026-11-21');
    expect(results).toMatchObject([
      {
        answer: {
          eol: true,
          eol_date: '2026-04-30T00:00:00.000Z',
          advice: { target: { name: '24', endsOn: '2028-04-30' }, reason: null },
        },
        about: {
          product: { slug: 'nodejs', name: 'Node.js' },
          is_listed: true,
          found: {
            cycle: { name: '20', support: [{ level: 'STANDARD_SUPPORT', ends_on: '2026-04-30' }] },
            maintainer: 'vendor',
          },
        },
      },
    ]);
  });

  it('names the product where only the cycle is unknown, and nothing where nothing is known', async () => {
    const { results } = await as(ours).check.explain({
      components: [{ name: 'node', version: '99' }, { purl: 'pkg:npm/left-pad@1.3.0' }],
    });
    expect(results).toMatchObject([
      { answer: { result: null }, about: { product: { slug: 'nodejs' }, found: null } },
      { answer: { result: null }, about: null },
    ]);
  });

  it('uses the organization’s own dates', async () => {
    const date = { product: 'Node.js', cycle: '20', ends_on: '2029-01-01', reason: 'by contract' };
    await as(ours, 'admin').catalog.setOverride(date);
    const { results } = await explain({ name: 'node', version: '20.1.0' });
    expect(results[0]?.answer.eol).toBe(false);
    expect(results[0]?.about?.found?.cycle.support[0]).toMatchObject({
      ends_on: '2029-01-01',
      override: { reason: 'by contract', catalog_ends_on: '2026-04-30' },
    });
  });
});
